/// A place in the tree of seeds: seed, entity, record, attribute. Each has its own ``MockRandom``.
struct MockSeed: Sendable {
  /// The 64 bits that are this place.
  let value: UInt64

  init(_ value: UInt64) { self.value = value }

  /// The place below this one with that key.
  func child(_ key: UInt64) -> MockSeed { MockSeed(Self.mix((value ^ key) &+ 0x9e37_79b9_7f4a_7c15)) }

  /// The place below this one for something that several attributes share: the record's person, its address.
  func child(_ topic: MockShared) -> MockSeed { child(topic.rawValue) }

  /// The generator that begins here.
  var random: MockRandom { MockRandom(seed: value) }

  /// The output function of SplitMix64 (David Stafford's variant 13): a bijection where each bit depends on
  /// all.
  static func mix(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A name as a key: FNV-1a, 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>.
  static func key(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return hash
  }
}

/// What several attributes of a record share.
enum MockShared: UInt64 {
  case locale = 1
  case person, address, company, product, event, birth
}
