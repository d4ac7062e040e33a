import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The records that a list shows.
extension ListScreen {
  /// The fetch request for the list's records in their order.
  func fetchRequest(_ request: ScreenRequest) async throws -> AnyFetchRequest {
    try await fetchRequest(request, ListNarrowing(request.only, of: self, request.say))
  }

  /// The same with a filter that is parsed already.
  func fetchRequest(_ request: ScreenRequest, _ narrowing: ListNarrowing?) async throws -> AnyFetchRequest {
    var fetch = AnyFetchRequest(entity.name)
    fetch.predicate = [narrowing?.predicate, filter(request)].joined
    fetch.search = entity.searchText(request.search, request.say)
    // A chosen order holds for searches as well.
    fetch.ranksMatches = request.shape.sort.isEmpty && request.shape.group == nil
    fetch.forgivesSlip = true
    fetch.sort = sort(request)
    fetch.collation = request.collation
    fetch.number = number(in: fetch.search)
    fetch.sortAsShown(in: screens.description.model, request.say)
    return fetch
  }

  /// The fetch request with the data of rows.
  func rowsRequest(_ request: ScreenRequest, _ narrowing: ListNarrowing?) async throws -> AnyFetchRequest {
    var fetch = try await fetchRequest(request, narrowing)
    fetch.readsBlobs = false
    fetch.wantsComputed =
      list.showsComputed(of: entity) || !entity.states.isEmpty
      || request.shape.group.map { entity.computed($0.field) != nil } == true
    let shown = list.title + list.titleElse + list.subtitle + [request.shape.group?.field].compactMap(\.self)
    fetch.include = Array(Set(shown)).sorted().filter { entity.relationship($0)?.cardinality == .toOne }
    return fetch
  }

  /// The first search results, without their total and without typing errors.
  func found(_ limit: Int, _ request: ScreenRequest) async throws -> FetchPage {
    var fetch = try await rowsRequest(request, nil)
    fetch.forgivesSlip = false
    fetch.wantsTotal = false
    // Of fewer records the page with the best matches takes no time that a person notices.
    fetch.takesAnyMatchesFrom = 50_000
    fetch.limit = limit
    return try await screens.store.fetch(fetch)
  }

  func fetch(_ request: ScreenRequest, _ narrowing: ListNarrowing?, limit: Int?) async throws -> FetchPage {
    var fetch = try await rowsRequest(request, narrowing)
    let isPage = fetch.takePage(of: request)
    if let limit { fetch.limit = limit }
    if !isPage {
      if let letter = request.from {
        fetch.position = .from(letter)
      } else if let id = request.selected ?? request.near {
        fetch.position = .around(id)
      }
    }
    let page: FetchPage
    do { page = try await screens.store.fetch(fetch) } catch StoreError.badCursor {
      // Of another order, for example that of another language.
      fetch.position = .start
      return try await screens.store.fetch(fetch)
    }
    // A search that excludes the selected record starts at its first result.
    if case .around(let id) = fetch.position, !page.records.contains(where: { $0.id == id }),
      request.near == nil
    {
      fetch.position = .start
      return try await screens.store.fetch(fetch)
    }
    return page
  }

  /// The number that a search text is, where the list's records are known by their numbers.
  func number(in search: String) -> RecordID? {
    list.isNumbered ? RecordID(search.trimmingSpaces()).flatMap { $0 > 0 ? $0 : nil } : nil
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
