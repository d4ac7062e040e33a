import KartotekaModel
import KartotekaStore

// The rows of a table.
extension TableScreen {
  /// The fetch request of a state, without its position.
  func request(_ state: TableState, _ request: ScreenRequest) async throws -> AnyFetchRequest {
    var fetch = AnyFetchRequest(entity.name)
    fetch.readsBlobs = false
    // A column can show the number of a related record.
    fetch.sort = state.order.flatMap { sort in
      columns.first { $0.name == sort.name }?.related == nil ? [sort] : sort.byTitles(of: entity, in: store.model)
    }
    fetch.collation = request.collation
    fetch.sortAsShown(in: store.model, request.say)
    fetch.include = columns.compactMap { $0.related?.name }
    let chosen = try? state.conditions.predicate(of: entity, in: store.model, ignoringFaults: true)
    fetch.predicate = [try await filters(state, request.say), chosen].joined
    return fetch
  }

  /// What the fields above the columns require in a request; nil for nothing.
  func predicate(_ request: ScreenRequest) async throws -> FetchPredicate? {
    try await filters(state(request), request.say)
  }

  private func filters(_ state: TableState, _ say: Localizer) async throws -> FetchPredicate? {
    var found: [FetchPredicate?] = []
    for column in columns {
      if let text = state.filters[column.name] { found.append(try await condition(column, text, say)) }
    }
    return found.joined
  }

  // A text that is not a valid value matches nothing.
  private func condition(
    _ column: TableScreenColumn, _ text: String, _ say: Localizer
  ) async throws -> FetchPredicate {
    switch column.column {
    case .attribute(let attribute) where attribute.kind == .timestamp:
      return .moments(of: column.name, named: text, say) ?? .any([])
    case .attribute where column.filter?.isPart == true: return .compare(column.name, .contains, [.text(text)])
    case .attribute(let attribute):
      switch try? attribute.behavior.value(text: text, for: attribute) {
      case .text(let text): return .reads([column.name], text)
      case let value?: return .compare(column.name, .eq, [value])
      case nil: return .any([])
      }
    case .toOne(let relationship):
      switch RelatedText(text, of: store.model.entity(named: relationship.target)) {
      case nil: return .all([])
      case .number(let id): return .compare(column.name, .eq, [.integer(id)])
      case .digits(let id, let title):
        let titled = try await RelatedLookup(store: store, say: say).condition(titled: title, relationship)
        return titled.map { .leads(column.name, $0) } ?? .compare(column.name, .eq, [.integer(id)])
      case .title(let title):
        let attributes = store.model.entity(named: relationship.target)?.titleAttributes ?? []
        guard !attributes.isEmpty, attributes.allSatisfy(\.isText) else { return .any([]) }
        let words = title.split(separator: " ").map { word in
          FetchPredicate.any(attributes.map { .compare($0.name, .contains, [.text(String(word))]) })
        }
        return .leads(column.name, .all(words))
      }
    }
  }

  /// The rows at the state's position, or around the selected record.
  func rows(_ content: TableContent, _ request: ScreenRequest) async throws -> FetchPage {
    var fetch = try await self.request(content.state, request)
    let id = content.chosen?.record.id ?? content.near
    if request.part == .record {
      let ids = [content.chosen?.record.id, content.near].compactMap { $0.map(Value.integer) }
      fetch.predicate = .compare("id", .in, ids)
    } else {
      fetch.takePage(of: request)
    }
    var page = try await firstOr(fetch)
    let isWhole = page.next == nil && page.previous == nil
    if let id, request.rows == nil, !isWhole, !page.records.contains(where: { $0.id == id }) {
      fetch.position = .around(id)
      page = try await store.fetch(fetch)
    }
    // The edited row remains visible even if it no longer matches the filters.
    if let chosen = content.chosen, !page.records.contains(where: { $0.id == chosen.record.id }),
      let record = try await store.record(entity, id: chosen.record.id ?? 0)
    {
      page.records.insert(record, at: 0)
    }
    return page
  }

  // A cursor of another sort order, for example of another language, is ignored.
  private func firstOr(_ fetch: AnyFetchRequest) async throws -> FetchPage {
    do { return try await store.fetch(fetch) } catch StoreError.badCursor {
      var first = fetch
      first.position = .start
      return try await store.fetch(first)
    }
  }
}
