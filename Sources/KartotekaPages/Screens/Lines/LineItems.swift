import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The items that lines name, and how many of each there are.
struct LineItems: Sendable {
  /// How many items a search shows.
  static let limit = 8

  let screens: AppScreens
  let model: LinesModel

  private var lines: LinesDescription { model.description }

  /// How many of an item there are, and for whom.
  struct Stock: Hashable, Sendable {
    /// All there are.
    var there: Int64
    /// Those that other records' lines ask for.
    var reserved: Int64
    /// Those that nobody asks for.
    var free: Int64 { max(0, there - reserved) }
  }

  /// Items that can be chosen whose title or what else is searched has that text.
  func found(_ search: String, _ say: Localizer) async throws -> FetchPage {
    let isOffered = lines.hidden.map { FetchPredicate.not(.compare($0, .eq, [.integer(1)])) }
    return try await RelatedRecords(screens, of: model.item).fetch(isOffered, search: search, limit: Self.limit, say)
  }

  /// The items of those ids that are still there.
  func records(_ ids: Set<RecordID>) async throws -> [RecordID: AnyRecord] {
    try await screens.store.records(model.item.name, where: .compare("id", .in, ids.sorted().map(Value.integer)), ids)
      .reduce(into: [:]) { known, record in known[record.id ?? 0] = record }
  }

  /// The lines of a record, in the order they were added.
  func lines(of id: RecordID) async throws -> [AnyRecord] {
    try await screens.store.records(model.line.name, where: .compare(model.inverse, .eq, [.integer(id)]))
  }

  /// How many there are of items, not counting what the lines of one record ask for.
  func stock(of items: [RecordID: AnyRecord], besides owner: RecordID?) async throws -> [RecordID: Stock] {
    guard let name = lines.stock, !items.isEmpty else { return [:] }
    let reserved = try await reserved(Set(items.keys), besides: owner)
    return items.compactMapValues { item in
      guard case .integer(let there) = item[name] else { return nil }
      return Stock(there: there, reserved: reserved[item.id ?? 0] ?? 0)
    }
  }

  // What the lines of all other open records ask for.
  private func reserved(_ items: Set<RecordID>, besides owner: RecordID?) async throws -> [RecordID: Int64] {
    guard var isOpen = lines.reserving else { return [:] }
    if let owner { isOpen = isOpen.and(.not(.compare("id", .eq, [.integer(owner)]))) }
    let isOfItems = FetchPredicate.compare(lines.item, .in, items.sorted().map(Value.integer))
    let records = try await screens.store.records(model.line.name, where: isOfItems.and(.leads(model.inverse, isOpen)))
    return records.reduce(into: [:]) { sums, line in
      guard case .integer(let item) = line[lines.item], case .integer(let count) = line[lines.quantity] else { return }
      sums[item, default: 0] += count
    }
  }
}

extension Store {
  /// All records for which a condition holds, by id; none where `ids` says that nothing is asked for.
  fileprivate func records(
    _ entity: String, where predicate: FetchPredicate, _ ids: Set<RecordID>? = nil
  ) async throws -> [AnyRecord] {
    if ids?.isEmpty == true { return [] }
    var request = AnyFetchRequest(entity)
    request.predicate = predicate
    request.sort = [FetchSort("id")]
    request.limit = AnyFetchRequest.limits.most
    request.wantsTotal = false
    var records: [AnyRecord] = []
    while true {
      let page = try await fetch(request)
      records += page.records
      guard let next = page.next else { return records }
      request.position = .after(next)
    }
  }
}
