import KartotekaModel

/// The index of a record, and a permutation that uses each item of a list once before any is repeated.
struct MockOrder: Sendable {
  /// The index of the record, from 0.
  let index: Int
  /// A key that is the same for all records of the entity.
  let key: UInt64

  /// A permutation of the index within rounds of `count`: `step · index + start` is a bijection if step and count have no
  /// common divisor.
  func shuffled(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    let bound = UInt64(count)
    // About 0.618 of the count, the golden section, separates neighbours for any count.
    var step = max(1, UInt64(clampingFloor: Double(count) * 0.618_033_988_75) + key % 7)
    while Self.divisor(step, bound) != 1 { step += 1 }
    let place = UInt64(index) % bound
    let (high, low) = place.multipliedFullWidth(by: step % bound)
    let turned = bound.dividingFullWidth((high, low)).remainder
    return Int((turned + key % bound) % bound)
  }

  /// The number of completed rounds.
  func round(_ count: Int) -> Int { index / max(count, 1) }

  private static func divisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
  }
}
