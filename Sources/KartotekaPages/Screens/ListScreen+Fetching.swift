import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The records that a list shows.
extension ListScreen {
  /// The fetch request for the list's records in their order.
  func fetchRequest(_ request: ScreenRequest) -> AnyFetchRequest {
    fetchRequest(request, ListNarrowing(request.only, of: self, request.say))
  }

  /// The same with a filter that is parsed already.
  func fetchRequest(_ request: ScreenRequest, _ narrowing: ListNarrowing?) -> AnyFetchRequest {
    var fetch = AnyFetchRequest(entity.name)
    fetch.predicate = [narrowing?.predicate, filter(request), table?.predicate(request)].joined
    fetch.search = entity.searchText(request.search, request.say)
    // A chosen order holds for searches as well.
    fetch.ranksMatches = request.shape.sort.isEmpty && request.shape.group == nil
    fetch.forgivesSlip = true
    fetch.sort = sort(request)
    fetch.collation = request.collation
    fetch.sortAsShown(in: screens.description.model, request.say)
    return fetch
  }

  /// The fetch request with the data of rows.
  func rowsRequest(_ request: ScreenRequest, _ narrowing: ListNarrowing?) -> AnyFetchRequest {
    var fetch = fetchRequest(request, narrowing)
    fetch.readsBlobs = false
    fetch.wantsComputed =
      list.showsComputed(of: entity) || !entity.states.isEmpty
      || request.shape.group.map { entity.computed($0) != nil } == true
    let shown = list.title + list.titleElse + list.subtitle + [request.shape.group].compactMap(\.self)
    fetch.include = Array(Set(shown)).sorted().filter { entity.relationship($0)?.cardinality == .toOne }
    return fetch
  }

  /// The first search results, without their total and without typing errors.
  func found(_ limit: Int, _ request: ScreenRequest) async throws -> FetchPage {
    var fetch = rowsRequest(request, nil)
    fetch.forgivesSlip = false
    fetch.wantsTotal = false
    // Of fewer records the page with the best matches takes no time that a person notices.
    fetch.takesAnyMatchesFrom = 50_000
    fetch.limit = limit
    return try await withNumber(fetch, screens.store.fetch(fetch))
  }

  func fetch(_ request: ScreenRequest, _ narrowing: ListNarrowing?, limit: Int?) async throws -> FetchPage {
    var fetch = rowsRequest(request, narrowing)
    if let limit { fetch.limit = limit }
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
}

extension EntityDescription {
  /// A search text with dates converted to their stored form: `4.07.1996`, in English `7/4/1996`, becomes `1996-07-04`.
  func searchText(_ text: String, _ say: Localizer) -> String {
    guard let date = searchedAttributes.first(where: { $0.kind == .date }) else { return text }
    let notation = ValueNotation(typedBy: say)
    let words = text.split(whereSeparator: \.isWhitespace).map { word -> String in
      guard word.contains(where: { "./".contains($0) }), word.contains(where: \.isNumber),
        case .text(let stored)? = try? DateKind().value(text: String(word), for: date, in: notation)
      else { return String(word) }
      return stored
    }
    return words.joined(separator: " ")
  }
}

extension AnyFetchRequest {
  /// Sorts choices and translated texts as the person reads them. A search keeps the order of its matches.
  mutating func sortAsShown(in model: ModelDescription, _ say: Localizer) {
    guard search.isEmpty, let entity = model.entity(named: entity) else { return }
    displayOrder = DisplayOrder(of: sort, in: entity, model, say)
  }
}
