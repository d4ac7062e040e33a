/// A node in the tree of seeds: seed, entity, record, attribute. Each has its own ``MockRandom``.
struct MockSeed: Sendable {
  /// The 64 bits of the node.
  let value: UInt64

  init(_ value: UInt64) { self.value = value }

  /// The child node with the given key.
  func child(_ key: UInt64) -> MockSeed { MockSeed(Self.mix((value ^ key) &+ 0x9e37_79b9_7f4a_7c15)) }

  /// The child node of data that several attributes share, such as the record's person.
  func child(_ topic: MockShared) -> MockSeed { child(topic.rawValue) }

  /// The node of a variant; 0 is the node itself.
  func variant(_ variant: UInt64) -> MockSeed { variant == 0 ? self : child(variant) }

  /// The generator of the node.
  var random: MockRandom { MockRandom(seed: value) }

  /// The output function of SplitMix64 (David Stafford's variant 13): a bijection in which each bit depends on all others.
  static func mix(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// The key of a name: FNV-1a, 64 bits, <http://www.isthe.com/chongo/tech/comp/fnv/>.
  static func key(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return hash
  }
}

/// Data that several attributes of a record share.
enum MockShared: UInt64 {
  case locale = 1
  case person, address, company, product, event, birth
}
