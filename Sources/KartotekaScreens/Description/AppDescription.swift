import KartotekaModel

/// Everything about an application that is data: one plain, versioned value from which schema, screens, API,
/// command line and documentation are derived.
public struct AppDescription: Sendable, Codable, Hashable {
  /// The version of this description's own form.
  public static let currentVersion = 1

  /// The version of the form it was written in.
  public let version: Int
  /// The name in addresses, on the command line and of the database file.
  public let name: String
  /// The title: a key into the catalogue.
  public let title: String
  /// One line about it: a key into the catalogue.
  public let summary: String
  /// The purpose, in a sentence that is shown while there are no records: a key into the catalogue; blank for none.
  public let purpose: String
  /// Its symbol.
  public let symbol: Symbol
  /// Its colour, 0 to 359.
  public let hue: Int
  /// Its entities, with the searches and sorts that the screens need.
  public let model: ModelDescription
  /// Its main screens.
  public package(set) var tabs: [TabDescription]
  /// Its first screen; nil: the first tab is.
  public let welcome: Welcome?
  /// The actions.
  public let actions: [ActionDescription]
  /// The background jobs.
  public let jobs: [JobDescription]
  /// For how long changes can be undone, and how much space that may take.
  public let history: HistoryRetention
  /// Languages whose catalogue could not be read, for the check.
  let brokenCatalogues: [String]

  /// A description; the model learns what the screens search and sort by, so that the store keeps indices.
  package init(
    name: String, title: String, summary: String, purpose: String = "", symbol: Symbol, hue: Int,
    model: ModelDescription,
    tabs: [TabDescription], actions: [ActionDescription] = [], jobs: [JobDescription] = [],
    history: HistoryRetention = HistoryRetention(), welcome: Welcome? = nil,
    brokenCatalogues: [String] = []
  ) {
    version = Self.currentVersion
    self.name = name
    self.title = title
    self.summary = summary
    self.purpose = purpose
    self.symbol = symbol
    self.hue = hue
    self.actions = actions
    self.jobs = jobs
    self.history = history
    self.welcome = welcome
    self.brokenCatalogues = brokenCatalogues
    var model = model
    for job in jobs where job.startsWithRecord { model.jobs[job.entity, default: []].append(job.name) }
    for job in jobs where job.startsWithChange { model.changeJobs[job.entity, default: []].append(job.name) }
    self.model = (tabs + NotesTabs.tabs(of: model)).reduce(model) { model, tab in
      switch tab.screen {
      case .list(let list): Self.serve(list, in: model)
      case .table(let table): Self.serve(table, in: model)
      case .calendar(let calendar): Self.serve(calendar, in: model)
      case .view(let view): Self.serve(view, in: model)
      case .groups, .overview, .map, .settings, .page: model
      }
    }
    self.tabs = tabs.map { tab in
      var tab = tab
      // A list's address is its entity's plural, which the declaration of the tab did not know.
      if tab.path == tab.screen.entity, let entity = model.entity(named: tab.path) {
        tab.path = entity.plural
      }
      return tab
    }
  }

  /// The lists of notes, which follow from the entities that have notes. No menu leads to them.
  package var notesTabs: [TabDescription] { NotesTabs.tabs(of: model) }

  /// The tabs of the tab bar.
  package var mainTabs: [TabDescription] { tabs.filter { !$0.isUnderMore } }

  /// The first tab that lists an entity; nil when none does.
  public func list(of entity: EntityDescription) -> (tab: TabDescription, list: ListDescription)? {
    for tab in entity.notesOwner == nil ? tabs : notesTabs {
      if case .list(let list) = tab.screen, list.entity == entity.name { return (tab, list) }
    }
    return nil
  }

  /// The first tab that shows an entity as a table; nil when none does.
  public func table(of entity: EntityDescription) -> (tab: TabDescription, table: TableDescription)? {
    for tab in tabs {
      if case .table(let table) = tab.screen, table.entity == entity.name { return (tab, table) }
    }
    return nil
  }

  private static func serve(_ table: TableDescription, in model: ModelDescription) -> ModelDescription {
    guard let entity = model.entity(named: table.entity) else { return model }
    // Each column can be sorted by.
    let changed = entity.with(sortOrders: table.sort.isEmpty ? [] : [table.sort]) { attribute in
      if table.columns.contains(attribute.name), attribute.behavior.storage != .blob { attribute.isSorted = true }
    }
    // A related record is chosen by typing a part of its title.
    let targets = entity.relationships.filter { $0.cardinality == .toOne && table.columns.contains($0.name) }
      .map(\.target)
    return serve(targets, in: model.replacing(changed))
  }

  // A view is sorted as its tab opens.
  private static func serve(_ view: ListViewDescription, in model: ModelDescription) -> ModelDescription {
    let sort = view.shape.sort
    guard let entity = model.entity(named: view.entity), !sort.isEmpty,
      sort.allSatisfy({ entity.attribute($0.name).map { $0.behavior.storage != .blob } ?? false })
    else { return model }
    return model.replacing(entity.with(sortOrders: [sort]) { _ in })
  }

  // A calendar reads the records of a period.
  private static func serve(_ calendar: CalendarDescription, in model: ModelDescription) -> ModelDescription {
    guard let entity = model.entity(named: calendar.entity) else { return model }
    return model.replacing(
      entity.with(sortOrders: []) { if $0.name == calendar.start { $0.isSorted = true } })
  }

  // Entities whose records are chosen by typing a part of their title.
  private static func serve(_ targets: [String], in model: ModelDescription) -> ModelDescription {
    targets.reduce(model) { model, name in
      guard let target = model.entity(named: name) else { return model }
      let titles = target.titleAttributes.map(\.name)
      return model.replacing(
        target.with(sortOrders: []) { attribute in
          if titles.contains(attribute.name) { attribute.isSearched = true }
        })
    }
  }

  private static func serve(_ list: ListDescription, in model: ModelDescription) -> ModelDescription {
    guard let entity = model.entity(named: list.entity) else { return model }
    // Items of lines are chosen by typing a part of their title.
    let item = list.lines.flatMap { lines in
      entity.relationship(lines.relationship).flatMap { model.entity(named: $0.target) }?.relationship(lines.item)
    }
    let paths = list.searched.filter { entity.position(of: $0) == nil }.compactMap { SearchPath($0) }
    let served = (item.map { serve([$0.target], in: model) } ?? model).replacing(
      // Computed values have no index.
      entity.with(
        sortOrders: list.sort.contains { entity.computed($0.name) != nil } || list.sort.isEmpty ? [] : [list.sort],
        searchPaths: paths, needs: list.lines?.needed.map { [$0.need] } ?? [], searching: list.searched
      ) { attribute in
        if list.searched.contains(attribute.name) { attribute.isSearched = true }
      })
    return paths.reduce(served) { model, path in
      guard let target = path.target(from: entity, in: model) else {
        return model
      }
      return model.replacing(
        target.with(sortOrders: []) { if $0.name == path.attribute { $0.isSearched = true } })
    }
  }
}
