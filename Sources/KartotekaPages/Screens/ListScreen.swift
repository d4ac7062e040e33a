import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The list of an entity's records.
final class ListScreen: EntityScreen {
  let screens: AppScreens
  let tab: TabDescription
  let list: ListDescription
  let entity: EntityDescription

  /// The list of an entity; nil if the application has none.
  init?(_ screens: AppScreens, of entity: EntityDescription) {
    guard let (tab, list) = screens.description.list(of: entity) else { return nil }
    self.screens = screens
    self.tab = tab
    self.list = list
    self.entity = entity
  }

  func address(showing id: RecordID?, keeping query: SubmittedForm) -> URLPath {
    let path = screens.list(tab, search: query["search"] ?? "")
      .with(ListNarrowing.parameter, unlessEmpty: query[ListNarrowing.parameter] ?? "")
    return id.map { path.with("selected", String($0)) } ?? path
  }

  /// The list as a page; a desk shows the selected record beside it.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let column = try await column(request, isMain: true)
    if let part = column.part(request.part) { return part }
    return try await screens.page(column, beside: try await record(request), of: entity, for: request, tab: tab.path)
  }

  private func record(_ request: ScreenRequest) async throws -> RecordColumn? {
    guard let id = request.selected, let record = try await screens.store.record(entity, id: id) else {
      return nil
    }
    return try await RecordScreen(list: self).column(RecordDraft(record, request.say), request, isMain: false)
  }

  /// The list as a column.
  func column(_ request: ScreenRequest, isMain: Bool) async throws -> ListColumn {
    let say = request.say
    let narrowing = ListNarrowing(request.only, of: self, say)
    let page = try await fetch(request, narrowing)
    let total = page.total ?? 0
    let new = screens.path(of: entity).appending("new").with(list: request)
    var column = ListColumn(
      title: say(tab.title), isMain: isMain, entities: screens.path(of: entity),
      status: status(total, corrected: page.correctedSearch, request))
    if !entity.isDerived { column.new = (new, say.newRecord(entity.nouns)) }
    if !entity.isDerived, total > 1 {
      column.several = screens.path(of: entity).appending("several").with(list: request)
    }
    if screens.isDesigned { column.shape = screens.shape(of: entity.plural) }
    column.leading = screens.leading(tab, say)
    column.canDelete = !entity.isDerived
    column.query = URLPath.Query(("search", request.search), (ListNarrowing.parameter, request.only))
    column.only = request.only
    column.subsets = subsets(narrowing, request)
    column.hasMonograms = list.hasMonograms
    if !list.searched.isEmpty { column.search = searchField(request) }
    let address = screens.list(tab, request)
    column.previous = page.previous.map { address.with("before", $0.text) }
    column.next = page.next.map { address.with("after", $0.text) }
    if page.records.isEmpty { column.empty = try await empty(request, new: entity.isDerived ? nil : new) }
    column.isFull = column.empty != nil && request.search.isEmpty && narrowing == nil
    column.sections = sections(page, request)
    if list.hasInitials, let sort = list.sort.first, total > page.records.count {
      column.initials = try await initials(by: sort, request.collation)
    }
    return column
  }

  private func status(_ total: Int, corrected: String?, _ request: ScreenRequest) -> String {
    let (say, nouns) = (request.say, entity.nouns)
    if let corrected {
      let instead = say(
        "Nothing for “{search}”. Shown instead: “{corrected}”",
        ["search": .text(request.search), "corrected": .text(corrected)])
      return instead + " · " + say.counted(total, nouns)
    }
    guard request.search.isEmpty else { return say.counted(total, nouns) }
    return say.status(total, nouns, sortedBy: label(list.sort.first?.name))
  }

  /// The fetch request for the list's records in their order.
  func fetchRequest(_ request: ScreenRequest, _ narrowing: ListNarrowing?) -> AnyFetchRequest {
    var fetch = AnyFetchRequest(entity.name)
    fetch.predicate = narrowing?.predicate
    fetch.search = entity.searchText(request.search, request.say)
    fetch.ranksMatches = true
    fetch.forgivesSlip = true
    fetch.sort = list.sort
    fetch.collation = request.collation
    fetch.sortAsShown(in: screens.description.model, request.say)
    return fetch
  }

  /// The fetch request with the data of rows.
  private func rowsRequest(_ request: ScreenRequest, _ narrowing: ListNarrowing?) -> AnyFetchRequest {
    var fetch = fetchRequest(request, narrowing)
    fetch.readsBlobs = false
    fetch.wantsComputed = list.showsComputed(of: entity) || !entity.states.isEmpty
    fetch.include = (list.title + list.titleElse + list.subtitle).filter { entity.relationship($0) != nil }
    return fetch
  }

  /// The first search results, without their total and without typing errors.
  func found(_ limit: Int, _ request: ScreenRequest) async throws -> FetchPage {
    var fetch = rowsRequest(request, nil)
    fetch.forgivesSlip = false
    fetch.wantsTotal = false
    fetch.limit = limit
    return try await withNumber(fetch, screens.store.fetch(fetch))
  }

  private func fetch(_ request: ScreenRequest, _ narrowing: ListNarrowing?) async throws -> FetchPage {
    var fetch = rowsRequest(request, narrowing)
    if !fetch.takePage(of: request) {
      if let letter = request.from {
        fetch.position = .from(letter)
      } else if let id = request.selected ?? request.near {
        fetch.position = .around(id)
      }
    }
    let page = try await withNumber(fetch, screens.store.fetch(fetch))
    // A search that excludes the selected record starts at its first result.
    if case .around(let id) = fetch.position, !page.records.contains(where: { $0.id == id }),
      request.near == nil
    {
      fetch.position = .start
      return try await screens.store.fetch(fetch)
    }
    return page
  }

  /// The page with the record whose number is searched for before the other results.
  private func withNumber(_ fetch: AnyFetchRequest, _ page: FetchPage) async throws -> FetchPage {
    guard list.isNumbered, fetch.position == .start, let id = RecordID(fetch.search.trimmingSpaces()), id > 0 else {
      return page
    }
    // Only if the search does not find it anyway.
    var numbered = AnyFetchRequest(entity.name)
    let isRecord = FetchPredicate.compare("id", .eq, [.integer(id)])
    numbered.predicate = fetch.predicate.map { $0.and(isRecord) } ?? isRecord
    numbered.readsBlobs = false
    numbered.wantsComputed = fetch.wantsComputed
    numbered.include = fetch.include
    let found = try await screens.store.fetch(numbered)
    numbered.search = fetch.search
    guard let record = found.records.first, try await screens.store.count(numbered) == 0 else { return page }
    var page = page
    page.records.insert(record, at: 0)
    page.total = page.total.map { $0 + 1 }
    page.computed.merge(found.computed) { $1 }
    for (name, records) in found.included { page.included[name, default: [:]].merge(records) { $1 } }
    return page
  }

  private func label(_ name: String?) -> String? { name.flatMap { entity.attribute($0) }?.label }

  private func searchField(_ request: ScreenRequest) -> SearchField {
    let labels = searchedLabels
    return SearchField(
      label: request.say.searchLabel(labels.count == 1 ? labels.first : nil),
      placeholder: request.say.list(labels), text: request.search,
      action: screens.path.appending(tab.path).with(ListNarrowing.parameter, unlessEmpty: request.only),
      hidden: request.only.isEmpty ? [] : [(ListNarrowing.parameter, request.only)])
  }

  /// The labels of searched attributes and relationships.
  var searchedLabels: [String] {
    list.searched.reduce(into: []) { labels, name in
      let attribute = entity.attribute(name)
      // Translated names share the label of the name.
      if attribute?.translation != nil { return }
      let label =
        attribute?.label
        ?? SearchPath(name)?.steps(from: entity, in: screens.description.model)?.last?.label
      if let label, !labels.contains(label) { labels.append(label) }
    }
  }

  private func subsets(_ narrowing: ListNarrowing?, _ request: ScreenRequest) -> SubsetLinks? {
    let list = screens.list(tab, search: request.search)
    var items = ListNarrowing.subsets(of: self).map { subset in
      let isChosen = subset.name == request.only
      return SubsetLinks.Item(
        title: request.say(subset.title), href: isChosen ? list : list.with(ListNarrowing.parameter, subset.name),
        isChosen: isChosen)
    }
    if let narrowing, !narrowing.isSubset {
      items.insert(SubsetLinks.Item(title: narrowing.title, href: list, isChosen: true), at: 0)
    }
    return items.isEmpty ? nil : SubsetLinks(label: request.say("Show only"), items: items)
  }

  private func empty(_ request: ScreenRequest, new: URLPath?) async throws -> EmptyState {
    guard request.search.isEmpty else {
      return .nothingFound(for: request.search, list: screens.path.appending(tab.path), request.say)
    }
    return try await screens.introducing(
      .nothingYet(entity.nouns, new: new, importing: screens.path.appending("import"), request.say), request)
  }

  private func initials(by sort: FetchSort, _ collation: Collation) async throws -> [InitialLink] {
    var letters: [(heading: String, first: String)] = []
    for letter in try await screens.store.initials(of: entity, by: sort, collation) {
      let heading = Self.heading(letter)
      if letters.last?.heading != heading { letters.append((heading, letter)) }
    }
    // An index of at most 80 letters fits. For scripts with thousands of characters it contains a sample.
    let shown = stride(from: 0, to: letters.count, by: (letters.count + 79) / 80).map { letters[$0] }
    return zip(shown, address.with("from", each: shown.map(\.first))).map { InitialLink(letter: $0.heading, href: $1) }
  }
}

extension ListDescription {
  /// Whether rows show computed values.
  func showsComputed(of entity: EntityDescription) -> Bool {
    ([value].compactMap(\.self) + details.map(\.name)).contains { entity.computed($0) != nil }
  }

  /// The value at the end of a record's row; nil if there is none.
  func valueText(of entity: EntityDescription, _ computed: ComputedValues?, _ say: Localizer) -> String? {
    guard let nouns = valueNouns else { return value.flatMap { entity.display($0, of: computed, in: say) } }
    guard let index = entity.computed.firstIndex(where: { $0.name == value }),
      case .integer(let count)? = computed?.values[index], count != 0
    else { return nil }
    return say.counted(Int(count), nouns)
  }
}

extension EntityDescription {
  /// A formatted computed value; nil if there is none.
  func display(_ name: String, of computed: ComputedValues?, in say: Localizer) -> String? {
    guard let index = self.computed.firstIndex(where: { $0.name == name }), let value = computed?.values[index],
      !value.isNull
    else { return nil }
    let attribute = self.computed[index].attribute
    return attribute.behavior.display(value, for: attribute, in: say)
  }
}
