import Testing

@testable import KartotekaStore

@Suite("The order of the keys of a damaged table")
struct KeyOrderTests {
  private func taken(
    _ keys: [Int64], isUp: Bool = true, near: Int64? = nil, far: Int64 = 1_000_000, isDamage: Bool = false
  ) -> [Int64] {
    var order = KeyOrder(isUp: isUp, isUnique: true, near: near, far: far, greatest: 100)
    var taken: [Int64] = []
    for key in keys {
      let verdict = order.take(key)
      taken.removeAll { order.withdrawn.contains($0) }
      switch verdict {
      case .taken: taken.append(key)
      case .leftOut: continue
      case .end, .damage: return taken
      }
    }
    order.finish(isDamage: isDamage)
    taken.removeAll { order.withdrawn.contains($0) }
    return taken
  }

  @Test("A single key that is too great or too small is left out, and all others are taken")
  func single() {
    #expect(taken([1, 2, 3, 4]) == [1, 2, 3, 4])
    #expect(taken([1, 2, 500, 4, 5, 6]) == [1, 2, 4, 5, 6])
    #expect(taken([500, 2, 3]) == [2, 3])
    #expect(taken([1, 2, 3, 1, 5, 6]) == [1, 2, 3, 5, 6])
    #expect(taken([1, 2, 3, -7, 5, 6]) == [1, 2, 3, 5, 6])
    #expect(taken([6, 5, 1, 3, 2], isUp: false, far: 0) == [6, 5, 3, 2])
    #expect(taken([1, 2, 500, 4]) == [1, 2, 4])
  }

  @Test("Two keys that contradict each other before a damaged page are read again from the other end")
  func open() {
    #expect(taken([1, 2, 50, 4], isDamage: true) == [1, 2])
  }

  @Test("A range ends with the second key behind it, since the first one may be a damaged one")
  func end() {
    #expect(taken([1, 2, 99, 3, 4], far: 10) == [1, 2, 3, 4])
    #expect(taken([1, 2, 11, 12, 3], far: 10) == [1, 2])
  }

  @Test("A key before the range is another row's, and withdraws none that was taken before")
  func beginning() {
    #expect(taken([3, 11, 12], near: 10) == [11, 12])
    #expect(taken([10, 11, 3, 12], near: 10) == [10, 11, 12])
    #expect(taken([50, 9, 8], isUp: false, near: 10, far: 0) == [9, 8])
  }
}
