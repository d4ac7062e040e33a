import KartotekaModel
import KartotekaStore

/// Makes a model of what a SQLite file contains. Entities have the names of their tables, and fields those of their columns.
struct ReflectedModel {
  private let file: ReflectedFile
  private let isReadOnly: Bool
  private let separate: Set<String>
  private let plurals: [String: String]
  private var relationships: [String: [RelationshipDescription]] = [:]

  /// - Parameter separate: join tables that are no many-to-many relationships.
  init(_ file: ReflectedFile, isReadOnly: Bool, separate: Set<String> = []) {
    self.file = file
    self.separate = separate
    self.isReadOnly = isReadOnly
    plurals = Self.plurals(file.tables.map(\.name))
    for table in file.tables { relate(table) }
    for table in file.tables { link(table) }
  }

  /// The model. The entities that matter most come first.
  var model: ModelDescription {
    let tables = file.tables.sorted { (-importance($0), $0.name) < (-importance($1), $1.name) }
    return ModelDescription(entities: tables.map(entity))
  }

  // Tables that others refer to and that have much to say. Join tables and views come last.
  private func importance(_ table: ReflectedTable) -> Int {
    if table.isView { return -100 }
    if isJoin(table) { return -50 }
    let referrers = file.tables.reduce(0) { count, other in
      count + other.foreignKeys.count { $0.target.lowercased() == table.name.lowercased() }
    }
    return min(referrers, 5) * 3 + min(table.columns.count, 12) + (table.greatestRowID > 0 || !table.hasRowID ? 10 : 0)
  }

  private func entity(_ table: ReflectedTable) -> EntityDescription {
    var source = EntitySource(table: table.name)
    source.isReadOnly = isReadOnly || table.isView || (table.rowID == nil && table.key.isEmpty)
    if file.isAdopted, !isReadOnly { source.schema = "main" }
    source.rowID = table.rowID
    source.key = table.hasIntegerKey ? [] : table.key
    source.references = references(of: table)
    source.checks = table.namedChecks
    source.replaces = table.sql.uppercased().contains("REPLACE")
    source.unknownCollations = Set(table.columns.lazy.filter(\.hasUnknownCollation).map(\.name))
    let own = relationships[table.name] ?? []
    let references = Set(own.filter { $0.cardinality == .toOne }.map(\.name))
    var attributes: [AttributeDescription] = []
    var taken: Set<String> = ["id"]
    func column(_ name: String) -> String {
      var free = name
      while !taken.insert(free.lowercased()).inserted { free += "_" }
      if free != name { source.renamed[free] = name }
      return free
    }
    for reflected in table.columns where !references.contains(reflected.name) {
      // The id of the record itself.
      if table.hasIntegerKey, reflected.keyPlace > 0, reflected.name == "id" { continue }
      var attribute = KindGuess.attribute(reflected, name: reflected.name)
      attribute.column = column(reflected.name)
      let isKey = reflected.keyPlace > 0
      attribute.isRequired =
        reflected.isNotNull && reflected.defaultSQL == nil && !reflected.isGenerated
        && !(table.hasIntegerKey && isKey)
      attribute.isUnique = !table.isView && (table.uniqueKeys + [table.key]).contains([reflected.name])
      if isKey, table.hasIntegerKey || !table.hasRowID { attribute.writability = .onInsert }
      if isReadOnly || table.isView { attribute.writability = .never }
      attributes.append(attribute)
    }
    for position in KindGuess.positions(of: table) {
      let names = Set(attributes.map(\.name) + own.map(\.name))
      var name = position.name
      while names.contains(name) { name += "_" }
      var attribute = AttributeDescription(name: name, label: ReflectedNames.label(position.name), kind: .coordinate)
      attribute.source = ColumnSource(type: "", isNumeric: false, isNotNull: false)
      attribute.column = column(name)
      attribute.writability = .never
      source.positions[attribute.column] = .init(latitude: position.latitude, longitude: position.longitude)
      attributes.append(attribute)
    }
    for name in titles(of: table, attributes) {
      for index in attributes.indices where attributes[index].name == name { attributes[index].isTitle = true }
    }
    let related = own.map { relationship in
      var relationship = relationship
      if relationship.cardinality == .toOne { relationship.column = column(relationship.name) }
      if isReadOnly { relationship.writability = .never }
      return relationship
    }
    return EntityDescription(
      name: table.name, plural: plurals[table.name] ?? table.name, table: table.name,
      nouns: ReflectedNames.nouns(table.name),
      attributes: attributes, relationships: related,
      uniqueKeys: table.uniqueKeys.filter { $0.count > 1 }, source: source)
  }

