import KartotekaModel

/// Reads images as changes of the model's attributes and relationships.
struct HistoryReader {
  let database: SQLConnection
  let mapping: ModelMapping

  /// The change sets that changed a record, the newest first.
  func changeSets(of entity: EntityDescription, _ id: RecordID) throws -> [Int64] {
    let links = links(of: entity)
    let rows = try RawStatement(
      """
      SELECT deed FROM kartoteka_changes WHERE entity = +? AND record = ? AND last IS NULL \
      \(links.map { _ in "UNION SELECT deed FROM kartoteka_changes WHERE \(Self.isOwnLink)" }.joined(separator: " ")) \
      UNION SELECT deed FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
      WHERE entity = +? AND last IS NOT NULL AND record <= ? AND last >= ? ORDER BY 1 DESC
      """, in: database)
    rows.bind(
      [.text(entity.table), .integer(id)] + links.flatMap { Self.values(of: $0, id) }
        + [.text(entity.table), .integer(id), .integer(id)])
    defer { rows.reset() }
    var found: [Int64] = []
    while try rows.step() { found.append(rows.integer(column: 0)) }
    return found
  }

  /// The change sets that changed a record or its parts, with the records that each of them changed, the one itself first.
  func changed(
    with entity: EntityDescription, _ id: RecordID
  ) throws -> [Int64: [(entity: EntityDescription, id: RecordID)]] {
    var changed: [Int64: [(entity: EntityDescription, id: RecordID)]] = [:]
    for record in try [(entity: entity, id: id)] + parts(of: entity, id) {
      for changeSet in try changeSets(of: record.entity, record.id) {
        changed[changeSet, default: []].append(record)
      }
    }
    return changed
  }

  /// The changes of one record by a change set, in their order.
  func changes(by changeSet: Int64, of entity: EntityDescription, _ id: RecordID) throws -> [RecordChange] {
    let links = links(of: entity)
    // By the record's index and not by the change set's: one change set may have changed a million others.
    let own =
      (["entity = +? AND record = ? AND last IS NULL"] + links.map { _ in Self.isOwnLink })
      .map {
        "SELECT \(Self.columns) FROM kartoteka_changes INDEXED BY kartoteka_changes_record WHERE \($0) AND deed = ?"
      }
    let rows = try RawStatement(
      """
      \(own.joined(separator: " UNION ALL ")) \
      UNION ALL SELECT \(Self.columns) FROM kartoteka_changes INDEXED BY kartoteka_changes_range \
      WHERE entity = +? AND last IS NOT NULL AND record <= ? AND last >= ? AND deed = ? ORDER BY 1
      """, in: database)
    let number = Value.integer(changeSet)
    rows.bind(
      [.text(entity.table), .integer(id), number] + links.flatMap { Self.values(of: $0, id) + [number] }
        + [.text(entity.table), .integer(id), .integer(id), number])
    return try changes(rows)
  }

  /// The parts of a record (an order's lines): existing ones by the reference to it, deleted ones by their images.
  func parts(of entity: EntityDescription, _ id: RecordID) throws -> [(entity: EntityDescription, id: RecordID)] {
    try entity.relationships.flatMap { relationship -> [(entity: EntityDescription, id: RecordID)] in
      guard let owner = relationship.dependentOwner(in: mapping.model),
        let target = mapping.model.entity(named: relationship.target)
      else { return [] }
      let rows = try RawStatement(
        """
        SELECT id FROM \(SQL.name(target.table)) WHERE \(SQL.name(owner.column)) = ? \
        UNION \(DeletedPartIndex(of: target, owner).selection) ORDER BY 1
        """, in: database)
      rows.bind([.integer(id), .integer(id)])
      defer { rows.reset() }
      var found: [(entity: EntityDescription, id: RecordID)] = []
      while try rows.step() { found.append((target, rows.integer(column: 0))) }
      return found
    }
  }

  /// The changes of a change set, in their order.
  func changes(by changeSet: Int64, limit: Int = .max) throws -> [RecordChange] {
    let rows = try RawStatement(
      "SELECT \(Self.columns) FROM kartoteka_changes WHERE deed = ? ORDER BY id LIMIT ?", in: database)
    rows.bind([.integer(changeSet), .integer(Int64(limit))])
    return try changes(rows)
  }

