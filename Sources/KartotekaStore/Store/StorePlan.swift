import KartotekaModel

/// What a store works out once about its model: readers, key tables, and the SQL that does not change.
struct StorePlan: Sendable {
  let model: ModelDescription
  let marks: ChangeMarks
  private let readers: [String: RecordReader]
  private let keyTables: [String: KeyTable]
  /// The tables of derived entities.
  let allDerived: [DerivedTable]

  init(_ model: ModelDescription) {
    self.model = model
    marks = ChangeMarks(model)
    allDerived = model.entities.compactMap { DerivedTable($0, in: model) }
    readers = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, RecordReader($0)) })
    keyTables = Dictionary(
      uniqueKeysWithValues: model.entities.compactMap { entity in KeyTable(entity).map { (entity.name, $0) } }
    )
  }

  /// The derived tables that follow from an entity's.
  func derived(from source: EntityDescription) -> [DerivedTable] {
    allDerived.filter { $0.source.name == source.name }
  }

  func reader(of entity: EntityDescription) -> RecordReader { readers[entity.name] ?? RecordReader(entity) }

  func keys(of entity: EntityDescription) -> KeyTable? { keyTables[entity.name] }

  var allKeys: [KeyTable] { model.entities.compactMap { keyTables[$0.name] } }

  func entity(_ name: String) throws -> EntityDescription {
    guard let entity = model.entity(named: name) else {
      throw StoreError.unknownField(entity: name, field: "")
    }
    return entity
  }

  /// The ids that a to-many or many-to-many relationship leads to, by the id it is asked of.
  func relatedSQL(_ relationship: RelationshipDescription) -> String {
    if let table = relationship.joinTable, let columns = relationship.joinColumns {
      return
        "SELECT \(SQL.name(columns.related)) FROM \(SQL.name(table)) WHERE \(SQL.name(columns.own)) = ? ORDER BY 1"
    }
    let target = model.entity(named: relationship.target)
    let column = target?.relationship(relationship.inverse ?? "")?.column ?? "id"
    return
      "SELECT id FROM \(SQL.name(target?.table ?? relationship.target)) WHERE \(SQL.name(column)) = ? ORDER BY 1"
  }
}
