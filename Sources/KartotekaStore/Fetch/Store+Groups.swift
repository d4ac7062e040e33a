import KartotekaModel

extension Store {
  /// The records that a to-one relationship of an entity leads to, under the values of one of its attributes.
  ///
  /// Computed in time that grows with the entity's records, once for all callers that ask at the same time, and cached
  /// until one of the two entities changes.
  /// - Parameter order: the attributes of the related entity by which its records are sorted within a group.
  /// - Parameter labels: the labels of the attribute's choices, which people read instead of its values.
  /// - Throws: ``StoreError`` `.unknownField`.
  package func groups(
    of source: EntityDescription, by attribute: String, showing relationship: String, order: [String],
    labels: [String: String] = [:], collation: Collation = .root
  ) async throws -> RecordGroups {
    guard let grouping = source.attribute(attribute), let leading = source.relationship(relationship) else {
      throw StoreError.unknownField(entity: source.name, field: attribute)
    }
    let sql = try GroupsSQL(
      source, by: grouping, showing: leading, mapping.entity(leading.target), order, collation.language)
    let key = GroupsKey(
      source: source.name, relationship: relationship, attribute: attribute, order: order, labels: labels,
      collation: collation)
    let entities: Set = [source.name, leading.target]
    DependencyRecorder.current?.note(.entities(entities))
    while true {
      let version = try await latestVersion()
      if let known = caches.groups.known(key, at: version, until: entities) { return known }
      guard case .leader = try await groupFlights.join(key) else { continue }
      defer { groupFlights.end(key, with: nil) }
      return try await cached(caches.groups, key, until: entities) { database, _ in
        try sql.groups(in: database, collation) { name in
          if let label = labels[name] { return label }
          // The first line is what the collation's language calls it.
          let names = grouping.behavior.keyText(name, collation).split(separator: "\n", maxSplits: 1)
          return grouping.behavior.isTranslated ? names.first.map(String.init) ?? name : name
        }
      }
    }
  }
}

/// The statements that ``Store/groups(of:by:showing:order:collation:)`` reads by.
private struct GroupsSQL {
  /// The pairs of a value and a related record, with their numbers.
  private let pairs: String
  private let titles: String

  init(
    _ source: EntityDescription, by grouping: AttributeDescription, showing leading: RelationshipDescription,
    _ target: EntityDescription, _ order: [String], _ language: Language
  ) throws {
    let columns = try order.map { name in
      guard let attribute = target.attribute(name) else {
        throw StoreError.unknownField(entity: target.name, field: name)
      }
      return "coalesce(\(SQL.name(attribute.column)), '')"
    }
    let (table, column) = (SQL.name(source.table), SQL.name(leading.column))
    let value = TranslatedText.sql(grouping, of: source, "s", language) ?? "s." + SQL.name(grouping.column)
    pairs = """
      SELECT coalesce(\(value), ''), \(column), count(*) FROM \(table) s \
      WHERE \(column) IS NOT NULL GROUP BY 1, 2
      """
    titles = """
      SELECT id, \(columns.joined(separator: " || ' ' || ")) FROM \(SQL.name(target.table)) \
      WHERE id IN (SELECT \(column) FROM \(table))
      """
  }

  func groups(in database: SQLConnection, _ collation: Collation, name: (String) -> String) throws -> RecordGroups {
    let rows = try RawStatement(pairs, in: database)
    defer { rows.reset() }
    var found: [(name: String, id: RecordID, count: Int)] = []
    // Many records have the same value.
    var called: [String: String] = [:]
    while try rows.step() {
      let value = rows.text(column: 0)
      let name = called[value] ?? name(value)
      called[value] = name
      found.append((name, rows.integer(column: 1), Int(rows.integer(column: 2))))
    }
    let named = try RawStatement(titles, in: database)
    defer { named.reset() }
    var names: [RecordID: String] = [:]
    while try named.step() { names[named.integer(column: 0)] = named.text(column: 1) }
    return RecordGroups(found, titles: names, collation)
  }
}
