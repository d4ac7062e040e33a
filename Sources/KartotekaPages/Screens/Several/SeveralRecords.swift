import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// Which records of a list are changed: those that were ticked, or all.
struct SeveralRecords: Sendable {
  /// Whether it is all records that the list finds.
  let isAll: Bool
  /// Those that were ticked.
  let ticked: Set<RecordID>
  private let fetch: AnyFetchRequest

  /// What a form says of a list.
  init(_ form: SubmittedForm, _ fetch: AnyFetchRequest) {
    isAll = form[FormName.severalAll] != nil
    ticked = Set(FormMessage.ticked(form))
    self.fetch = fetch
  }

  /// What a form sends to say it again.
  var fields: [(name: String, value: String)] {
    isAll ? [(FormName.severalAll, "yes")] : ticked.sorted().map { (FormName.tick($0), "yes") }
  }

  /// The ids of those that exist, at most so many.
  func ids(in store: Store, limit: Int) async throws -> [RecordID] {
    var fetch = fetch
    if !isAll {
      if ticked.isEmpty { return [] }
      // A record that was ticked stays chosen when it no longer belongs to the list.
      fetch = AnyFetchRequest(fetch.entity)
      fetch.predicate = .compare("id", .in, ticked.sorted().map(Value.integer))
    }
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
