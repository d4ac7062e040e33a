import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// The selected records of a list: checked ones, or all.
struct SeveralRecords: Sendable {
  /// Whether all records of the list are selected.
  let isAll: Bool
  /// The checked records.
  let ticked: Set<RecordID>
  private let fetch: AnyFetchRequest

  /// The selection in a form.
  init(_ form: SubmittedForm, _ fetch: AnyFetchRequest) {
    isAll = form[FormName.severalAll] != nil
    ticked = Set(FormMessage.ticked(form))
    self.fetch = fetch
  }

  /// The hidden fields of the selection.
  var fields: [(name: String, value: String)] {
    isAll ? [(FormName.severalAll, "yes")] : ticked.sorted().map { (FormName.tick($0), "yes") }
  }

  /// The request for the selected records in the order of the list.
  var request: AnyFetchRequest {
    if isAll { return fetch }
    // A checked record remains selected when it leaves the list.
    var request = AnyFetchRequest(fetch.entity)
    (request.sort, request.collation) = (fetch.sort, fetch.collation)
    request.predicate = .compare("id", .in, ticked.sorted().map(Value.integer))
    return request
  }

  /// The ids of existing selected records, up to a limit.
  func ids(in store: Store, limit: Int) async throws -> [RecordID] {
    if !isAll, ticked.isEmpty { return [] }
    var fetch = request
    (fetch.limit, fetch.wantsTotal, fetch.readsBlobs) = (AnyFetchRequest.limits.most, false, false)
    var ids: [RecordID] = []
    while ids.count < limit {
      let page = try await store.fetch(fetch)
      ids += page.records.compactMap(\.id)
      guard let next = page.next else { break }
      fetch.position = .after(next)
    }
    return Array(ids.prefix(limit))
  }
}
