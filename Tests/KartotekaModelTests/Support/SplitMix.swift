/// A small random generator of a fixed seed (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number
/// Generators"), so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A text of up to `length` of those characters.
  mutating func text(of characters: [Character], upTo length: Int) -> String {
    String(
      (0..<Int.random(in: 0...length, using: &self)).map { _ in characters.randomElement(using: &self) ?? " "
      })
  }
}
