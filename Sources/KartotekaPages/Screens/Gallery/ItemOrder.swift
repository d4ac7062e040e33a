import KartotekaModel

/// The order of a record's pictures or files: by their numbers, then by their ids.
struct ItemOrder: Sendable {
  private let items: [(id: RecordID, place: Int64)]

  /// - Parameter items: the ids with the stored numbers. One without a number stands first, as lists sort it.
  init(_ items: [(RecordID, Value)]) {
    self.items = items.map { id, value in
      if case .integer(let place) = value { (id, place) } else { (id, .min) }
    }
    .sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  /// The numbers that change where an item is moved before or after another one: as few as the order allows, since each is a
  /// change of a record. Empty where the neighbour is gone, or the item stands there already.
  func moving(_ id: RecordID, before: RecordID? = nil, after: RecordID? = nil) -> [RecordID: Int64] {
    guard let from = items.firstIndex(where: { $0.id == id }) else { return [:] }
    var moved = items
    let item = moved.remove(at: from)
    if let before, let place = moved.firstIndex(where: { $0.id == before }) {
      moved.insert(item, at: place)
    } else if let after, let place = moved.firstIndex(where: { $0.id == after }) {
      moved.insert(item, at: place + 1)
    } else {
      return [:]
    }
    // Behind the last one that has to be moved, all stand by what they have.
    var rest = moved.endIndex
    while rest > 0,
      rest == moved.endIndex || (moved[rest - 1].place, moved[rest - 1].id) < (moved[rest].place, moved[rest].id),
      moved[rest - 1].place > Int64(rest - 1)
    {
      rest -= 1
    }
    var places: [RecordID: Int64] = [:]
    for (index, item) in moved[..<rest].enumerated() where item.place != Int64(index) + 1 {
      places[item.id] = Int64(index) + 1
    }
    return places
  }
}
