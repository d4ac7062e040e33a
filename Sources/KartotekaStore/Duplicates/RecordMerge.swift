import KartotekaModel

/// The merge of two records of an entity: one stays, the other is deleted.
package struct RecordMerge: Sendable {
  /// The record whose value a field gets.
  package enum Side: String, Sendable, CaseIterable {
    /// The record that stays.
    case own
    /// The record that is deleted.
    case other
  }

  /// The record that stays.
  package let id: RecordID
  /// The record that is deleted.
  package let other: RecordID
  /// The sides that a person has chosen, by the name of the attribute or to-one relationship. Other fields keep the value of
  /// the record that stays, or get that of the other one if it has none.
  package var sides: [String: Side]

  /// A merge.
  package init(_ other: RecordID, into id: RecordID, sides: [String: Side] = [:]) {
    self.id = id
    self.other = other
    self.sides = sides
  }

  /// The fields that a merge may take from the other record, by position.
  package static func fields(of entity: EntityDescription) -> [Int] {
    entity.columns.indices.filter { position in
      guard entity.columns[position].writability == .always else { return false }
      guard case .attribute(let attribute) = entity.columns[position] else { return true }
      return attribute.settingAction == nil && attribute.closing == nil && !attribute.isSequence
        && attribute.series == nil && attribute.placeIn == nil && attribute.thumbnailOf == nil
    }
  }

  /// The record that stays, with the chosen values.
  package func merged(_ own: AnyRecord, _ other: AnyRecord) -> AnyRecord {
    let entity = own.entity
    var merged = own
    for position in Self.fields(of: entity) {
      let column = entity.columns[position]
      let side = sides[column.name] ?? (own.values[position].isNull ? .other : .own)
      guard side == .other else { continue }
      merged.values[position] = other.values[position]
      if let thumbnail = entity.thumbnail(of: column.name) { merged[thumbnail.name] = other[thumbnail.name] }
    }
    // A record that refers to the other one would refer to itself.
    for case .toOne(let relationship) in entity.columns where relationship.target == entity.name {
      guard [.integer(id), .integer(self.other)].contains(merged[relationship.name]) else { continue }
      merged[relationship.name] = relationship.isRequired ? .integer(id) : .null
    }
    return merged
  }
}

/// The effects of a merge on other records, and the obstacles.
package struct MergePlan: Sendable {
  /// Records that refer to the record that is deleted.
  package struct Referrers: Sendable {
    /// Their entity.
    package let entity: EntityDescription
    /// The to-one relationship by which they refer to it.
    package let relationship: RelationshipDescription
    /// Their number.
    package let count: Int
  }

  /// Why it can't be done.
  package enum Obstacle: Sendable {
    /// Both records have records with the same values of fields that are unique together.
    case same(Referrers, fields: [String])
    /// The relationship of these records can't be changed.
    case fixed(Referrers)
    /// Each of the two may have one record of this kind, and both have one that keeps its record from being deleted.
    case both(Referrers)
    /// A record is closed.
    case closed(StoreError)

    /// The error of a merge that is performed nevertheless.
    var error: StoreError {
      switch self {
      case .same(let referrers, let fields):
        .notUniqueTogether(entity: referrers.entity.name, fields: fields)
      case .fixed(let referrers):
        .readOnly(entity: referrers.entity.name, field: referrers.relationship.name)
      case .both(let referrers):
        .notUnique(entity: referrers.entity.name, field: referrers.relationship.name)
      case .closed(let error): error
      }
    }
  }

  /// The records that will refer to the record that stays.
  package fileprivate(set) var moved: [Referrers] = []
  /// The records that are deleted or lose their reference, as the delete rule of the relationship says: each of the two
  /// records may have one of them, and both have.
  package fileprivate(set) var left: [Referrers] = []
  /// The obstacles; empty if the merge can be done.
  package fileprivate(set) var obstacles: [Obstacle] = []
}

extension Transaction {
  /// The effects of a merge on other records, and the obstacles. Changes nothing.
  /// - Throws: ``StoreError`` `.notFound`, `.derived`.
  package func plan(_ merge: RecordMerge, of entity: EntityDescription) throws -> MergePlan {
    let (own, other) = (
      try existing(entity, merge.id, ifStill: nil), try existing(entity, merge.other, ifStill: nil)
    )
    guard merge.id != merge.other else {
      throw StoreError.invalid([FieldFault("with", "A record can't be merged with itself")])
    }
    for note in [own, other] { try checkAuthor(of: note) }
    var plan = MergePlan()
    if protectsClosedRecords, let closing = other.closing {
      plan.obstacles.append(.closed(.closed(entity: entity.name, id: merge.other, closing)))
    }
    for (referrer, relationship) in model.references(to: entity) {
      let ids = try referring(referrer, relationship, to: merge.other).filter {
        referrer.name != entity.name || $0 != merge.id && $0 != merge.other
      }
      guard !ids.isEmpty else { continue }
      let referrers = MergePlan.Referrers(entity: referrer, relationship: relationship, count: ids.count)
      if relationship.isUnique, try !referring(referrer, relationship, to: merge.id).isEmpty {
        if relationship.deleteRule == .deny {
          plan.obstacles.append(.both(referrers))
        } else {
          plan.left.append(referrers)
        }
        continue
      }
      plan.moved.append(referrers)
      plan.obstacles += try obstacles(to: merge, own, referrers, ids)
    }
    return plan
  }

