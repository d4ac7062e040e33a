/// A random number generator with reproducible numbers for each seed.
///
/// The algorithm is SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014, <https://doi.org/10.1145/2660193.2660195>, with the constants of S. Vigna's
/// public-domain <https://prng.di.unimi.it/splitmix64.c>. It is splittable: each value of a record has its own generator, so
/// a record does not depend on the number of records, their order or the other attributes.
package struct MockRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator from a seed.
  package init(seed: UInt64) { state = seed }

  /// Makes the generator of one attribute of one record.
  /// - Parameters:
  ///   - seed: the seed of `--seed`.
  ///   - entity: the entity's name.
  ///   - record: the record's index, from 0.
  ///   - attribute: the attribute's name.
  package init(seed: UInt64, entity: String, record: Int, attribute: String) {
    self =
      MockSeed(seed).child(MockSeed.key(entity)).child(UInt64(truncatingIfNeeded: record))
      .child(MockSeed.key(attribute)).random
  }

  /// The next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return MockSeed.mix(state)
  }

  /// A number from 0 to `bound - 1`; 0 if the bound is not positive.
  ///
  /// Lemire's multiplication without its rejection step: for the small bounds here the bias is below 2⁻⁴⁰.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(bound, 0))).high)
  }

  /// A number in a closed range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// A number from 0 to 1, excluding 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True with a probability in thousandths.
  mutating func chance(_ perMille: Int) -> Bool { below(1000) < perMille }

  /// A random element with equal probabilities.
  /// - Precondition: the pool is not empty.
  mutating func pick<Element>(_ pool: [Element]) -> Element { pool[below(pool.count)] }
}
