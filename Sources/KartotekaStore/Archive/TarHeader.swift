import Foundation

/// A block of 512 bytes before a member of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
struct TarHeader {
  static let blockLength = 512
  /// The longest size that the field of the header holds in octal digits: 8 GiB.
  private static let largestInField: Int64 = (1 << 33) - 1
  private static let longestName = 100

  var name: [UInt8]
  var size: Int64
  var kind: UInt8

  // MARK: Writing

  /// The header of a regular file, with a pax header before it where the name or the size needs one.
  static func blocks(name: String, size: Int64, date: Int64) -> [UInt8] {
    let name = Array(name.utf8)
    let isPlain = name.count <= longestName && name.allSatisfy { (0x20..<0x7f).contains($0) }
    var records: [UInt8] = []
    if !isPlain { records += record("path", name) }
    if size > largestInField { records += record("size", Array(String(size).utf8)) }
    let field = size > largestInField ? 0 : size
    let shortName = isPlain ? name : Array("long-name".utf8)
    guard !records.isEmpty else { return block(shortName, field, date, UInt8(ascii: "0")) }
    return block(Array("pax-header".utf8), Int64(records.count), date, UInt8(ascii: "x")) + records
      + padding(after: Int64(records.count)) + block(shortName, field, date, UInt8(ascii: "0"))
  }

  /// The bytes between a member's end and the next header.
  static func padding(after size: Int64) -> [UInt8] {
    let rest = Int(size % Int64(blockLength))
    return [UInt8](repeating: 0, count: rest == 0 ? 0 : blockLength - rest)
  }

  // "27 path=…\n": the number counts its own digits, too.
  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [UInt8(ascii: "\n")]
    var length = rest.count + 1
    while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
    return Array(String(length).utf8) + rest
  }

  private static func block(_ name: [UInt8], _ size: Int64, _ date: Int64, _ kind: UInt8) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockLength)
    func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in bytes.enumerated() { block[offset + index] = byte }
    }
    func octal(_ number: Int64, _ digits: Int) -> [UInt8] {
      let text = String(number, radix: 8)
      return Array((String(repeating: "0", count: max(digits - text.count, 0)) + text).utf8.suffix(digits))
    }
    put(name.prefix(longestName), at: 0)
    put(octal(0o600, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(size, 11), at: 124)
    put(octal(max(date, 0), 11), at: 136)
    put([UInt8](repeating: UInt8(ascii: " "), count: 8), at: 148)
    block[156] = kind
    put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
    put(octal(0, 7), at: 329)
    put(octal(0, 7), at: 337)
    put(octal(checksum(of: block), 6) + [0, UInt8(ascii: " ")], at: 148)
    return block
  }

  // The sum of all bytes, with spaces in the place of the sum.
  private static func checksum(of block: [UInt8]) -> Int64 {
    block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int64($1.element)) }
  }

  // MARK: Reading

  private static let mark = (offset: 257, bytes: Array("ustar".utf8))

  /// The place of the first block that is a header; nil if none is.
  static func firstPlace(in blocks: [UInt8]) -> Int? {
    blocks.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - blockLength + 1, by: blockLength).first { place in
        mark.bytes.indices.allSatisfy { bytes[place + mark.offset + $0] == mark.bytes[$0] }
          && TarHeader([UInt8](bytes[place..<(place + blockLength)])) != nil
      }
    }
  }

  /// Reads a header; nil for a block that is none.
  init?(_ block: [UInt8]) {
    guard block.count == Self.blockLength, block[257..<262].elementsEqual(Self.mark.bytes),
      let sum = Self.number(block[148..<156]), sum == Self.checksum(of: block),
      let size = Self.number(block[124..<136])
    else { return nil }
    // GNU's variant has other fields in the place of the prefix.
    let isGNU = block[262] == UInt8(ascii: " ")
    let prefix = isGNU ? [] : Self.text(block[345..<500])
    name = (prefix.isEmpty ? [] : prefix + [UInt8(ascii: "/")]) + Self.text(block[0..<100])
    kind = block[156] == 0 ? UInt8(ascii: "0") : block[156]
    self.size = size
  }

  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }

  // Octal digits, or GNU's binary number after a byte of 0x80. Numbers are not negative.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    if field.first == 0x80 {
      let bytes = field.dropFirst().drop { $0 == 0 }
      guard bytes.count < 8 else { return nil }
      return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    return digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }

  /// The records of a pax header by their keys; nil if they are malformed.
  static func records(_ bytes: [UInt8]) -> [String: [UInt8]]? {
    var records: [String: [UInt8]] = [:]
    var rest = bytes[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")) {
      guard let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length > space - rest.startIndex + 2,
        length <= rest.count
      else { return nil }
      let record = rest[(space + 1)..<(rest.startIndex + length)]
      guard record.last == UInt8(ascii: "\n"), let equals = record.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      records[String(decoding: record[..<equals], as: UTF8.self)] = Array(record[(equals + 1)...].dropLast())
      rest = rest.dropFirst(length)
    }
    return rest.allSatisfy { $0 == 0 } ? records : nil
  }
}
