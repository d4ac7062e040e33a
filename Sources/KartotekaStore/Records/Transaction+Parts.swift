import KartotekaModel

/// A record with the records that are parts of it: an order with its lines. They are saved together or not at all.
public struct RecordWithParts: Sendable {
  /// The most parts of one relationship that screens and the API save together.
  package static let limit = 1_000

  /// The record; one without an id is new.
  public var record: AnyRecord
  /// All parts that it has from now on, by the to-many relationship that leads to them; those without an id are new.
  public var parts: [String: [AnyRecord]]
  /// The ids of all records that other to-many and many-to-many relationships lead to from now on, by relationship.
  package var related: [String: [RecordID]] = [:]

  /// A record with its parts.
  public init(_ record: AnyRecord, parts: [String: [AnyRecord]] = [:]) {
    self.record = record
    self.parts = parts
  }
}

extension Transaction {
  /// Adds or changes a record and makes its parts those that are given: new ones are added, stored ones changed, and those that
  /// are missing deleted. Their references to the record are set.
  /// - Parameters:
  ///   - whole: the record with its parts.
  ///   - fingerprint: as with ``update(_:ifStill:)``.
  /// - Returns: the record as it is stored.
  /// - Throws: ``StoreError`` of the record itself, `.inPart` of a part, `.invalid` for too few parts, and
  ///   `.unknownField` for a relationship that leads to no parts.
  @discardableResult
  public func save(_ whole: RecordWithParts, ifStill fingerprint: String? = nil) throws -> AnyRecord {
    let entity = whole.record.entity
    for (name, parts) in whole.parts {
      let least = entity.relationship(name)?.minimumCount ?? 0
      guard parts.count >= least else { throw StoreError.invalid([FieldFault(name, .tooFewParts(least))]) }
    }
    return try attempt { try store(whole, ifStill: fingerprint) }
  }

  private func store(_ whole: RecordWithParts, ifStill fingerprint: String?) throws -> AnyRecord {
    let entity = whole.record.entity
    let stored: AnyRecord
    if whole.record.id == nil {
      stored = try insert(whole.record)
    } else {
      // Named for the whole, also where only a part of it changes.
      if log.name == nil { log.name = try named("Changed {title}", whole.record) }
      stored = try update(whole.record, ifStill: fingerprint)
    }
    for (name, parts) in whole.parts.sorted(by: { $0.key < $1.key }) {
      guard let relationship = entity.relationship(name), let owner = relationship.partOwner(in: model),
        let target = model.entity(named: relationship.target)
      else { throw StoreError.unknownField(entity: entity.name, field: name) }
      try save(parts, of: stored.id ?? 0, relationship, owner, target)
    }
    for (name, ids) in whole.related.sorted(by: { $0.key < $1.key }) {
      guard let relationship = entity.relationship(name) else {
        throw StoreError.unknownField(entity: entity.name, field: name)
      }
      try relate(entity, relationship, of: stored.id ?? 0, to: ids)
    }
    return stored
  }

  private func save(
    _ parts: [AnyRecord], of id: RecordID, _ relationship: RelationshipDescription, _ owner: RelationshipDescription,
    _ target: EntityDescription
  ) throws {
    let now = try related(model.entity(named: owner.target) ?? target, relationship, of: id)
    let (known, kept) = (Set(now), Set(parts.compactMap(\.id)))
    // Deleted first, so that a new part can have a unique value of a deleted one.
    for gone in now where !kept.contains(gone) { try delete(target, id: gone) }
    var seen: Set<RecordID> = []
    for (index, part) in parts.enumerated() {
      var part = part
      part[owner.name] = .integer(id)
      do {
        guard let id = part.id else {
          try insert(part)
          continue
        }
        guard known.contains(id) else { throw StoreError.notFound(entity: target.name, id: id) }
        guard seen.insert(id).inserted else {
          throw StoreError.invalid([FieldFault("id", "This name is used more than once")])
        }
        try update(part)
      } catch let error as StoreError {
        throw StoreError.inPart(relationship: relationship.name, index: index, error)
      }
    }
  }
}

extension Phrase {
  /// Why a record with its parts can't be saved that has fewer than it needs.
  package static func tooFewParts(_ least: Int) -> Phrase {
    Phrase("There have to be at least {count} of these", ["count": .count(least)])
  }
}
