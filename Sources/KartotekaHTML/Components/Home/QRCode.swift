/// A QR code of a text (ISO/IEC 18004): bytes, error correction level M, versions 1 to 15.
package struct QRCode: Sendable {
  /// The numbers of blocks and of error correction codewords of each, by version.
  private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]
  private static let corrections = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]

  /// The most bytes of a text.
  static var longest: Int { dataCodewords(blocks.count) - 3 }

  /// The number of modules of a side.
  package let size: Int
  private var modules: [Bool]
  private var isFunction: [Bool]

  /// The code of a text; nil for one that is too long: 412 bytes fit.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let version = (1...Self.blocks.count).first { version in
      4 + (version < 10 ? 8 : 16) + bytes.count * 8 <= Self.dataCodewords(version) * 8
    }
    guard let version else { return nil }
    size = 17 + 4 * version
    modules = Array(repeating: false, count: size * size)
    isFunction = modules
    drawFunctionPatterns(version)
    draw(Self.codewords(bytes, version))
    let masks = (0..<8).map { mask in
      var copy = self
      copy.apply(mask)
      return (code: copy, penalty: copy.penalty)
    }
    if let best = masks.min(by: { $0.penalty < $1.penalty }) { modules = best.code.modules }
  }

  /// Whether a module is dark.
  package subscript(x: Int, y: Int) -> Bool { modules[y * size + x] }

  /// The dark modules as the data of an SVG path, in units of modules.
  package var path: String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        let start = x
        while x < size, self[x, y] { x += 1 }
        if x > start { path += "M\(start) \(y)h\(x - start)v1H\(start)z" }
        x += 1
      }
    }
    return path
  }

  // MARK: Data

  private static func rawCodewords(_ version: Int) -> Int {
    var bits = (16 * version + 128) * version + 64
    if version >= 2 {
      let count = version / 7 + 2
      bits -= (25 * count - 10) * count - 55
      if version >= 7 { bits -= 36 }
    }
    return bits / 8
  }

  private static func dataCodewords(_ version: Int) -> Int {
    rawCodewords(version) - blocks[version - 1] * corrections[version - 1]
  }

  private static func codewords(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
    }
    append(0b0100, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    let capacity = dataCodewords(version) * 8
    append(0, min(4, capacity - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var padding: UInt8 = 0xEC
    while data.count < dataCodewords(version) {
      data.append(padding)
      padding ^= 0xEC ^ 0x11
    }
    return interleaved(data, version)
  }

  private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
    let (count, length) = (blocks[version - 1], corrections[version - 1])
    let raw = rawCodewords(version)
    let (shortCount, shortLength) = (count - raw % count, raw / count - length)
    let divisor = divisor(length)
    var (parts, start) = ([(data: ArraySlice<UInt8>, correction: [UInt8])](), 0)
    for index in 0..<count {
      let end = start + shortLength + (index < shortCount ? 0 : 1)
      parts.append((data[start..<end], remainder(data[start..<end], divisor)))
      start = end
    }
    var result: [UInt8] = []
    for index in 0...shortLength {
      result += parts.compactMap { index < $0.data.count ? $0.data[$0.data.startIndex + index] : nil }
    }
    for index in 0..<length { result += parts.map { $0.correction[index] } }
    return result
  }

  // MARK: Reed-Solomon codes over GF(2^8) with the polynomial 0x11D

  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      result ^= Int(other >> bit & 1) * Int(one)
    }
    return UInt8(truncatingIfNeeded: result)
  }

  private static func divisor(_ degree: Int) -> [UInt8] {
    var result = Array(repeating: UInt8(0), count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        result[index] = product(result[index], root)
        if index + 1 < degree { result[index] ^= result[index + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  private static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
    var result = Array(repeating: UInt8(0), count: divisor.count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in result.indices { result[index] ^= product(divisor[index], factor) }
    }
    return result
  }

  // MARK: Modules

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y * size + x] = isDark
    isFunction[y * size + x] = true
  }

  private mutating func drawFunctionPatterns(_ version: Int) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    let places = alignments(version)
    for (i, x) in places.enumerated() {
      for (j, y) in places.enumerated() {
        let last = places.count - 1
        if (i, j) == (0, 0) || (i, j) == (0, last) || (i, j) == (last, 0) { continue }
        for dy in -2...2 { for dx in -2...2 { set(x + dx, y + dy, max(dx.magnitude, dy.magnitude) != 1) } }
      }
    }
    drawFormat(0)
    guard version >= 7 else { return }
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for index in 0..<18 {
      let (a, b, isDark) = (size - 11 + index % 3, index / 3, bits >> index & 1 == 1)
      set(a, b, isDark)
      set(b, a, isDark)
    }
  }

  private func alignments(_ version: Int) -> [Int] {
    if version == 1 { return [] }
    let count = version / 7 + 2
    let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
        let distance = max(dx.magnitude, dy.magnitude)
        set(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  // The bits of level M are 00.
  private mutating func drawFormat(_ mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  private mutating func draw(_ codewords: [UInt8]) {
    var index = 0
    for right in stride(from: size - 1, through: 1, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
      for step in 0..<size {
        for x in [right, right - 1] {
          let isUpward = (right + 1) & 2 == 0
          let y = isUpward ? size - 1 - step : step
          guard !isFunction[y * size + x], index < codewords.count * 8 else { continue }
          modules[y * size + x] = codewords[index >> 3] >> (7 - index & 7) & 1 == 1
          index += 1
        }
      }
    }
  }

  private mutating func apply(_ mask: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFunction[y * size + x] {
        let isInverted =
          switch mask {
          case 0: (x + y) % 2 == 0
          case 1: y % 2 == 0
          case 2: x % 3 == 0
          case 3: (x + y) % 3 == 0
          case 4: (x / 3 + y / 2) % 2 == 0
          case 5: x * y % 2 + x * y % 3 == 0
          case 6: (x * y % 2 + x * y % 3) % 2 == 0
          default: ((x + y) % 2 + x * y % 3) % 2 == 0
          }
        if isInverted { modules[y * size + x].toggle() }
      }
    }
    drawFormat(mask)
  }

  // Long runs, blocks of four and a share of dark modules far from a half. Any mask can be read; the rule for patterns like
  // those of the corners is left out.
  private var penalty: Int {
    var penalty = 0
    for line in 0..<size {
      for isRow in [true, false] {
        var (run, last) = (0, false)
        for place in 0..<size {
          let isDark = isRow ? self[place, line] : self[line, place]
          run = isDark == last && place > 0 ? run + 1 : 1
          last = isDark
          if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        }
      }
    }
    for y in 0..<size - 1 {
      for x in 0..<size - 1 {
        let first = self[x, y]
        if self[x + 1, y] == first, self[x, y + 1] == first, self[x + 1, y + 1] == first { penalty += 3 }
      }
    }
    let dark = modules.count(where: \.self)
    return penalty + Int((dark * 20 - size * size * 10).magnitude) / (size * size) * 10
  }
}