  // The names in addresses of tables whose own names can't stand there.
  private static func plurals(_ tables: [String]) -> [String: String] {
    var (plurals, taken): ([String: String], Set<String>) = ([:], Set(tables))
    for name in tables where ReservedNames.paths.contains(name) || !ReflectedNames.isPathComponent(name) {
      var free = name + "-table"
      while !taken.insert(free).inserted { free += "-table" }
      plurals[name] = free
    }
    return plurals
  }

  // The foreign keys of several columns.
  private func references(of table: ReflectedTable) -> [EntitySource.ForeignKey] {
    table.foreignKeys.compactMap { reference in
      guard reference.columns.count > 1, let target = file.table(reference.target), !target.isView else { return nil }
      let columns = reference.targetColumns.isEmpty ? target.key : reference.targetColumns
      guard columns.count == reference.columns.count else { return nil }
      return EntitySource.ForeignKey(
        columns: reference.columns, target: target.name, targetColumns: columns,
        deleteRule: Self.rule(reference.onDelete))
    }
  }

  // MARK: Titles

  private func titles(of table: ReflectedTable, _ attributes: [AttributeDescription]) -> [String] {
    let texts = attributes.filter { $0.isText && $0.kind != .date }
    func first(_ keys: [String]) -> String? {
      for key in keys { if let found = texts.first(where: { Naming.key($0.name) == key }) { return found.name } }
      return nil
    }
    if let given = first(["firstname", "givenname", "forename"]),
      let family = first(["lastname", "surname", "familyname"])
    {
      return [given, family]
    }
    if let name = first(["name", "title", "label", "subject", "fullname", "displayname", "caption"]) { return [name] }
    let noun = Naming.key(NameKey(table.name).singular)
    if let name = texts.first(where: { [noun + "name", noun + "title"].contains(Naming.key($0.name)) }) {
      return [name.name]
    }
    if let name = texts.first(where: { attribute in
      let key = Naming.key(attribute.name)
      return key.hasSuffix("name") || key.hasSuffix("title")
    }) {
      return [name.name]
    }
    let declared = texts.first { attribute in
      table.columns.first { $0.name == attribute.name }.map { !$0.type.isEmpty || !$0.samples.isEmpty } ?? false
    }
    return declared.map { [$0.name] } ?? []
  }

  private struct NameKey {
    let singular: String
    init(_ table: String) { singular = ReflectedNames.nouns(table).one }
  }

  // MARK: Relationships

  private mutating func relate(_ table: ReflectedTable) {
    for reference in table.foreignKeys {
      guard reference.columns.count == 1,
        let column = table.columns.first(where: { $0.name.lowercased() == reference.columns[0].lowercased() }),
        let target = file.table(reference.target), !target.isView, !(column.keyPlace > 0 && table.hasIntegerKey),
        relationships[table.name]?.contains(where: { $0.name == column.name }) != true
      else { continue }
      let wanted = reference.targetColumns.first ?? (target.key.count == 1 ? target.key[0] : "")
      guard let targetColumn = target.columns.first(where: { $0.name.lowercased() == wanted.lowercased() }) else {
        continue
      }
      let isByID = target.hasIntegerKey && targetColumn.keyPlace > 0
      guard isByID || target.rowID != nil || !target.key.isEmpty, column.name != "id" else { continue }
      var toOne = RelationshipDescription(
        name: column.name, label: ReflectedNames.reference(column.name), cardinality: .toOne, target: target.name)
      toOne.source = ColumnSource(type: column.type.uppercased(), isNumeric: true, isNotNull: column.isNotNull)
      if !isByID { toOne.keyed = .init(target: targetColumn.name) }
      toOne.isRequired = column.isNotNull && column.defaultSQL == nil
      toOne.isUnique = table.uniqueKeys.contains([column.name])
      toOne.deleteRule = Self.rule(reference.onDelete)
      if column.isGenerated { toOne.writability = .never }
      if column.keyPlace > 0, !table.hasRowID { toOne.writability = .onInsert }
      let inverse = name(of: table, through: column.name, to: target)
      toOne.inverse = inverse
      relationships[table.name, default: []].append(toOne)
      var toMany = RelationshipDescription(
        name: inverse, label: Self.capitalized(ReflectedNames.nouns(table.name).many), cardinality: .toMany,
        target: table.name)
      if table.foreignKeys.count(where: { $0.target.lowercased() == target.name.lowercased() }) > 1 {
        toMany.label += " (\(toOne.label.lowercased()))"
      }
      toMany.inverse = toOne.name
      relationships[target.name, default: []].append(toMany)
    }
  }

