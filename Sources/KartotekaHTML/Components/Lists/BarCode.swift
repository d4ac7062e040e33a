import KartotekaModel

/// A bar code of a text: EAN-13, EAN-8 or UPC-A for the number of an article (ISO/IEC 15420), else Code 128 (ISO/IEC 15417).
package struct BarCode: Sendable {
  // Longer texts are wider in any case.
  private static let longest = 40
  /// The most modules that narrow labels have room for: scanners read those of a quarter of a millimetre.
  private static let widest = 200

  /// The modules from left to right, without the light ones at both ends; true for dark ones.
  let modules: [Bool]
  /// The light modules that readers need at both ends.
  let margins: (left: Int, right: Int)

  /// The code of a text; nil for one that is too wide, or has characters other than those of ASCII.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if ArticleNumber.fault(in: text) == nil, bytes.count < 14 {
      let digits = bytes.map { Int($0 - UInt8(ascii: "0")) }
      let isShort = digits.count == 8
      // UPC-A is EAN-13 with a leading 0.
      modules = isShort ? Self.short(digits) : Self.long(Array(repeating: 0, count: 13 - digits.count) + digits)
      margins = isShort ? (7, 7) : (11, 7)
    } else if (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7e).contains($0) }) {
      modules = Self.code128(bytes).flatMap { Self.bars(Self.widths[$0]) }
      margins = (10, 10)
    } else {
      return nil
    }
    if width > Self.widest { return nil }
  }

  /// The number of modules with the light ones at both ends.
  package var width: Int { margins.left + modules.count + margins.right }

  /// The dark modules as the data of an SVG path, in units of modules.
  package func path(height: Int) -> String {
    var (path, x) = ("", 0)
    while x < modules.count {
      let start = x
      while x < modules.count, modules[x] { x += 1 }
      if x > start { path += "M\(margins.left + start) 0h\(x - start)v\(height)h-\(x - start)z" }
      x += 1
    }
    return path
  }

  // MARK: EAN

  // The sets L of ISO/IEC 15420: spaces and bars of the digits. Set R has the opposite colours, set G the opposite order of R.
  private static let left = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
  ].map(dark)
  // Which of the first six digits have set G: that says the digit before them.
  private static let inSetG = [
    "000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010",
  ].map(dark)
  private static let (end, middle) = (dark("101"), dark("01010"))

  private static func dark(_ text: String) -> [Bool] { text.utf8.map { $0 == UInt8(ascii: "1") } }

  private static func right(_ digit: Int) -> [Bool] { left[digit].map { !$0 } }

  private static func long(_ digits: [Int]) -> [Bool] {
    let first = zip(digits[1...6], inSetG[digits[0]]).flatMap { $1 ? right($0).reversed() : left[$0] }
    return end + first + middle + digits[7...].flatMap(right) + end
  }

  private static func short(_ digits: [Int]) -> [Bool] {
    end + digits[..<4].flatMap { left[$0] } + middle + digits[4...].flatMap(right) + end
  }

  // MARK: Code 128

  private static let (startB, startC, setC, setB, stop) = (104, 105, 99, 100, 106)

  /// The values of the symbols: pairs of digits in set C, other characters in set B, as few as possible (ISO/IEC 15417, annex E).
  static func code128(_ bytes: [UInt8]) -> [Int] {
    func run(_ start: Int) -> Int {
      bytes[start...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    }
    var isInPairs = run(0) >= 4 || bytes.count == 2 && run(0) == 2
    var values = [isInPairs ? startC : startB]
    var index = 0
    func character() {
      values.append(Int(bytes[index]) - 0x20)
      index += 1
    }
    while index < bytes.count {
      let digits = run(index)
      if isInPairs, digits >= 2 {
        let (tens, ones) = (Int(bytes[index] - 0x30), Int(bytes[index + 1] - 0x30))
        values.append(tens * 10 + ones)
        index += 2
      } else if isInPairs {
        values.append(setB)
        isInPairs = false
      } else if digits >= 6 || digits >= 4 && index + digits == bytes.count {
        if !digits.isMultiple(of: 2) { character() }
        values.append(setC)
        isInPairs = true
      } else {
        character()
      }
    }
    let sum = zip(values, 0...).reduce(values[0]) { $0 + $1.0 * $1.1 }
    return values + [sum % 103, stop]
  }

  // Bars and spaces by turns.
  private static func bars(_ widths: String) -> [Bool] {
    zip(widths.utf8, 0...).flatMap { Array(repeating: $1.isMultiple(of: 2), count: Int($0 - UInt8(ascii: "0"))) }
  }

  // The widths of bars and spaces of each value (ISO/IEC 15417, table 1).
  private static let widths = """
    212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 \
    123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 \
    131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 \
    213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 \
    141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 \
    124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 \
    411131 211412 211214 211232 2331112
    """.split(separator: " ").map(String.init)
}

extension HTMLWriter {
  /// The height of the bars in modules: a centimetre with modules of a third of a millimetre, the size that scanners of shops expect.
  private static let height = 30

  /// Draws a bar code.
  mutating func barCode(_ code: BarCode, label: String) {
    let (width, height) = (Double(code.width), Double(Self.height))
    element(.svg, .class("bars"), .viewBox(x: 0, y: 0, width: width, height: height), .role("img"), .label(label)) {
      $0.element(.path, .shape(code.path(height: Self.height))) { _ in }
    }
  }
}
