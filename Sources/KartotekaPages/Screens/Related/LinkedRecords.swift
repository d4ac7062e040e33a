import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The records of a section: those of its relationship, or those that a linking entity refers to.
struct LinkedRecords: Sendable {
  let owner: EntityDescription
  let relationship: RelationshipDescription
  /// The entity of the displayed records.
  let target: EntityDescription
  /// The linking entity with its relationships to the owner and the target; nil if the section's relationship leads to the
  /// target.
  private let link: (entity: EntityDescription, owner: String, target: String)?

  /// The records of a section; nil if it names unknown entities.
  init?(_ section: ListDescription.Section, of owner: EntityDescription, in model: ModelDescription) {
    guard let relationship = owner.relationship(section.name), let first = model.entity(named: relationship.target)
    else { return nil }
    self.owner = owner
    self.relationship = relationship
    guard let through = section.through else {
      (target, link) = (first, nil)
      return
    }
    guard let inverse = relationship.inverse,
      let target = first.relationship(through).flatMap({ model.entity(named: $0.target) })
    else { return nil }
    self.target = target
    link = (first, inverse, through)
  }

  /// The relationship from the displayed records to the owner; nil with a linking entity.
  var inverse: String? { link == nil ? relationship.inverse : nil }

  /// The condition for the records of an owner.
  func predicate(of id: RecordID) -> FetchPredicate {
    guard let link else { return .isRelated(owner.name, relationship.name, id) }
    return .isReferred(link.entity.name, link.target, .compare(link.owner, .eq, [.integer(id)]))
  }

  /// Adds a record to an owner. Adding it again has no effect.
  /// - Throws: ``StoreError`` `.notFound`, `.missingTarget`.
  func add(_ other: RecordID, to id: RecordID, in transaction: Transaction) throws {
    guard let link else { return try transaction.link(owner, relationship, of: id, to: other) }
    if try links(of: id, to: other, link, transaction).isEmpty {
      var record = AnyRecord(link.entity)
      record[link.owner] = .integer(id)
      record[link.target] = .integer(other)
      try transaction.insert(record)
    }
  }

  /// Removes a record from an owner.
  /// - Throws: ``StoreError`` `.notFound`.
  func remove(_ other: RecordID, from id: RecordID, in transaction: Transaction) throws {
    guard let link else { return try transaction.unlink(owner, relationship, of: id, from: other) }
    for each in try links(of: id, to: other, link, transaction) { try transaction.delete(link.entity, id: each) }
  }

  private func links(
    of id: RecordID, to other: RecordID, _ link: (entity: EntityDescription, owner: String, target: String),
    _ transaction: Transaction
  ) throws -> [RecordID] {
    guard try transaction.record(owner, id: id) != nil else { throw StoreError.notFound(entity: owner.name, id: id) }
    return try transaction.related(owner, relationship, of: id).filter {
      try transaction.record(link.entity, id: $0)?[link.target] == .integer(other)
    }
  }
}
