/// The numbers in the pages of a database file (<https://www.sqlite.org/fileformat2.html>, section 1.6).
enum PageFormat {
  /// The first byte of a page with rows of a table.
  static let leaf: UInt8 = 0x0d
  /// The first byte of a page that names such pages.
  static let inner: UInt8 = 0x05

  /// A number of bytes of fixed length, the highest first.
  static func number(_ page: [UInt8], at place: Int, _ length: Int) -> Int {
    page[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four bytes with a number.
  static func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

  /// A number of one to nine bytes, which are taken from the beginning; nil if there are too few.
  static func takeVarint(_ bytes: inout ArraySlice<UInt8>) -> Int64? {
    var number: UInt64 = 0
    for place in 0..<9 {
      guard let byte = bytes.popFirst() else { return nil }
      if place == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return Int64(bitPattern: number) }
    }
    return nil
  }

  /// One to nine bytes with a number.
  static func varint(_ number: Int64) -> [UInt8] {
    var rest = UInt64(bitPattern: number)
    var bytes: [UInt8] = []
    if rest >> 56 != 0 {
      // The ninth byte has eight bits.
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: rest & 0x7f) | 0x80)
        rest >>= 7
      }
      return bytes.reversed()
    }
    bytes.append(UInt8(truncatingIfNeeded: rest & 0x7f))
    rest >>= 7
    while rest > 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes.reversed()
  }

  /// The bytes of a value of a type in a row's header; nil for a type that there is not.
  static func size(ofType type: Int64) -> Int64? {
    switch type {
    case 0, 8, 9: 0
    case 1...4: type
    case 5: 6
    case 6, 7: 8
    case 12...: (type - 12) / 2
    default: nil
    }
  }
}
