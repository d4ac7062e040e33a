import Foundation

/// Identicons: eight by eight fields with a mirrored left half, in one colour.
enum MockPicture {
  private static let size = 64

  /// A PNG in Base64. The 32 fields of the left half are the permuted index of the record, so that each picture is unique.
  static func base64(_ order: MockOrder, _ random: inout MockRandom) -> String {
    let fields = mix(UInt32(truncatingIfNeeded: order.index) ^ UInt32(truncatingIfNeeded: order.key))
    let tone = random.pick(tones)
    return Data(png(fields, tone)).base64EncodedString()
  }

  private static let tones: [[UInt8]] = [
    [0x2f, 0x6b, 0x33], [0x8a, 0x53, 0x00], [0x1f, 0x4e, 0x79], [0x7a, 0x2e, 0x5d], [0x00, 0x6d, 0x77],
    [0x9c, 0x3d, 0x2a], [0x4b, 0x4a, 0x8f], [0x5c, 0x5c, 0x00],
  ]

  /// A bijection of 32 bits: the finalizer of MurmurHash3, <https://github.com/aappleby/smhasher>.
  private static func mix(_ bits: UInt32) -> UInt32 {
    var bits = (bits ^ (bits >> 16)) &* 0x85eb_ca6b
    bits = (bits ^ (bits >> 13)) &* 0xc2b2_ae35
    return bits ^ (bits >> 16)
  }

  /// PNG, third edition (W3C, 2025): one bit for each point, a palette of two, stored without compression.
  private static func png(_ fields: UInt32, _ tone: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    for row in 0..<size {
      rows.append(0)
      let left = UInt8(truncatingIfNeeded: fields >> UInt32(row / 8 * 4)) & 0xf
      for column in 0..<8 {
        rows.append(left >> UInt8(column < 4 ? column : 7 - column) & 1 == 1 ? 0xff : 0)
      }
    }
    let count = UInt16(rows.count)
    // RFC 1950 and 1951: one stored block.
    let packed = [0x78, 0x01, 0x01] + little(count) + little(~count) + rows + big(adler(rows))
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("IHDR", big(UInt32(size)) + big(UInt32(size)) + [1, 3, 0, 0, 0])
      + chunk("PLTE", [0xf4, 0xf1, 0xea] + tone) + chunk("IDAT", packed) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + data
    return big(UInt32(data.count)) + checked + big(crc(checked))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }

  private static func little(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return second << 16 | first
  }

  private static let crcTable: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { rest, _ in rest & 1 == 1 ? 0xedb8_8320 ^ (rest >> 1) : rest >> 1 }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { rest, byte in
      crcTable[Int(UInt8(truncatingIfNeeded: rest) ^ byte)] ^ (rest >> 8)
    }
  }
}
