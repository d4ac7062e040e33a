import KartotekaModel

/// The subject of a sort: the id, a column, a computed value or the state of a record, or of the one that to-one
/// relationships lead to (`customer.country`).
struct SortSubject {
  private enum Subject {
    case id
    case column(ColumnDescription)
    case computed
  }

  private let relationships: [RelationshipDescription]
  /// The entity that has what is named last.
  private let entity: EntityDescription
  private let name: String
  private let subject: Subject

  /// - Throws: ``StoreError`` `.unknownField` for a name that leads nowhere.
  init(_ path: String, of entity: EntityDescription, in mapping: SnapshotMapping) throws {
    // A column of another program's table may have a point in its name.
    var steps =
      entity.position(of: path) != nil
      ? [path] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let name = steps.popLast() ?? ""
    var (relationships, end): ([RelationshipDescription], EntityDescription) = ([], entity)
    for step in steps {
      guard let relationship = end.relationship(step), relationship.cardinality == .toOne else {
        throw StoreError.unknownField(entity: end.name, field: step)
      }
      relationships.append(relationship)
      end = try mapping.entity(relationship.target)
    }
    self.relationships = relationships
    self.entity = end
    self.name = name
    if name == "id" {
      subject = .id
    } else if let position = end.position(of: name) {
      subject = .column(end.columns[position])
    } else if end.computed(name) != nil || name == ComputedValues.stateKey && !end.states.isEmpty {
      subject = .computed
    } else {
      throw StoreError.unknownField(entity: entity.name, field: path)
    }
  }

  /// The column, or a computed text as one; nil for an id and other computed values, which no language sorts differently, such
  /// as days with an index.
  var column: ColumnDescription? {
    switch subject {
    case .column(let column): column
    case .computed:
      entity.computed(name).flatMap { computed in
        let isIndexed = computed.attribute.isSorted && computed.source.isOrderedNumber
        return computed.attribute.isText && !isIndexed ? .attribute(computed.attribute) : nil
      }
    case .id: nil
    }
  }

  /// The term of an order, by a subquery; nil for a column and the id of the record itself.
  func term(
    _ sort: FetchSort, _ mapping: SnapshotMapping, _ collation: Collation, _ displayOrder: DisplayOrder?
  ) throws -> FetchSQL.Term? {
    if let displayOrder, let term = try displayTerm(sort, mapping, collation, displayOrder) { return term }
    let id = try recordID(mapping)
    switch subject {
    case .id, .column: if relationships.isEmpty { return nil }
    case .computed: break
    }
    switch subject {
    case .id: return FetchSQL.Term(sort: sort, expression: id, column: nil, canBeNull: true)
    case .computed:
      guard let value = try ComputedSQL.value(name, entity, mapping, id: id) else {
        throw StoreError.unknownField(entity: entity.name, field: name)
      }
      guard let column else {
        return FetchSQL.Term(sort: sort, expression: value.sql, values: value.values, column: nil, canBeNull: true)
      }
      return FetchSQL.Term(
        sort: sort, expression: "coalesce(\(collation.function(of: column))(\(value.sql)), '')" + mapping.comparing,
        values: value.values,
        column: column, canBeNull: false)
    case .column(let column):
      let isFolded = SortKeyTable.isFolded(column)
      let keys =
        isFolded && collation == .root
        ? mapping.keys(of: entity).flatMap { $0.column(column.name) == nil ? nil : $0 } : nil
      let table = keys?.table ?? entity.table
      // A join takes a third of the time of a subquery for each record.
      let alias = SQL.name((relationships.map(\.name) + [table]).joined(separator: " "))
      var value = "\(alias).\(SQL.name(column.column))"
      if isFolded, keys == nil { value = "\(collation.function(of: column))(\(value))" }
      return FetchSQL.Term(
        sort: sort, expression: isFolded ? "coalesce(\(value), '')" + mapping.comparing : value, column: column,
        canBeNull: !isFolded,
        join: "LEFT JOIN \(SQL.name(table)) \(alias) ON \(alias).id = \(id)")
    }
  }

