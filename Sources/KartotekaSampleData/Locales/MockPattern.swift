/// A code with random characters: `#` is a digit, `%` a digit other than 0, `@` a letter of the second half of British
/// postal codes. Other characters are literal.
struct MockPattern: Sendable {
  private let bytes: [UInt8]
  /// The number of random digits.
  let freeDigits: Int

  init(_ pattern: String) {
    bytes = Array(pattern.utf8)
    freeDigits = bytes.count { $0 == UInt8(ascii: "#") }
  }

  /// The Royal Mail omits letters that resemble digits: C, I, K, M, O and V.
  private static let letters = Array("ABDEFGHJLNPQRSTUWXYZ".utf8)

  /// A random code.
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

  /// The code with the digits of a number in place of each `#`.
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
