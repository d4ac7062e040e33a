import KartotekaModel

/// The attributes of an entity that only the store writes, and their places in its records.
struct StampedColumns: Sendable {
  typealias Column = (position: Int, attribute: AttributeDescription, stamp: AttributeDescription.Stamp)

  let all: [Column]
  /// Their columns, and those that each change renews.
  let columns: Set<String>
  let renewed: Set<String>

  /// The stamps of an entity; nil for one without.
  init?(_ entity: EntityDescription) {
    all = entity.columns.enumerated().compactMap { position, column in
      guard case .attribute(let attribute) = column, let stamp = attribute.stamp else { return nil }
      return (position, attribute, stamp)
    }
    if all.isEmpty { return nil }
    columns = Set(all.map(\.attribute.column))
    renewed = Set(all.filter(\.stamp.isOfChange).map(\.attribute.column))
  }
}

// What the store writes of itself into records.
extension Transaction {
  /// Gives a new record all of its stamps, whatever it was given.
  func stampNew(_ record: inout AnyRecord) {
    guard let stamped = mapping.stamped(record.entity) else { return }
    write(stamped.all, into: &record)
  }

  /// Gives a record that comes back the stamps of a change. It was made when it was made first.
  func stampAgain(_ record: inout AnyRecord) {
    guard let stamped = mapping.stamped(record.entity) else { return }
    write(stamped.all.filter(\.stamp.isOfChange), into: &record)
  }

  /// Gives a record back the stamps that are stored, whatever a caller has set.
  func keepStamps(of before: AnyRecord, in record: inout AnyRecord) {
    guard let stamped = mapping.stamped(record.entity) else { return }
    for (position, _, _) in stamped.all { record.values[position] = before.values[position] }
  }

  /// Gives a changed record the stamps of the change.
  /// - Parameter changed: the columns that change, to which those of the stamps are added.
  func stamp(_ record: inout AnyRecord, over before: AnyRecord, _ changed: inout [Int]) {
    guard let stamped = mapping.stamped(record.entity) else { return }
    keepStamps(of: before, in: &record)
    stampAgain(&record)
    let positions = stamped.all.map(\.position)
    changed.removeAll { positions.contains($0) }
    changed += positions.filter { record.values[$0] != before.values[$0] }
  }

  private func write(_ stamps: [StampedColumns.Column], into record: inout AnyRecord) {
    let (now, name) = (Value.text(Timestamp.text(database.now)), log.author?.name ?? "")
    for (position, attribute, stamp) in stamps {
      if stamp.isMoment {
        record.values[position] = now
      } else {
        let shown = String(String.UnicodeScalarView(name.unicodeScalars.prefix(attribute.maximumLength)))
        record.values[position] = shown.isEmpty ? .null : .text(shown)
      }
    }
  }
}

extension ModelMapping {
  /// Takes the stamps out of the images of a change, since an undo is a change of its own: it neither compares nor restores them.
  /// Of a deleted record those of its making stay.
  func dropStamps(_ before: inout Image?, _ after: inout Image?, of table: String) {
    guard let stamped = stamped(table: table) else { return }
    before?.drop(after == nil ? stamped.renewed : stamped.columns)
    after?.drop(stamped.columns)
  }
}
