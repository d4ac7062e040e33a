import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// Records that a last step concerns: the form for it changes these, and no others that match meanwhile.
struct CountedRecords: Sendable {
  let ids: [RecordID]
  /// Whether they are all that a list finds, which may be others when the form is sent.
  let isAll: Bool

  var count: Int { ids.count }

  /// The number of the records as forms send it, with a digest of all that a list finds.
  var text: String {
    guard isAll else { return String(ids.count) }
    var fingerprint = Fingerprint()
    fingerprint.add(ids.sorted())
    return "\(ids.count)-\(fingerprint.text)"
  }

  /// Whether a form was made for these records.
  func isCounted(in form: SubmittedForm) -> Bool { form[FormName.severalCount] == text }

  /// Why a form was made for others; nil for a form that has not been shown yet.
  func fault(_ form: SubmittedForm, _ nouns: Nouns, _ say: Localizer) -> String? {
    guard let sent = form[FormName.severalCount], sent != text else { return nil }
    let counted = say.counted(count, nouns)
    return sent.hasPrefix("\(count)-")
      ? say("Meanwhile there are others: {counted}.", ["counted": .text(counted)])
      : say("Meanwhile there are {counted}.", ["counted": .text(counted)])
  }
}

/// The selected records of a list: checked ones, or all, without some.
struct SeveralRecords: Sendable {
  /// Whether all records of the list are selected.
  let isAll: Bool
  /// The checked records.
  let ticked: Set<RecordID>
  /// The records that are left out of all.
  let unticked: Set<RecordID>
  /// Whether they were ticked in their list.
  let isFromList: Bool
  private let fetch: AnyFetchRequest

  /// The selection in a form.
  init(_ form: SubmittedForm, _ fetch: AnyFetchRequest) {
    isAll = form[FormName.severalAll] != nil
    ticked = Set(FormMessage.ticked(form))
    unticked = isAll ? Set(FormMessage.unticked(form)) : []
    isFromList = form[FormName.severalList] != nil
    self.fetch = fetch
  }

  /// The hidden fields of the selection.
  var fields: [(name: String, value: String)] {
    (isAll
      ? [(FormName.severalAll, "yes")] + unticked.sorted().map { (FormName.untick($0), "yes") }
      : ticked.sorted().map { (FormName.tick($0), "yes") })
      + (isFromList ? [(FormName.severalList, "yes")] : [])
  }

  /// The request for the selected records in the order of the list.
  var request: AnyFetchRequest {
    if isAll {
      var request = fetch
      request.predicate = [fetch.predicate, withoutUnticked].joined
      return request
    }
    // A checked record remains selected when it leaves the list.
    var request = AnyFetchRequest(fetch.entity)
    (request.sort, request.collation) = (fetch.sort, fetch.collation)
    request.predicate = .compare("id", .in, ticked.sorted().map(Value.integer))
    return request
  }

  /// The condition that leaves out the unticked records; nil for none.
  var withoutUnticked: FetchPredicate? {
    unticked.isEmpty ? nil : .not(.compare("id", .in, unticked.sorted().map(Value.integer)))
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
