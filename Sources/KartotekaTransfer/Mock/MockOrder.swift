/// A record's place among the records of its entity, and a way to deal out things so that none comes twice
/// before all have come once.
struct MockOrder: Sendable {
  /// The record's number, from 0.
  let index: Int
  /// The same for all records of the entity.
  let key: UInt64

  /// The record's number within a round of so many, mixed up: `step · index + start`, where step and count
  /// have no common divisor, is a bijection.
  func shuffled(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    let bound = UInt64(count)
    // About 0.618 of the count, the golden section, keeps neighbours apart whatever the count.
    var step = max(1, UInt64(Double(count) * 0.618_033_988_75) + key % 7)
    while Self.divisor(step, bound) != 1 { step += 1 }
    let place = UInt64(index) % bound
    let (high, low) = place.multipliedFullWidth(by: step % bound)
    let turned = bound.dividingFullWidth((high, low)).remainder
    return Int((turned + key % bound) % bound)
  }

  /// How often all have come already.
  func round(_ count: Int) -> Int { index / max(count, 1) }

  private static func divisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}