  /// The changes of a change set after a place in it, record by record also where ranges of new records are stored.
  /// - Returns: the changes, at most `limit`, and the place of the last of them where more follow.
  func changes(
    by changeSet: Int64, after place: ChangePage.Place?, limit: Int
  ) throws -> (changes: [RecordChange], next: ChangePage.Place?) {
    let rows = try RawStatement(
      "SELECT \(Self.columns) FROM kartoteka_changes WHERE deed = ? AND id >= ? ORDER BY id", in: database)
    rows.bind([.integer(changeSet), .integer(place?.number ?? 0)])
    defer { rows.reset() }
    var found: [(change: RecordChange, place: ChangePage.Place)] = []
    while found.count <= limit, try rows.step() {
      let number = rows.integer(column: 0)
      guard let change = try change(rows) else { continue }
      let isBegun = number == place?.number
      guard let last = change.last else {
        if !isBegun { found.append((change, ChangePage.Place(number: number, id: change.id))) }
        continue
      }
      let first = isBegun ? max(change.id, (place?.id ?? 0) + 1) : change.id
      guard first <= last else { continue }
      for id in try ids(of: change.entity, first...last, limit: limit + 1 - found.count) {
        let one = RecordChange(entity: change.entity, id: id, last: nil, operation: .insert, fields: [])
        found.append((one, ChangePage.Place(number: number, id: id)))
      }
    }
    return (found.prefix(limit).map(\.change), found.count > limit ? found[limit - 1].place : nil)
  }

  // The number of the change, then what a change is made of.
  private static let columns = "id, entity, record, last, before, after"

  // An image of a link that was written for a record.
  private static let isOwnLink =
    "entity = +? AND record = ? AND substr(coalesce(before, after), 1, length(?)) = ?"

  private static func values(of link: ImageLink, _ id: RecordID) -> [Value] {
    [.text(link.table), .integer(id), .text(link.start), .text(link.start)]
  }

  private func links(of entity: EntityDescription) -> [ImageLink] { entity.relationships.compactMap { ImageLink($0) } }

  private func ids(of entity: String, _ range: ClosedRange<RecordID>, limit: Int) throws -> [RecordID] {
    let rows = try RawStatement(
      "SELECT id FROM \(SQL.name(mapping.entity(entity).table)) WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
      in: database
    )
    rows.bind([.integer(range.lowerBound), .integer(range.upperBound), .integer(Int64(limit))])
    defer { rows.reset() }
    var ids: [RecordID] = []
    while try rows.step() { ids.append(rows.integer(column: 0)) }
    return ids
  }

  private func changes(_ rows: RawStatement) throws -> [RecordChange] {
    defer { rows.reset() }
    var found: [RecordChange] = []
    while try rows.step() {
      if let change = try change(rows) { found.append(change) }
    }
    return found
  }

  private func change(_ row: RawStatement) throws -> RecordChange? {
    let images = try (Image(row.value(column: 4), mapping.blobs), Image(row.value(column: 5), mapping.blobs))
    return change(row.text(column: 1), row.integer(column: 2), row.value(column: 3).integer, images.0, images.1)
  }

  private func change(
    _ table: String, _ id: RecordID, _ last: RecordID?, _ before: Image?, _ after: Image?
  ) -> RecordChange? {
    guard let entity = mapping.model.entities.first(where: { $0.table == table }) else {
      return link(table, id, before, after)
    }
    let operation: RecordChange.Operation = before == nil ? .insert : after == nil ? .delete : .update
    let fields = entity.columns.compactMap { column -> RecordChange.Field? in
      // The change set itself says when and by whom.
      if column.stamp != nil { return nil }
      let (old, new) = (before?.shown(column.column), after?.shown(column.column))
      guard old != nil || new != nil, (old ?? .null) != (new ?? .null) else { return nil }
      return RecordChange.Field(name: column.name, before: old ?? .null, after: new ?? .null, isLink: false)
    }
    return RecordChange(entity: entity.name, id: id, last: last, operation: operation, fields: fields)
  }

  private func link(_ table: String, _ id: RecordID, _ before: Image?, _ after: Image?) -> RecordChange? {
    guard let values = (before ?? after)?.values, values.count == 2 else { return nil }
    for owner in mapping.model.entities {
      for relationship in owner.relationships
      where relationship.joinTable == table && relationship.joinColumns?.own == values[0].column {
        let field = RecordChange.Field(
          name: relationship.name, before: before == nil ? .null : values[1].value,
          after: after == nil ? .null : values[1].value, isLink: true)
        return RecordChange(entity: owner.name, id: id, last: nil, operation: .update, fields: [field])
      }
    }
    return nil
  }
}

extension Image {
  /// The value of a column; nil if the image has none. Bytes are only counted.
  fileprivate func shown(_ column: String) -> Value? {
    if let digest = digests.first(where: { $0.column == column })?.digest {
      return .blob(Blob(head: [], count: digest.count))
    }
    guard let value = values.first(where: { $0.column == column })?.value else { return nil }
    if case .blob(let blob) = value { return .blob(Blob(head: [], count: blob.count)) }
    return value
  }
}
