import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// What the sheets that shape a list or a table have in common: addresses, fields, and the page below them.
struct ListShaping: Sendable {
  let screen: any EntityScreen
  /// The list as a page with a sheet above it.
  let page: @Sendable (ScreenRequest, any Component, _ isRefused: Bool) async throws -> ScreenDocument
  /// What the list's parameter ``ListNarrowing`` means; nil for nothing.
  let narrowing: @Sendable (ScreenRequest) -> ListNarrowing?
  /// The fetch request for all records that the list shows.
  let fetch: @Sendable (ScreenRequest) async throws -> AnyFetchRequest
  /// Whether the screen is a table, whose own layout has a row for new records and fields to filter by.
  let isTable: Bool
  /// An address with the state of a request.
  let place: @Sendable (URLPath, ScreenRequest) -> URLPath

  init(_ list: ListScreen) {
    screen = list
    page = { try await list.page($0, sheet: $1, status: $2 ? .unprocessableContent : .ok) }
    narrowing = { ListNarrowing($0.only, of: list, $0.say) }
    fetch = { try await list.fetchRequest($0) }
    isTable = false
    place = { $0.with(list: $1) }
  }

  init(_ table: TableScreen) {
    screen = table
    page = { request, sheet, isRefused in
      let status = isRefused ? HTTPResponse.Status.unprocessableContent : .ok
      if let list = table.list(request) {
        return try await list.screen.page(list.request, sheet: sheet, status: status)
      }
      var content = TableContent(table.state(request))
      content.state.conditions = request.shape.filter
      content.state.sort = request.shape.sort.first { table.sorts.contains($0.name) }
      content.state.figures = request.shape.figures
      content.sheet = sheet
      return try await table.page(content, request, status: status)
    }
    narrowing = { _ in nil }
    fetch = { request in
      if let list = table.list(request) { return try await list.screen.fetchRequest(list.request) }
      var state = table.state(request)
      state.conditions = request.shape.filter
      state.sort = request.shape.sort.first { table.sorts.contains($0.name) }
      return try await table.request(state, request)
    }
    isTable = true
    place = { table.place($0, $1) }
  }

  /// The list or table of an entity; nil if it has none.
  init?(_ screens: AppScreens, of entity: EntityDescription) {
    if let list = ListScreen(screens, of: entity) {
      self.init(list)
    } else if let table = TableScreen(screens, of: entity) {
      self.init(table)
    } else {
      return nil
    }
  }

  var screens: AppScreens { screen.screens }
  var entity: EntityDescription { screen.entity }
  var model: ModelDescription { screens.description.model }

  /// The fields of the list in a person's language.
  func fields(_ say: Localizer) -> ShapeFields { ShapeFields(entity: entity, model: model, say: say) }

  /// Why the filter in a request's address can't be used, so that the list shows more records than it says; nil if it can.
  func filterFault(_ request: ScreenRequest) -> Phrase? {
    let filter = request.shape.filter
    let isUsable = (try? filter.predicate(of: entity, in: model)) != nil || filter.isEmpty
    let isNarrowed = isTable || request.only.isEmpty || narrowing(request) != nil
    guard isUsable, isNarrowed, request.shape.faults.isEmpty else {
      return "The filter in the address is not understood"
    }
    return nil
  }

  /// The fetch request for all records that the list shows, for what leaves the list: files, labels, changes.
  /// - Throws: ``ScreenFault`` for a filter that can't be used. The list itself shows all and says so.
  func requireFetch(_ request: ScreenRequest) async throws -> AnyFetchRequest {
    if let fault = filterFault(request) { throw ScreenFault.misread(fault, list(request)) }
    return try await fetch(request)
  }

  /// The address of the list in the state of a request.
  func list(_ request: ScreenRequest) -> URLPath { place(screen.address, request) }

  /// The address of a step below the entity's records, in the state of a request.
  func step(_ step: String, _ request: ScreenRequest) -> URLPath { place(path(step), request) }

  /// The address to which a form of a step is sent. Its fields have the rest of the state.
  func action(_ path: URLPath, _ request: ScreenRequest) -> URLPath {
    screen.parameters.reduce(path) { $0.with($1, unlessEmpty: request.query[$1] ?? "") }
  }

  /// The state of the list in a request, or of a saved view.
  func state(_ request: ScreenRequest) -> ListState { ListState(request, screen.parameters) }
  func state(_ view: SavedView) -> ListState { ListState(view, screen.parameters) }

  /// The address of the sheet with the view.
  func view(_ request: ScreenRequest) -> URLPath { step("view", request) }

  /// The address of the sheet with the fields to filter by, or of the condition on a field.
  func filter(_ request: ScreenRequest, field: String? = nil, at place: ListFilter.Place = .init()) -> URLPath {
    step("filter", request).with("field", unlessEmpty: field ?? "").with("at", unlessEmpty: place.text)
  }

