import KartotekaModel
import Testing

@testable import KartotekaPages

@Suite("The order of several pictures")
struct ItemOrderTests {
  private static func order(_ items: [RecordID: Value]) -> [RecordID] {
    func place(_ id: RecordID) -> Int64 { if case .integer(let place)? = items[id] { place } else { .min } }
    return items.keys.sorted { (place($0), $0) < (place($1), $1) }
  }

  @Test("A moved one stands beside its neighbour, and all others keep their order", arguments: 0..<200)
  func random(seed: UInt64) {
    var random = SplitMix(seed)
    var items: [RecordID: Value] = [:]
    for id in 1...RecordID(2 + random.next(9)) {
      let value = random.next(5)
      items[id] = value == 0 ? .null : value < 3 ? .integer(1_000_000) : .integer(Int64(random.next(6)))
    }
    for _ in 0..<12 {
      let before = Self.order(items)
      let (one, other) = (before[random.next(before.count)], before[random.next(before.count)])
      let isBefore = random.next(2) == 0
      let places = ItemOrder(items.map { ($0.key, $0.value) })
        .moving(one, before: isBefore ? other : nil, after: isBefore ? nil : other)
      for (id, place) in places { items[id] = .integer(place) }
      var expected = before
      if one != other {
        expected.removeAll { $0 == one }
        let at = expected.firstIndex(of: other) ?? 0
        expected.insert(one, at: isBefore ? at : at + 1)
      }
      #expect(Self.order(items) == expected, "\(before): \(one) \(isBefore ? "before" : "after") \(other)")
    }
  }

  @Test("New ones need no number, and a move changes as few as it can")
  func few() {
    let items = (1...500).map { (RecordID($0), Value.integer(1_000_000)) }
    #expect(ItemOrder(items).moving(500, before: 1) == [500: 1])
    #expect(ItemOrder(items).moving(2, before: 1) == [2: 1])
    #expect(ItemOrder(items).moving(1, after: 2) == [2: 1])
    #expect(ItemOrder(items).moving(7, before: 900).isEmpty)
    #expect(ItemOrder(items).moving(7, before: 7).isEmpty)
    #expect(ItemOrder(items).moving(900, before: 7).isEmpty)
  }

  private struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> Int {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return Int((mixed ^ mixed >> 31) % UInt64(count))
    }
  }
}
