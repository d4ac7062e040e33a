import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The application of an opened file: the guessed description with the changes that people have made on screens.
///
/// A description of the file's application says only what the file leaves open: words, kinds of values, titles, order, screens,
/// references that the file does not declare, and which join tables are many-to-many relationships. Everything else is the
/// file's, which may change at any time.
package struct OpenedShape: Sendable {
  /// The file, with the references that a person has accepted.
  let shaped: ReflectedFile
  /// The application, described.
  package private(set) var description: AppDescription
  /// The statements of a description about tables and columns that the file does not have.
  package private(set) var notices: [Phrase] = []

  /// - Parameter stored: the description that people have made; nil for the guess alone.
  init(
    _ guess: AppDescription, of file: ReflectedFile, isReadOnly: Bool, changedBy stored: AppDocument?, _ sizes: Sizes
  ) {
    var known = file
    if let stored { Self.accept(stored, in: &known) }
    shaped = known
    let separate = stored.map(Self.separate) ?? []
    var model = ReflectedModel(known, isReadOnly: isReadOnly, separate: separate).model
    guard let stored else {
      description = AppDescription(
        name: guess.name, title: guess.title, summary: guess.summary, symbol: guess.symbol, hue: guess.hue,
        model: model, tabs: StandardTabs.tabs(of: model).map { sizes.adapted($0, model) })
      return
    }
    let own = Dictionary(stored.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in stored.entities where model.entity(named: entity.name) == nil {
      notices.append(Phrase("The file has no table {name} any more", ["name": .text(entity.name)]))
    }
    var entities: [EntityDescription] = []
    for entity in model.entities {
      guard let changed = own[entity.name] else {
        entities.append(entity)
        continue
      }
      notices += Self.notices(entity, changed)
      entities.append(Self.overlaid(entity, changed))
    }
    model = ModelDescription(entities: entities)
    description = AppDescription(
      name: guess.name, title: stored.title, summary: stored.summary, symbol: stored.symbol, hue: stored.hue,
      model: model, tabs: Self.tabs(of: model, stored, own, sizes))
  }

  // MARK: References

  // A to-one relationship of a column for which the file declares no foreign key was accepted by a person.
  private static func accept(_ stored: AppDocument, in file: inout ReflectedFile) {
    for entity in stored.entities {
      guard let place = file.tables.firstIndex(where: { $0.name == entity.name }) else { continue }
      for link in entity.relationships where link.cardinality == .toOne {
        let table = file.tables[place]
        guard let reference = table.reference(of: link.name, to: link.target, in: file) else { continue }
        file.tables[place].foreignKeys.append(
          .init(
            columns: [reference.column], target: reference.target, targetColumns: [], onDelete: "NO ACTION",
            isDeclared: false))
      }
    }
  }

  // A known join table is a table alone if no many-to-many relationship of the description leads through it.
  private static func separate(_ stored: AppDocument) -> Set<String> {
    let joined = Set(stored.entities.flatMap { $0.relationships.compactMap(\.joinTable) })
    // A table that became a join table by an accepted reference is not yet one here.
    return Set(stored.entities.map(\.name).filter { !joined.contains(JoinSource.name(of: $0)) })
  }

  // MARK: Fields

  private static func notices(_ entity: EntityDescription, _ own: DocumentEntity) -> [Phrase] {
    let links = own.relationships.filter { $0.cardinality == .toOne }
    return (own.attributes.map(\.name) + links.map(\.name)).filter { entity.position(of: $0) == nil }.map { name in
      Phrase("{table} has no column {name} any more", ["table": .text(entity.table), "name": .text(name)])
    }
  }

  private static func overlaid(_ entity: EntityDescription, _ own: DocumentEntity) -> EntityDescription {
    var attributes = entity.attributes
    for index in attributes.indices {
      guard let known = own.attributes.first(where: { $0.name == attributes[index].name }) else { continue }
      attributes[index].label = known.label
      attributes[index].isTitle = known.isTitle
      guard let kind = ColumnKind(known), let guessed = ColumnKind(attributes[index]) else { continue }
      attributes[index].kind = kind.name
      attributes[index].currency = kind == .money ? known.currency : nil
      attributes[index].choices = kind == .choice ? known.choices : []
      if kind != guessed { attributes[index].multiline = false }
    }
    var relationships = entity.relationships
    for index in relationships.indices {
      guard let known = own.relationships.first(where: { $0.name == relationships[index].name }) else { continue }
      relationships[index].label = known.label
    }
    return EntityDescription(
      name: entity.name, plural: entity.plural, table: entity.table, nouns: own.nouns,
      numberedTitle: own.numberedTitle,
      attributes: sorted(attributes, by: own.attributes.map(\.name), name: \.name),
      relationships: sorted(relationships, by: own.relationships.map(\.name), name: \.name),
      uniqueKeys: entity.uniqueKeys, source: entity.source)
  }

  // In the order of the names; those that are not among them follow as they were.
  private static func sorted<Element>(
    _ list: [Element], by names: [String], name: KeyPath<Element, String>
  ) -> [Element] {
    let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return list.enumerated().sorted { one, other in
      let (first, second) = (places[one.element[keyPath: name]] ?? .max, places[other.element[keyPath: name]] ?? .max)
      return (first, one.offset) < (second, other.offset)
    }.map(\.element)
  }

  // MARK: Screens

  private static func tabs(
    of model: ModelDescription, _ stored: AppDocument, _ own: [String: DocumentEntity], _ sizes: Sizes
  ) -> [TabDescription] {
    let standard = StandardTabs.tabs(of: model).map { sizes.adapted($0, model) }
    guard let written = stored.tabs else { return standard }
    var tabs: [TabDescription] = []
    for tab in written {
      guard case .list(var list) = tab.screen, let entity = model.entity(named: list.entity),
        !tabs.contains(where: { $0.screen.entity == list.entity })
      else { continue }
      list.keep(only: entity, in: model)
      if let own = own[entity.name] { list.add(of: entity, besides: own) }
      var tab = tab
      tab.path = entity.name
      tab.screen = .list(list)
      tabs.append(tab)
    }
    // Tables that are new in the file.
    return tabs
      + standard.filter { tab in !tabs.contains { $0.screen.entity == tab.screen.entity } }.map { tab in
        var tab = tab
        tab.isUnderMore = true
        return tab
      }
  }
}

extension ReflectedTable {
  /// The reference of a column to the only key column of another table that the file does not declare.
  /// - Returns: nil if the file declares one, or has no such column, table or key.
  func reference(of column: String, to target: String, in file: ReflectedFile) -> UndeclaredReference? {
    guard !isView, columns.contains(where: { $0.name == column }), column != "id",
      !foreignKeys.contains(where: { $0.columns.map { $0.lowercased() } == [column.lowercased()] }),
      let other = file.tables.first(where: { $0.name == target }), !other.isView, other.key.count == 1
    else { return nil }
    return UndeclaredReference(table: name, column: column, target: target, key: other.key[0])
  }
}

extension ListDescription {
  /// Leaves out what the entity does not have.
  fileprivate mutating func keep(only entity: EntityDescription, in model: ModelDescription) {
    func isReadable(_ name: String) -> Bool {
      entity.attribute(name).map { !$0.isBytes } ?? (entity.relationship(name)?.cardinality == .toOne)
    }
    func attribute(_ path: String) -> AttributeDescription? {
      if let own = entity.attribute(path) { return own }
      guard let point = path.firstIndex(of: "."), let link = entity.relationship(String(path[..<point])) else {
        return nil
      }
      return model.entity(named: link.target)?.attribute(String(path[path.index(after: point)...]))
    }
    func isSearched(_ path: String) -> Bool {
      attribute(path).map { $0.isText && ![.date, .timestamp, .coordinate].contains($0.kind) } ?? false
    }
    title.removeAll { !isReadable($0) }
    titleElse.removeAll { !isReadable($0) }
    subtitle.removeAll { !isReadable($0) }
    details.removeAll { !isReadable($0.name) }
    if let value, entity.attribute(value)?.behavior.isNumber != true { self.value = nil }
    if let picture, entity.attribute(picture)?.kind != .picture { self.picture = nil }
    searched.removeAll { !isSearched($0) }
    sort.removeAll { entity.attribute($0.name)?.isBytes ?? true }
    sections.removeAll { section in
      entity.relationship(section.name).map { $0.cardinality == .toOne } ?? true
    }
    for group in fieldGroups.indices { fieldGroups[group].fields.removeAll { entity.position(of: $0) == nil } }
    fieldGroups.removeAll { $0.fields.isEmpty }
    card.omitted.removeAll { entity.position(of: $0) == nil }
    card.numbers.removeAll { entity.position(of: $0) == nil }
    card.address.removeAll { entity.position(of: $0) == nil }
    (card.mark, card.years) = (nil, nil)
    subsets = []
    (lines, documents) = (nil, [])
    if openingLayout(of: entity, in: model) == nil { layout = nil }
    hasInitials = hasInitials && entity.attribute(sort.first?.name ?? "")?.kind == .stored
    if title.isEmpty { title = (entity.titleAttributes.map(\.name) + entity.columns.map(\.name)).prefix(1).map(\.self) }
  }

  /// Searches columns that are new, and shows related records that are.
  fileprivate mutating func add(of entity: EntityDescription, besides own: DocumentEntity) {
    for attribute in entity.attributes
    where attribute.isText && !searched.isEmpty && !own.attributes.contains(where: { $0.name == attribute.name })
      && ![.date, .timestamp, .coordinate].contains(attribute.kind) && !searched.contains(attribute.name)
    {
      searched.append(attribute.name)
    }
    for link in entity.relationships
    where link.cardinality != .toOne && !own.relationships.contains(where: { $0.name == link.name }) {
      show(link.name, isShared: link.cardinality == .manyToMany)
    }
  }
}

/// The greatest rowids of a file's tables, by which lists are adapted.
struct Sizes {
  // No index of the file has the order of folded texts. Of so many records it would take too long to sort them all.
  private static let mostSorted: Int64 = 50_000

  private let sizes: [String: Int64]

  init(_ file: ReflectedFile) {
    sizes = Dictionary(file.tables.map { ($0.name, $0.greatestRowID) }, uniquingKeysWith: { first, _ in first })
  }

  /// The tab of a list as it suits the file.
  func adapted(_ tab: TabDescription, _ model: ModelDescription) -> TabDescription {
    guard case .list(var list) = tab.screen, let entity = model.entity(named: list.entity) else { return tab }
    var tab = tab
    if sizes[list.entity, default: 0] > Self.mostSorted || sizes[list.entity, default: 0] < 0 {
      (list.sort, list.hasInitials) = ([], false)
    }
    if let value = list.value,
      entity.attribute(value)?.writability == .onInsert || entity.source?.key.contains(value) == true
    {
      list.value = nil
    }
    if list.title.isEmpty { list.title = entity.columns.prefix(1).map(\.name) }
    list.hasInitials = list.hasInitials && entity.attribute(list.sort.first?.name ?? "")?.kind == .stored
    tab.screen = .list(list)
    return tab
  }
}