  /// The address of a step below the entity's records.
  func path(_ step: String) -> URLPath { screens.path(of: entity).appending(step) }

  /// The row above a list.
  func bar(_ request: ScreenRequest, subsets: SubsetLinks?) async throws -> ShapeBar {
    let views = try await screens.store.views().filter { $0.entity == entity.name }
    let state = state(request)
    var bar = ShapeBar(filter: filter(request), view: view(request), subsets: subsets)
    bar.hasFieldFilters = isTable
    bar.runs = screens.runs(of: entity, request.say)
    bar.views = views.filter { $0.isPinned || self.state($0) == state }.map { view in
      let saved = self.state(view)
      return ShapeBar.View(
        title: view.name, href: saved == state ? screen.address : saved.address(screen.address),
        isChosen: saved == state)
    }
    bar.chips = try await chips(request)
    if let list = screen as? ListScreen, let table = list.table {
      bar.chips = table.filterChips(request, list: list.address) + bar.chips
    }
    if bar.chips.count > 1 { bar.clear = list(request.shaped { $0.filter = ListFilter() }) }
    return bar
  }

  /// The subset and the filters in words; nil for none.
  func words(_ request: ScreenRequest) async throws -> String? {
    let filter = request.shape.filter
    let words = try await ConditionWords(filter.conditions, fields(request.say), screens.store)
    let texts = [narrowing(request)?.title].compactMap(\.self) + words.texts(filter)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private func chips(_ request: ScreenRequest) async throws -> [ShapeBar.Chip] {
    let (say, filter) = (request.say, request.shape.filter)
    guard !filter.isEmpty || !request.shape.faults.isEmpty else { return [] }
    let words = try await ConditionWords(filter.conditions, fields(say), screens.store)
    var chips: [ShapeBar.Chip] = []
    if filter.junction == .any, filter.items.count > 1 {
      // One of the conditions alone would not say what the list shows.
      chips.append(
        ShapeBar.Chip(
          title: words.texts(filter).first ?? say("Filter"), change: view(request),
          remove: list(request.shaped { $0.filter = ListFilter() })))
    } else {
      chips += filter.items.enumerated().map { index, item in
        let remove = list(request.shaped { $0.filter.items.remove(at: index) })
        switch item {
        case .condition(let condition):
          let text = words.text(condition)
          return ShapeBar.Chip(
            title: text ?? say("Not understood: {text}", ["text": .text(condition.text)]),
            change: text == nil ? nil : self.filter(request, field: condition.field, at: ListFilter.Place(item: index)),
            remove: remove, isFault: text == nil)
        case .group:
          let text = words.text(item)
          return ShapeBar.Chip(
            title: text ?? say("The filter in the address is not understood"), change: view(request), remove: remove,
            isFault: text == nil)
        }
      }
    }
    if !request.shape.faults.isEmpty {
      chips.append(
        ShapeBar.Chip(
          title: say("The filter in the address is not understood"), remove: list(request), isFault: true))
    }
    return chips
  }
}

extension ScreenRequest {
  /// The request with the state of a table.
  func shaped(as state: TableState) -> ScreenRequest {
    shaped { shape in
      (shape.filter, shape.sort, shape.figures) = (state.conditions, [state.sort].compactMap(\.self), state.figures)
    }
  }
}

extension ListScreen {
  /// The condition of the request's filter; conditions that can't be used are ignored.
  func filter(_ request: ScreenRequest) -> FetchPredicate? {
    try? request.shape.filter.predicate(of: entity, in: screens.description.model, ignoringFaults: true)
  }

  /// The sort order: the chosen one, else the list's own. Relationships are sorted by the titles of the related records.
  func sort(_ request: ScreenRequest) -> [FetchSort] {
    let model = screens.description.model
    let shape = request.shape.known(to: entity, in: model)
    let group = shape.group.map { group in shape.sort.first { $0.name == group.field } ?? FetchSort(group.field) }
    let rest = shape.sort.isEmpty ? list.sort : shape.sort.flatMap { $0.byTitles(of: entity, in: model) }
    return (group?.byTitles(of: entity, in: model) ?? []) + rest
  }
}

extension FetchSort {
  /// The sort order by the titles of related records instead of their ids.
  func byTitles(of entity: EntityDescription, in model: ModelDescription) -> [FetchSort] {
    guard let path = AttributePath(name, of: entity, in: model), let relationship = path.relationship,
      let target = model.entity(named: relationship.target)
    else { return [self] }
    return target.titleNames.map { FetchSort(name + "." + $0, ascending: ascending) } + [self]
  }
}
