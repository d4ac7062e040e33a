import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Shared parts of the sheets that shape a list: addresses, fields, and the page below them.
struct ListShaping: Sendable {
  let screen: ListScreen

  init(_ list: ListScreen) { screen = list }

  /// The list of an entity; nil if it has none.
  init?(_ screens: AppScreens, of entity: EntityDescription) {
    guard let list = ListScreen(screens, of: entity) else { return nil }
    screen = list
  }

  /// The list as a page with a sheet above it.
  func page(_ request: ScreenRequest, _ parts: ShapeParts, _ isRefused: Bool) async throws -> ScreenDocument {
    if request.part == .found, let found = parts.found { return .part { html in for part in found { html.add(part) } } }
    return try await screen.page(
      request, sheet: parts.sheet(request.say), status: isRefused ? .unprocessableContent : .ok)
  }

  /// The meaning of the list's parameter ``ListNarrowing``; nil for none.
  func narrowing(_ request: ScreenRequest) -> ListNarrowing? { ListNarrowing(request.only, of: screen, request.say) }

  /// The fetch request for all records that the list shows.
  func fetch(_ request: ScreenRequest) async throws -> AnyFetchRequest { try await screen.fetchRequest(request) }

  var screens: AppScreens { screen.screens }
  var entity: EntityDescription { screen.entity }
  var model: ModelDescription { screens.description.model }

  /// The fields of the list in a person's language.
  func fields(_ say: Localizer) -> ShapeFields { ShapeFields(entity: entity, model: model, say: say) }

  /// Why the filter in a request's address can't be used, so that the list shows more records than it says; nil if it can.
  func filterFault(_ request: ScreenRequest) -> Phrase? {
    let filter = request.shape.filter
    let isUsable = (try? filter.predicate(of: entity, in: model)) != nil || filter.isEmpty
    let isNarrowed = request.only.isEmpty || narrowing(request) != nil
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
  func list(_ request: ScreenRequest) -> URLPath { screen.address.with(list: request) }

  /// The address of a step below the entity's records, in the state of a request.
  func step(_ step: String, _ request: ScreenRequest) -> URLPath { path(step).with(list: request) }

  /// The state of the list in a request.
  func state(_ request: ScreenRequest) -> ListState { ListState(request) }

  /// The address of the sheet with the view.
  func view(_ request: ScreenRequest) -> URLPath { step("view", request) }

  /// The address of the sheet with the fields to filter by, or of the condition on a field.
  func filter(_ request: ScreenRequest, field: String? = nil, at place: ListFilter.Place = .init()) -> URLPath {
    step("filter", request).with("field", unlessEmpty: field ?? "").with("at", unlessEmpty: place.text)
  }

  /// The search in the rows of a sheet.
  func search(
    _ step: String, _ request: ScreenRequest, _ placeholder: String, hidden: [(name: String, value: String)] = []
  ) -> ShapeParts.Part {
    .search(
      action: path(step), hidden: state(request).items + hidden.filter { !$0.value.isEmpty },
      text: searched(request), placeholder: placeholder)
  }

  /// The text of that search.
  func searched(_ request: ScreenRequest) -> String {
    String((request.query[FormName.sheetSearch] ?? "").prefix(FormMessage.longestSearch)).trimmingSpaces()
  }

  /// The address of a step below the entity's records.
  func path(_ step: String) -> URLPath { screens.path(of: entity).appending(step) }

  /// The row above a list.
  func bar(_ request: ScreenRequest, subsets: SubsetLinks?) async throws -> ShapeBar {
    let views = try await screens.store.views().filter { $0.entity == entity.name }
    let state = state(request)
    var bar = ShapeBar(filter: filter(request), view: view(request), subsets: subsets)
    bar.hasFieldFilters = !screen.parameters.isEmpty
    bar.runs = screens.runs(of: entity, request.say)
    bar.views = views.filter { $0.isPinned || self.state($0) == state }.map { view in
      let saved = self.state(view)
      return ShapeBar.View(
        title: view.name, href: saved == state ? screen.address : saved.address(screen.address),
        isChosen: saved == state)
    }
    bar.chips = try await chips(request)
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
    let sort = table != nil && shape.sort.isEmpty ? list.sort : shape.sort
    let rest =
      sort.isEmpty
      ? list.sort : sort.flatMap { showsNumber($0.name) ? [$0] : $0.byTitles(of: entity, in: model) }
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
