import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// What the sheets that shape a list have in common: addresses, fields, and the page below them.
struct ListShaping: Sendable {
  let screen: any EntityScreen
  /// The list as a page with a sheet above it.
  let page: @Sendable (ScreenRequest, any Component, Bool) async throws -> ScreenDocument
  /// The condition of the list's subset; nil for none.
  let subset: @Sendable (ScreenRequest) -> FetchPredicate?

  init(_ list: ListScreen) {
    screen = list
    page = { try await list.page($0, sheet: $1, isRefused: $2) }
    subset = { ListNarrowing($0.only, of: list, $0.say)?.predicate }
  }

  var screens: AppScreens { screen.screens }
  var entity: EntityDescription { screen.entity }
  var model: ModelDescription { screens.description.model }

  /// The fields of the list in a person's language.
  func fields(_ say: Localizer) -> ShapeFields { ShapeFields(entity: entity, model: model, say: say) }

  /// The address of the list in the state of a request.
  func list(_ request: ScreenRequest) -> URLPath { screen.address.with(list: request) }

  /// The address of the sheet with the view.
  func view(_ request: ScreenRequest) -> URLPath { path("view").with(list: request) }

  /// The address of the sheet with the fields to filter by, or of the condition on a field.
  func filter(_ request: ScreenRequest, field: String? = nil, at place: ListFilter.Place = .init()) -> URLPath {
    path("filter").with(list: request).with("field", unlessEmpty: field ?? "").with("at", unlessEmpty: place.text)
  }

  /// The address of a step below the entity's records.
  func path(_ step: String) -> URLPath { screens.path(of: entity).appending(step) }

  /// The row above a list.
  func bar(_ request: ScreenRequest, subsets: SubsetLinks?) async throws -> ShapeBar {
    let views = try await screens.store.views().filter { $0.entity == entity.name }
    let state = ListState(request)
    var bar = ShapeBar(filter: filter(request), view: view(request), subsets: subsets)
    bar.views = views.filter { $0.isPinned || ListState($0) == state }.map { view in
      let saved = ListState(view)
      return ShapeBar.View(
        title: view.name, href: saved == state ? screen.address : saved.address(screen.address),
        isChosen: saved == state)
    }
    bar.chips = try await chips(request)
    if !bar.chips.isEmpty { bar.clear = list(request.shaped { $0.filter = ListFilter() }) }
    return bar
  }

  private func chips(_ request: ScreenRequest) async throws -> [ShapeBar.Chip] {
    let (say, filter) = (request.say, request.shape.filter)
    let places = filter.places
    guard !places.isEmpty || !request.shape.faults.isEmpty else { return [] }
    let words = try await ConditionWords(places.map(\.condition), fields(say), screens.store)
    var chips = places.map { place, condition in
      let text = words.text(condition)
      return ShapeBar.Chip(
        title: text ?? say("Not understood: {text}", ["text": .text(condition.text)]),
        change: text == nil ? nil : self.filter(request, field: condition.field, at: place),
        remove: list(request.shaped { $0.filter.remove(at: place) }), isFault: text == nil)
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
    let group = shape.group.map { name in shape.sort.first { $0.name == name } ?? FetchSort(name) }
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
    return target.titleAttributes.map { FetchSort(name + "." + $0.name, ascending: ascending) } + [self]
  }
}
