/// A random number generator that always gives the same numbers for the same seed.
///
/// The algorithm is SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014, <https://doi.org/10.1145/2660193.2660195>, with the constants of S. Vigna's
/// public-domain <https://prng.di.unimi.it/splitmix64.c>. It is made for splitting: each value of a record
/// has a generator of its own, so record 7 is the same record however many are asked for, in whatever order,
/// with whatever attributes.
public struct MockRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that begins with a seed.
  public init(seed: UInt64) { state = seed }

  /// The generator for one attribute of one record of one entity.
  /// - Parameters:
  ///   - seed: What the person asked for with `--seed`.
  ///   - entity: The entity's name.
  ///   - record: The record's number, from 0.
  ///   - attribute: The attribute's name.
  public init(seed: UInt64, entity: String, record: Int, attribute: String) {
    self =
      MockSeed(seed).child(MockSeed.key(entity)).child(UInt64(truncatingIfNeeded: record))
      .child(MockSeed.key(attribute)).random
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return MockSeed.mix(state)
  }

  /// A number from 0 up to, not including, the bound; 0 when there is nothing to choose from.
  ///
  /// Lemire's multiplication without its rejection step: for the small bounds here the bias is below 2⁻⁴⁰.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
  }

  /// A number in a closed range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// A number from 0 up to, not including, 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True so many times in a thousand.
  mutating func chance(_ perMille: Int) -> Bool { below(1000) < perMille }

  /// One element, each as likely as the others.
  /// - Precondition: The pool isn't empty.
  mutating func pick<Element>(_ pool: [Element]) -> Element { pool[below(pool.count)] }
}
