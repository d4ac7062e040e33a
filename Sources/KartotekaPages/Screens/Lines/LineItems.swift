import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The items of lines and their stock.
struct LineItems: Sendable {
  /// The maximum number of search results.
  static let limit = 8

  let screens: AppScreens
  let model: LinesModel

  private var lines: LinesDescription { model.description }

  /// The stock of an item.
  struct Stock: Hashable, Sendable {
    /// The total stock.
    var there: Int64
    /// The units that lines of other records reserve.
    var reserved: Int64
    /// The unreserved units.
    var free: Int64 { there > reserved ? there.subtractingClamped(reserved) : 0 }
  }

  /// The available items that a search finds.
  func found(_ search: String, _ say: Localizer) async throws -> FetchPage {
    let isOffered = lines.hidden.map { FetchPredicate.not(.compare($0, .eq, [.integer(1)])) }
    return try await RelatedRecords(screens, of: model.item).fetch(isOffered, search: search, limit: Self.limit, say)
  }

  /// The titles of items that a search finds, but that are not available.
  func unavailable(_ search: String, _ say: Localizer) async throws -> [String] {
    guard let hidden = lines.hidden else { return [] }
    let isHidden = FetchPredicate.compare(hidden, .eq, [.integer(1)])
    return try await RelatedRecords(screens, of: model.item).fetch(isHidden, search: search, limit: 3, say)
      .records.map { $0.title(in: say) }
  }

  /// The existing items with the given ids.
  func records(_ ids: Set<RecordID>) async throws -> [RecordID: AnyRecord] {
    try await screens.store.records(model.item.name, where: .compare("id", .in, ids.sorted().map(Value.integer)), ids)
      .reduce(into: [:]) { known, record in known[record.id ?? 0] = record }
  }

  /// The lines of a record in the order that people gave them, else of their addition.
  func lines(of id: RecordID) async throws -> [AnyRecord] {
    try await screens.store.records(
      model.line.name, where: .compare(model.inverse, .eq, [.integer(id)]),
      by: model.line.place(in: model.inverse)?.name)
  }

  /// The stock of items, without the reservations of one record.
  func stock(of items: [RecordID: AnyRecord], besides owner: RecordID?) async throws -> [RecordID: Stock] {
    guard let name = lines.stock, !items.isEmpty else { return [:] }
    let reserved = try await reserved(Set(items.keys), besides: owner)
    return items.compactMapValues { item in
      guard case .integer(let there) = item[name] else { return nil }
      return Stock(there: there, reserved: reserved[item.id ?? 0] ?? 0)
    }
  }

  // The reservations of all other open records.
  private func reserved(_ items: Set<RecordID>, besides owner: RecordID?) async throws -> [RecordID: Int64] {
    guard var isOpen = lines.reserving else { return [:] }
    if let owner { isOpen = isOpen.and(.not(.compare("id", .eq, [.integer(owner)]))) }
    let isOfItems = FetchPredicate.compare(lines.item, .in, items.sorted().map(Value.integer))
    let records = try await screens.store.records(model.line.name, where: isOfItems.and(.leads(model.inverse, isOpen)))
    return records.reduce(into: [:]) { sums, line in
      guard case .integer(let item) = line[lines.item], case .integer(let count) = line[lines.quantity] else { return }
      sums[item] = (sums[item] ?? 0).addingClamped(count)
    }
  }
}

extension Store {
  /// All records that satisfy a condition, by place and id; empty if `ids` is empty.
  fileprivate func records(
    _ entity: String, where predicate: FetchPredicate, _ ids: Set<RecordID>? = nil, by place: String? = nil
  ) async throws -> [AnyRecord] {
    if ids?.isEmpty == true { return [] }
    var request = AnyFetchRequest(entity)
    request.predicate = predicate
    request.sort = (place.map { [FetchSort($0)] } ?? []) + [FetchSort("id")]
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
