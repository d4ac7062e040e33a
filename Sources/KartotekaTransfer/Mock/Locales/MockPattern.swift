/// A code with random places: `#` is a digit, `%` a digit but 0, `@` a letter of British postal codes' second
/// half; anything else stands for itself.
struct MockPattern: Sendable {
  private let bytes: [UInt8]
  /// How many random digits there are.
  let freeDigits: Int

  init(_ pattern: String) {
    bytes = Array(pattern.utf8)
    freeDigits = bytes.count { $0 == UInt8(ascii: "#") }
  }

  /// Letters that can't be taken for figures: C, I, K, M, O and V are left out by the Royal Mail.
  private static let letters = Array("ABDEFGHJLNPQRSTUWXYZ".utf8)

  /// The pattern filled at random.
  func fill(_ random: inout MockRandom) -> [UInt8] {
    bytes.map { byte in
      switch byte {
      case UInt8(ascii: "#"): 0x30 + UInt8(random.below(10))
      case UInt8(ascii: "%"): 0x31 + UInt8(random.below(9))
      case UInt8(ascii: "@"): random.pick(Self.letters)
      default: byte
      }
    }
  }

  /// The pattern with the digits of a number in place of the `#`.
  func fill(number: Int) -> [UInt8] {
    var rest = number
    var filled = bytes
    for place in filled.indices.reversed() where filled[place] == UInt8(ascii: "#") {
      filled[place] = 0x30 + UInt8(rest % 10)
      rest /= 10
    }
    return filled
  }
}
