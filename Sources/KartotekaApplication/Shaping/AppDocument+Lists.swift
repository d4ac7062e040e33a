import KartotekaModel
import KartotekaScreens

// Changes of a designed application's lists. A description without tabs has a list of each entity; the first change of a list
// writes them down.
extension AppDocument {
  /// The list of an entity; nil if its screen is another one.
  package func list(of entity: String) -> ListDescription? {
    description.tabs.lazy.compactMap { tab -> ListDescription? in
      if case .list(let list) = tab.screen, list.entity == entity { list } else { nil }
    }.first
  }

  /// Changes the lists of an entity.
  package mutating func changeLists(of entity: String, _ change: (inout ListDescription) -> Void) {
    var tabs = tabs ?? StandardTabs.tabs(of: ModelDescription(drafts: entities))
    for index in tabs.indices {
      guard case .list(var list) = tabs[index].screen, list.entity == entity else { continue }
      change(&list)
      tabs[index].screen = .list(list)
    }
    if tabs != writtenTabs { self.tabs = tabs }
  }

  mutating func showSection(_ name: String, of entity: String) {
    guard tabs != nil else { return }
    let relationship = self.entity(entity)?.relationships.first { $0.name == name }
    let isShared = relationship?.cardinality == .manyToMany
    changeLists(of: entity) { list in
      list.show(name, isShared: isShared)
    }
  }

  /// Takes a field that no longer exists out of lists, tables, keys and sort orders.
  mutating func forget(_ name: String, of entity: String) {
    guard let place = entities.firstIndex(where: { $0.name == entity }) else { return }
    entities[place].uniqueKeys.removeAll { $0.contains(name) }
    entities[place].sortOrders.removeAll { $0.contains { $0.name == name } }
    entities[place].searchPaths.removeAll { $0.relationship == name }
    // Without the owner they are plain numbers.
    for index in entities[place].attributes.indices where entities[place].attributes[index].placeIn == name {
      entities[place].attributes[index].placeIn = nil
    }
    forgetInTabs(name, of: entity)
    forgetStates(with: name, of: entity)
    for index in entities.indices {
      for path in entities[index].searchPaths where path.attribute == name {
        guard entities[index].relationships.first(where: { $0.name == path.relationship })?.target == entity else {
          continue
        }
        entities[index].searchPaths.removeAll { $0 == path }
      }
    }
  }

  /// Gives lists without a first line the title of their records.
  mutating func completeLists() {
    guard var tabs else { return }
    for index in tabs.indices {
      guard case .list(var list) = tabs[index].screen, list.title.isEmpty, let entity = entity(list.entity) else {
        continue
      }
      let readable = entity.attributes.filter { !$0.isBytes }
      guard let first = readable.first(where: \.isTitle) ?? readable.first else { continue }
      list.title = [first.name]
      list.subtitle.removeAll { $0 == first.name }
      if list.sort.isEmpty { list.sort = [FetchSort(first.name)] }
      list.hasInitials = list.hasInitials && first.kind == .text
      tabs[index].screen = .list(list)
    }
    self.tabs = tabs
  }

  private mutating func forgetInTabs(_ name: String, of entity: String) {
    guard var tabs else { return }
    let targets = Dictionary(
      entities.flatMap { owner in owner.relationships.map { (owner.name + "." + $0.name, $0.target) } },
      uniquingKeysWith: { first, _ in first })
    for index in tabs.indices {
      switch tabs[index].screen {
      case .list(var list):
        let owner = list.entity
        func isGone(_ path: String) -> Bool {
          if owner == entity, path == name || path.hasPrefix(name + ".") { return true }
          let steps = path.split(separator: ".").map(String.init)
          return steps.count == 2 && steps[1] == name && targets[owner + "." + steps[0]] == entity
        }
        list.title.removeAll(where: isGone)
        list.titleElse.removeAll(where: isGone)
        list.subtitle.removeAll(where: isGone)
        list.details.removeAll { isGone($0.name) }
        if list.value.map(isGone) ?? false { list.value = nil }
        if list.picture.map(isGone) ?? false { list.picture = nil }
        list.searched.removeAll(where: isGone)
        list.sort.removeAll { isGone($0.name) }
        list.sections.removeAll { isGone($0.name) }
        Self.forgetInGalleries(of: &list, name, of: entity, targets)
        if list.layoutFields.contains(where: isGone) { list.layout = nil }
        list.card.omitted.removeAll(where: isGone)
        list.card.numbers.removeAll(where: isGone)
        list.card.address.removeAll(where: isGone)
        if list.card.mark.map({ isGone($0.attribute) }) ?? false { list.card.mark = nil }
        for group in list.fieldGroups.indices { list.fieldGroups[group].fields.removeAll(where: isGone) }
        list.fieldGroups.removeAll { $0.fields.isEmpty }
        Self.forgetInLines(of: &list, name, of: entity, targets)
        for document in list.documents.indices {
          list.documents[document].forget(isGone)
          guard let table = list.documents[document].table,
            targets[list.entity + "." + table.relationship] == entity
          else { continue }
          list.documents[document].table?.columns.removeAll { $0 == name }
          if list.documents[document].table?.columns.isEmpty == true { list.documents[document].table = nil }
        }
        tabs[index].screen = .list(list)
      case .table(var table) where table.entity == entity:
        table.columns.removeAll { $0 == name }
        table.filters.removeAll { $0.name == name }
        table.sort.removeAll { $0.name == name }
        tabs[index].screen = .table(table)
      default: break
      }
    }
    self.tabs = tabs
  }

  // - Parameter targets: the entities that relationships lead to, by `entity.relationship`.
  private static func forgetInLines(
    of list: inout ListDescription, _ name: String, of entity: String, _ targets: [String: String]
  ) {
    guard var lines = list.lines else { return }
    let line = targets[list.entity + "." + lines.relationship]
    let item = line.flatMap { targets[$0 + "." + lines.item] }
    guard let line, let item, !(line == entity && lines.quantity == name) else {
      list.lines = nil
      if line != nil { list.show(lines.relationship, isShared: false) }
      return
    }
    let owner = list.entity
    lines.forget { field, place in
      let gone =
        switch place {
        case .owner: owner
        case .line: line
        case .item: item
        }
      return field == name && gone == entity
    }
    list.lines = lines
  }
}

extension ListDescription {
  /// The fields of the layout in which its tab opens.
  var layoutFields: [String] {
    guard let layout = layout.flatMap({ ListShape.Layout($0) }) else { return [] }
    var (shape, names) = (ListShape(), [String]())
    shape.layout = layout
    _ = shape.renaming { name in
      names.append(name)
      return name
    }
    return names
  }

  /// Shows the related records of a relationship on records' pages.
  /// - Parameter isShared: whether other records can have the same related records.
  package mutating func show(_ relationship: String, isShared: Bool) {
    guard !sections.contains(where: { $0.name == relationship }) else { return }
    sections.append(Section(relationship, adding: isShared ? "Add" : nil, offersNew: !isShared))
  }
}