  private func obstacles(
    to merge: RecordMerge, _ own: AnyRecord, _ referrers: MergePlan.Referrers, _ ids: [RecordID]
  ) throws -> [MergePlan.Obstacle] {
    let (referrer, relationship) = (referrers.entity, referrers.relationship)
    if relationship.writability != .always { return [.fixed(referrers)] }
    if protectsClosedRecords {
      if relationship.isRequired, relationship.deleteRule == .cascade, let closing = own.closing {
        return [.closed(.closed(entity: own.entity.name, id: merge.id, closing))]
      }
      if !referrer.closings.isEmpty {
        for id in ids {
          guard let record = try record(referrer, id: id), let closing = record.sealing else { continue }
          return [.closed(.closed(entity: referrer.name, id: id, closing))]
        }
      }
    }
    let column = relationship.column
    for index in TableSchema(entity: referrer, model: model).uniqueIndices
    where index.columns.count > 1 && index.columns.contains(column) {
      let others = index.columns.filter { $0 != column }
      let same = others.map { "a.\(SQL.name($0)) = b.\(SQL.name($0))" }.joined(separator: " AND ")
      let count = try RawStatement(
        """
        SELECT count(*) FROM \(SQL.name(referrer.table)) a JOIN \(SQL.name(referrer.table)) b ON \(same) \
        WHERE a.\(SQL.name(column)) = ? AND b.\(SQL.name(column)) = ?
        """, in: database
      ).integer(.integer(merge.other), .integer(merge.id))
      guard let count, count > 0 else { continue }
      let fields = others.compactMap { name in referrer.columns.first { $0.column == name }?.name }
      let doubled = MergePlan.Referrers(entity: referrer, relationship: relationship, count: Int(count))
      return [.same(doubled, fields: fields)]
    }
    return []
  }

  /// Merges two records into one: the record that stays gets the chosen values, the references and links of the other one,
  /// and the other one is deleted.
  /// - Returns: the record that stays.
  /// - Throws: ``StoreError`` of the first obstacle of the ``MergePlan``, and of what updating and deleting throw.
  @discardableResult
  package func merge(_ merge: RecordMerge, of entity: EntityDescription) throws -> AnyRecord {
    try requireExclusiveTransaction()
    let plan = try plan(merge, of: entity)
    if let obstacle = plan.obstacles.first { throw obstacle.error }
    let (own, other) = (
      try existing(entity, merge.id, ifStill: nil), try existing(entity, merge.other, ifStill: nil)
    )
    name = Phrase("Merged {title} with {other}", ["title": own.titleArgument, "other": other.titleArgument])
    for referrers in plan.moved { try move(referrers, merge, of: entity) }
    try uniteLinks(merge, of: entity)
    let merged = merge.merged(own, other)
    try free(other, of: merged)
    // Before the record that stays gets its unique values.
    try delete(entity, id: merge.other)
    let stored = try update(merged)
    try checkRules(ofOwner: entity, merge.id)
    return stored
  }

  private func move(
    _ referrers: MergePlan.Referrers, _ merge: RecordMerge, of entity: EntityDescription
  ) throws {
    let (referrer, relationship) = (referrers.entity, referrers.relationship)
    guard let position = referrer.position(of: relationship.name) else { return }
    let last = try lastPlaces(referrer, position, in: merge.id)
    for id in try referring(referrer, relationship, to: merge.other) {
      if referrer.name == entity.name, id == merge.id || id == merge.other { continue }
      guard let before = try record(referrer, id: id) else { continue }
      var after = before
      let changed = move(&after, position, to: merge.id, behind: last).filter { after.values[$0] != before.values[$0] }
      try write(after, over: before, changed)
    }
  }

  // A reference of the record that stays to the other one would keep that from being deleted, or delete both.
  private func free(_ other: AnyRecord, of merged: AnyRecord) throws {
    let entity = merged.entity
    guard let before = try record(entity, id: merged.id ?? 0) else { return }
    var after = before
    let positions = entity.columns.indices.filter {
      if case .toOne(let relationship) = entity.columns[$0], relationship.target == entity.name {
        return before.values[$0] == .integer(other.id ?? 0)
      }
      return false
    }
    for position in positions { after.values[position] = merged.values[position] }
    try write(after, over: before, positions)
  }

  private func uniteLinks(_ merge: RecordMerge, of entity: EntityDescription) throws {
    for owner in model.entities where !owner.isDerived {
      for relationship in owner.relationships where relationship.cardinality == .manyToMany {
        if owner.name == entity.name {
          for related in try related(entity, relationship, of: merge.other) where related != merge.id {
            let isSelf = relationship.target == entity.name && related == merge.other
            if !isSelf { try link(entity, relationship, of: merge.id, to: related) }
          }
        }
        // A relationship without an inverse is known on one side only.
        guard relationship.target == entity.name, relationship.inverse == nil, let table = relationship.joinTable,
          let columns = relationship.joinColumns
        else { continue }
        let owners = try RawStatement(
          "SELECT \(SQL.name(columns.own)) FROM \(SQL.name(table)) WHERE \(SQL.name(columns.related)) = ?", in: database
        )
        owners.bind(.integer(merge.other), at: 1)
        var ids: [RecordID] = []
        while try owners.step() { ids.append(owners.integer(column: 0)) }
        owners.reset()
        for id in ids where owner.name != entity.name || id != merge.id && id != merge.other {
          try link(owner, relationship, of: id, to: merge.id)
        }
      }
    }
  }
}

extension Store {
  /// The effects of a merge of two records on other records, and the obstacles.
  /// - Throws: ``StoreError`` `.notFound`, `.derived`, `.invalid`; `CancellationError` where the task is cancelled.
  package func plan(
    _ merge: RecordMerge, of entity: EntityDescription, _ origin: ChangeSet.Origin
  ) async throws -> MergePlan {
    DependencyRecorder.current?.note(.everything)
    return try await tryOut(as: origin) { try $0.plan(merge, of: entity) }
  }
}
