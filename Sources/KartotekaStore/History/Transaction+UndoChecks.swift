import KartotekaModel

// Reasons why a change can't be reverted.
extension Transaction {
  // No process can remove a file while this transaction holds the lock for writing.
  func checkFiles(of image: Image) throws {
    for (_, value) in image.values {
      if case .blob(let blob) = value, let file = blob.file, mapping.blobs?.has(file.digest) != true {
        throw Self.fileIsGone
      }
    }
  }

  static let fileIsGone = StoreError.cannotUndo("A picture or file that it would bring back is kept no longer")

  // A foreign key would refuse it too, but without naming the missing record.
  func checkTargets(of record: AnyRecord, _ positions: [Int], comingBackBy changeSet: ChangeSet) throws {
    let entity = record.entity
    for position in positions {
      guard case .toOne(let relationship) = entity.columns[position],
        case .integer(let target) = record.values[position], let other = model.entity(named: relationship.target),
        try !exists(other, id: target), try !isRestored(by: changeSet, other.table, target)
      else { continue }
      throw isGone(target, record, relationship)
    }
  }

  /// That a restored record refers to one that is gone.
  func isGone(_ id: RecordID, _ record: AnyRecord, _ relationship: RelationshipDescription) -> StoreError {
    .cannotUndo(
      StoreError.missingTarget(entity: record.entity.name, field: relationship.name, id: id).phrase(in: model))
  }

  /// Whether a change set deleted a record, which its undo therefore brings back in the same transaction.
  func isRestored(by changeSet: ChangeSet, _ table: String, _ id: RecordID) throws -> Bool {
    try isDeleted(table, id, by: changeSet.id)
  }

  func unchanged(_ entity: EntityDescription, _ id: RecordID, _ after: Image) throws -> AnyRecord {
    guard let record = try record(entity, id: id) else { throw Self.deletedSince(id) }
    // Triggers of the file may have changed it within this undo.
    let touched = try touched(TouchedRecord(table: entity.table, id: id)) ?? nil
    try Self.check(touched ?? record, is: after)
    return record
  }

  /// Makes sure that a record has the values of an image, but for columns that it has no longer.
  /// - Throws: ``StoreError`` `.cannotUndo`.
  static func check(_ record: AnyRecord, is after: Image) throws {
    if !record.changed(since: after).isEmpty {
      throw StoreError.cannotUndo(Self.inTheWay("{title} has been changed since", record))
    }
  }

  static func numberIsTaken(_ id: RecordID) -> StoreError {
    .cannotUndo(Phrase("There is another record with the number {number} now", ["number": .text(String(id))]))
  }

  static func deletedSince(_ id: RecordID) -> StoreError { .cannotUndo(isDeletedSince(id)) }

  static func isDeletedSince(_ id: RecordID) -> Phrase {
    Phrase("Record No. {number} has been deleted since", ["number": .text(String(id))])
  }

  static func inTheWay(_ key: String, _ record: AnyRecord) -> Phrase { Phrase(key, ["title": record.titleArgument]) }
}

extension AnyRecord {
  /// The columns in which somebody has changed a record since an image of it. Its place follows from what is done to others.
  func changed(since image: Image) -> Set<String> {
    let columns = differing(from: image)
    return columns.isEmpty ? columns : columns.subtracting(entity.placeColumns)
  }

  /// The columns in which a record differs from an image, but for those that it has no longer.
  func differing(from image: Image) -> Set<String> {
    var columns: Set<String> = []
    for (column, value) in image.values {
      if let index = entity.columns.firstIndex(where: { $0.column == column }), values[index] != value {
        columns.insert(column)
      }
    }
    for (column, digest) in image.digests {
      guard let index = entity.columns.firstIndex(where: { $0.column == column }) else { continue }
      if case .blob(let blob) = values[index],
        (blob.file?.digest ?? ImageBlobs.Digest(blob)?.sha256) == digest.sha256
      {
        continue
      }
      columns.insert(column)
    }
    return columns
  }
}
