import KartotekaModel

/// The records between two places of an order that the keys keep, of those in which a text was searched for.
struct ReadRange: Sendable {
  let entity: String
  /// The columns of the order, by their places among the keys; nil for the id, the last.
  private let order: [(position: Int?, ascending: Bool)]
  private let search: KeySearch
  private let lower: [Value]?
  private let upper: [Value]?
  /// Whether it was told, too, how many records have the text.
  private let isCounted: Bool

  /// The range of a page; nil where the keys don't tell what is in it.
  /// - Parameters:
  ///   - lower: the place where it begins, as ``FetchCursor/values``; nil for the beginning of the order.
  ///   - upper: where it ends; nil for the end of the order.
  init?(_ sql: FetchSQL, from lower: [Value]?, to upper: [Value]?) {
    let keys = sql.keys
    guard sql.request.predicate == nil, sql.collation == .root, let search = KeySearch(sql) else { return nil }
    var order: [(position: Int?, ascending: Bool)] = []
    for term in sql.order {
      if term.column == nil, !term.isRelated {
        order.append((nil, term.sort.ascending))
      } else if let position = keys?.columns.firstIndex(where: { $0.name == term.sort.name }) {
        order.append((position, term.sort.ascending))
      } else {
        return nil
      }
    }
    entity = sql.entity.name
    self.order = order
    self.search = search
    self.lower = lower
    self.upper = upper
    isCounted = sql.request.wantsTotal && !search.isEmpty
  }

  /// Whether a record was in the range, is, or has come or gone among those counted.
  func isTouched(by move: KeyMove, of id: RecordID) -> Bool {
    let (wasFound, isFound) = (search.finds(move.old), search.finds(move.new))
    if isCounted, wasFound != isFound { return true }
    return wasFound && contains(move.old, id) || isFound && contains(move.new, id)
  }

  private func contains(_ keys: [Value]?, _ id: RecordID) -> Bool {
    guard let keys else { return false }
    if let lower, compare(keys, id, lower) < 0 { return false }
    if let upper, compare(keys, id, upper) > 0 { return false }
    return true
  }

  // Less than 0 for a record before a place, more for one behind it.
  private func compare(_ keys: [Value], _ id: RecordID, _ place: [Value]) -> Int {
    for (term, value) in zip(order, place) {
      let key = term.position.map { keys[$0] } ?? .integer(id)
      let result = key.compared(with: value)
      if result != 0 { return term.ascending ? result : -result }
    }
    return 0
  }
}
