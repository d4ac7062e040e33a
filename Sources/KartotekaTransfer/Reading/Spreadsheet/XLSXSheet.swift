import KartotekaModel

/// The rows of a worksheet.
final class XLSXSheet: SheetReader {
  private enum StoredType {
    case number, shared, text, boolean, error
  }

  private let xml: XMLScanner
  private let file: String
  private let strings: SharedStrings
  private let formats: [NumberFormat]
  private let isSince1904: Bool
  private let merges: SheetMerges
  private var line = 0

  init(
    _ xml: XMLScanner, file: String, strings: SharedStrings, formats: [NumberFormat], isSince1904: Bool,
    merges: SheetMerges
  ) {
    self.xml = xml
    self.file = file
    self.strings = strings
    self.formats = formats
    self.isSince1904 = isSince1904
    self.merges = merges
  }

  var share: Double { xml.share }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    while true {
      switch try xml.next() {
      case .finish: return false
      case .start where xml.isNamed("row"):
        let number = xml.number("r") ?? line + 1
        guard number > line, number <= SheetLimits.rows else { throw .damagedSpreadsheet(file: file) }
        line = number
        row.begin(number)
        try readCells(&row)
        if row.cells.isEmpty { continue }
        row.spans = merges.rows[number] ?? []
        return true
      default: break
      }
    }
  }

  private func readCells(_ row: inout SheetRow) throws(ReadingError) {
    var column = 0
    while true {
      switch try xml.next() {
      case .start where xml.isNamed("c"):
        if let address = xml.attribute("r") {
          guard let cell = CellReference(address) else { throw .damagedSpreadsheet(file: file) }
          column = cell.column
        }
        guard column < SheetLimits.columns else { throw .damagedSpreadsheet(file: file) }
        let unknown = row.errors + row.formulas
        let (text, type) = try readCell(&row)
        if row.errors + row.formulas > unknown { row.untold.append(column) }
        try row.set(text, type, at: column..<(column + 1), in: file)
        column += 1
      case .end where xml.isNamed("row"): return
      case .finish: throw .damagedSpreadsheet(file: file)
      default: break
      }
    }
  }

  private func readCell(_ row: inout SheetRow) throws(ReadingError) -> (String, CellType) {
    let type: StoredType =
      switch xml.attribute("t") {
      case "s": .shared
      case "str", "inlineStr", "d": .text
      case "b": .boolean
      case "e": .error
      default: .number
      }
    let style = xml.number("s") ?? 0
    var text = ""
    var hasFormula = false
    while true {
      switch try xml.next() {
      case .start where xml.isNamed("v"):
        text += try content(of: "v")
      case .start where xml.isNamed("t"):
        text += try content(of: "t")
        guard text.utf8.count <= SheetLimits.rowBytes else { throw .expandsTooMuch(file: file) }
      case .start where xml.isNamed("f"):
        hasFormula = true
        try xml.skipElement()
      // Readings of Japanese words.
      case .start where xml.isNamed("rPh"): try xml.skipElement()
      case .end where xml.isNamed("c"):
        // A formula may have an empty text as its result.
        if hasFormula, text.isEmpty, type != .text { row.formulas += 1 }
        let isText = type == .shared || type == .text
        return (try value(text, type, style, &row), isText ? .text : .value)
      case .finish: throw .damagedSpreadsheet(file: file)
      default: break
      }
    }
  }

  private func value(
    _ text: String, _ type: StoredType, _ style: Int, _ row: inout SheetRow
  ) throws(ReadingError) -> String {
    switch type {
    case .shared:
      guard let index = Int(text.trimmingSpaces()) else { return "" }
      guard let shared = try strings.text(index) else { throw .damagedSpreadsheet(file: file) }
      return shared
    case .text: return SharedStrings.unescaped(text)
    case .boolean: return text.isEmpty ? "" : text == "1" || text == "true" ? "true" : "false"
    case .error:
      row.errors += 1
      return ""
    case .number:
      let literal = text.trimmingSpaces()
      guard !literal.isEmpty else { return "" }
      let format = formats.indices.contains(style) ? formats[style] : .number
      return CellNumber.text(literal, format, isSince1904: isSince1904)
    }
  }

  private func content(of name: StaticString) throws(ReadingError) -> String {
    var text = ""
    while true {
      switch try xml.next() {
      case .text:
        text += String(decoding: xml.text, as: UTF8.self)
        guard text.utf8.count <= SheetLimits.rowBytes else { throw .expandsTooMuch(file: file) }
      case .end where xml.isNamed(name): return text
      case .finish: throw .damagedSpreadsheet(file: file)
      default: break
      }
    }
  }
}

/// The texts that the cells of a workbook share. They are read as far as cells need them: the first rows of a large sheet
/// mostly need the first texts.
final class SharedStrings {
  /// The maximum total size in memory, in bytes.
  private static let largest = 512 << 20

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private let xml: XMLScanner?
  private let file: String
  private var isComplete = false

  /// - Parameter xml: the texts; nil for none.
  init(_ xml: XMLScanner?, file: String) { (self.xml, self.file) = (xml, file) }

  private func read(upTo index: Int) throws(ReadingError) {
    guard let xml else { return }
    var isInside = false
    while index >= ends.count, !isComplete {
      switch try xml.next() {
      case .finish: isComplete = true
      case .start where xml.isNamed("t"): isInside = true
      case .end where xml.isNamed("t"): isInside = false
      case .start where xml.isNamed("rPh"): try xml.skipElement()
      case .text where isInside:
        bytes.append(contentsOf: xml.text)
        guard bytes.count + ends.count * 8 <= Self.largest else { throw .expandsTooMuch(file: file) }
      case .end where xml.isNamed("si"):
        ends.append(bytes.count)
        guard bytes.count + ends.count * 8 <= Self.largest else { throw .expandsTooMuch(file: file) }
      default: break
      }
    }
  }

  /// The text with the given number; nil if there is none.
  func text(_ index: Int) throws(ReadingError) -> String? {
    guard index >= 0 else { return nil }
    if index >= ends.count { try read(upTo: index) }
    guard index < ends.count else { return nil }
    let start = index == 0 ? 0 : ends[index - 1]
    return Self.unescaped(String(decoding: bytes[start..<ends[index]], as: UTF8.self))
  }

  /// The text with characters in place of escapes such as `_x000D_` (ECMA-376, 22.9.2.19).
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")), text.contains("_x") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "_x") {
      let code = rest[start.upperBound...].prefix(4)
      let after = rest[start.upperBound...].dropFirst(4)
      guard code.count == 4, after.first == "_", let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init)
      else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      result += rest[..<start.lowerBound]
      // A NUL is in no text.
      if scalar.value != 0 { result.unicodeScalars.append(scalar) }
      rest = after.dropFirst()
    }
    return result + rest
  }
}
