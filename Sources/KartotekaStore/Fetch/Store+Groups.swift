import KartotekaModel

extension Store {
  /// The records that a to-one relationship of an entity leads to, under the values of one of its attributes.
  ///
  /// Worked out in time that grows with the entity's records, and cached until one of the two entities changes.
  /// - Parameter order: the attributes of the related entity by which its records are sorted within a group.
  /// - Throws: ``StoreError`` `.unknownField`.
  public func groups(
    of source: EntityDescription, by attribute: String, showing relationship: String, order: [String],
    collation: Collation = .root
  ) async throws -> RecordGroups {
    let key = GroupsKey(
      source: source.name, relationship: relationship, attribute: attribute, order: order, collation: collation)
    let read = Dependencies.entities([source.name] + (source.relationship(relationship).map { [$0.target] } ?? []))
    DependencyRecorder.current?.note(read)
    let version = try await latestVersion()
    return try await groups.value(key, at: version, changed: watch.lastChange(of: read.entities)) {
      guard let grouping = source.attribute(attribute), let leading = source.relationship(relationship) else {
        throw StoreError.unknownField(entity: source.name, field: attribute)
      }
      let target = try plan.entity(leading.target)
      let columns = try order.map { name in
        guard let attribute = target.attribute(name) else {
          throw StoreError.unknownField(entity: target.name, field: name)
        }
        return "coalesce(\(SQL.name(attribute.column)), '')"
      }
      let (table, column) = (SQL.name(source.table), SQL.name(leading.column))
      let pairs = """
        SELECT coalesce(\(SQL.name(grouping.column)), ''), \(column), count(*) FROM \(table) \
        WHERE \(column) IS NOT NULL GROUP BY 1, 2
        """
      let titles = """
        SELECT id, \(columns.joined(separator: " || ' ' || ")) FROM \(SQL.name(target.table)) \
        WHERE id IN (SELECT \(column) FROM \(table))
        """
      return try await groups(pairs: pairs, titles: titles, collation) { name in
        // The first line is what the collation's language calls it.
        let names = grouping.behavior.keyText(name, collation).split(separator: "\n", maxSplits: 1)
        return grouping.behavior.isTranslated ? names.first.map(String.init) ?? name : name
      }
    }
  }

  private func groups(
    pairs: String, titles: String, _ collation: Collation, name: @escaping @Sendable (String) -> String
  ) async throws -> RecordGroups {
    try await snapshot(noting: nil) { database in
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
}