  /// The value as it is stored or computed, and the join that it needs.
  func value(_ mapping: SnapshotMapping) throws -> (sql: Fragment, join: String?) {
    let id = try recordID(mapping)
    switch subject {
    case .id: return (Fragment(sql: id), nil)
    case .computed:
      guard let value = try ComputedSQL.value(name, entity, mapping, id: id) else {
        throw StoreError.unknownField(entity: entity.name, field: name)
      }
      return (value, nil)
    case .column(let column):
      if relationships.isEmpty { return (Fragment(sql: "t." + SQL.name(column.column)), nil) }
      let alias = SQL.name((relationships.map(\.name) + [entity.table]).joined(separator: " "))
      return (
        Fragment(sql: "\(alias).\(SQL.name(column.column))"),
        "LEFT JOIN \(SQL.name(entity.table)) \(alias) ON \(alias).id = \(id)"
      )
    }
  }

  /// The sorted field in the model's terms; nil for relationships to several records.
  var filterSubject: FilterSubject? { FilterSubject(name, of: entity) }

  // The term of a choice or a translated text as it is read; nil for other columns.
  private func displayTerm(
    _ sort: FetchSort, _ mapping: SnapshotMapping, _ collation: Collation, _ displayOrder: DisplayOrder
  ) throws -> FetchSQL.Term? {
    guard case .column(.attribute(let attribute)) = subject else { return nil }
    let alias = relationships.isEmpty ? "t" : "r"
    func query(_ value: String) throws -> String {
      relationships.isEmpty
        ? value : "(SELECT \(value) FROM \(SQL.name(entity.table)) r WHERE r.id = \(try recordID(mapping)))"
    }
    if let values = displayOrder.choices[sort.name] {
      let ranks = values.indices.map { "WHEN ? THEN \($0)" }.joined(separator: " ")
      return FetchSQL.Term(
        sort: sort, expression: try query("CASE \(alias).\(SQL.name(attribute.column)) \(ranks) END"),
        values: values.map(Value.text), column: nil, canBeNull: true, isDisplayed: true)
    }
    guard let text = TranslatedText.sql(attribute, of: entity, alias, displayOrder.language) else { return nil }
    let key = try query("\(collation.function)(\(text))")
    return FetchSQL.Term(
      sort: sort, expression: "coalesce(\(key), '')" + mapping.comparing, column: .attribute(attribute),
      canBeNull: false,
      isDisplayed: true)
  }

  // The id of the record that the relationships lead to from `t`.
  private func recordID(_ mapping: SnapshotMapping) throws -> String {
    guard let first = relationships.first else { return "t.id" }
    var (id, target) = ("t." + SQL.name(first.column), try mapping.entity(first.target))
    for relationship in relationships.dropFirst() {
      id = "(SELECT r.\(SQL.name(relationship.column)) FROM \(SQL.name(target.table)) r WHERE r.id = \(id))"
      target = try mapping.entity(relationship.target)
    }
    return id
  }
}

/// The SQL of a text that other attributes translate (`.translating(_:to:)`), as people read it in one language.
enum TranslatedText {
  /// The expression on the row of an alias; nil if the attribute has no translation into the language. A text that equals
  /// none of its translations was typed by a person and is not translated.
  static func sql(
    _ attribute: AttributeDescription, of entity: EntityDescription, _ alias: String, _ language: Language
  ) -> String? {
    let translations = entity.translations(of: attribute.name)
    guard let position = translations[language.code] else { return nil }
    func column(_ position: Int) -> String { alias + "." + SQL.name(entity.columns[position].column) }
    let (text, shown) = (alias + "." + SQL.name(attribute.column), column(position))
    let all = translations.values.sorted().map(column).joined(separator: ", ")
    return "CASE WHEN \(shown) IS NOT NULL AND \(text) IN (\(all)) THEN \(shown) ELSE \(text) END"
  }
}