  // Names of paths below a record.
  private static let reserved = ReservedNames.fields.union(ReservedNames.recordAddresses).union(["several"])

  private func name(of table: ReflectedTable, through column: String, to target: ReflectedTable) -> String {
    let taken = Set(target.columns.map(\.name) + (relationships[target.name] ?? []).map(\.name)).union(Self.reserved)
    if !taken.contains(table.name), ReflectedNames.isPathComponent(table.name) { return table.name }
    var name = "\(table.name) (\(column))"
    while taken.contains(name) { name += "_" }
    return name
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static func rule(_ action: String) -> DeleteRule {
    switch action {
    case "CASCADE": .cascade
    case "SET NULL": .nullify
    default: .deny
    }
  }

  // MARK: Join tables

  private func isJoin(_ table: ReflectedTable) -> Bool { !separate.contains(table.name) && isPair(table) }

  /// The tables that are, or can be, many-to-many relationships, by name.
  var pairs: [String] { file.tables.filter(isPair).map(\.name) }

  // Two references and nothing else.
  private func isPair(_ table: ReflectedTable) -> Bool {
    let references = (relationships[table.name] ?? []).filter { $0.cardinality == .toOne && $0.keyed == nil }
    guard references.count == 2, !table.isView else { return false }
    let names = Set(references.map(\.name))
    let others = table.columns.filter { !names.contains($0.name) }
    return others.allSatisfy { table.hasIntegerKey && $0.keyPlace > 0 }
      && (table.uniqueKeys + [table.key]).contains { Set($0) == names }
  }

  private mutating func link(_ table: ReflectedTable) {
    guard isJoin(table) else { return }
    let references = (relationships[table.name] ?? []).filter { $0.cardinality == .toOne && $0.keyed == nil }
    guard references.count == 2, let one = file.table(references[0].target),
      let other = file.table(references[1].target)
    else { return }
    let first = linkName(to: other, of: one, references[1].name)
    add(first, references[0], references[1], of: table, on: one, inverse: nil)
    guard one.name != other.name else { return }
    let second = linkName(to: one, of: other, references[0].name)
    add(second, references[1], references[0], of: table, on: other, inverse: first)
    if let index = relationships[one.name]?.firstIndex(where: { $0.name == first }) {
      relationships[one.name]?[index].inverse = second
    }
  }

  private func linkName(to target: ReflectedTable, of owner: ReflectedTable, _ column: String) -> String {
    name(of: target, through: column, to: owner)
  }

  private mutating func add(
    _ name: String, _ own: RelationshipDescription, _ related: RelationshipDescription, of table: ReflectedTable,
    on owner: ReflectedTable, inverse: String?
  ) {
    var relationship = RelationshipDescription(
      name: name, label: Self.capitalized(ReflectedNames.nouns(related.target).many), cardinality: .manyToMany,
      target: related.target)
    relationship.inverse = inverse
    relationship.joinTable = JoinSource.name(of: table.name)
    relationship.joinColumns = .init(own: own.name, related: related.name)
    relationships[owner.name, default: []].append(relationship)
  }
}
