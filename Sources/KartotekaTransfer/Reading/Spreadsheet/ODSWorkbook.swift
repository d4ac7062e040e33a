import KartotekaModel

/// A spreadsheet of LibreOffice's (OpenDocument, ISO/IEC 26300).
struct ODSWorkbook: Workbook {
  static let format = "OpenDocument (.ods)"
  var hasSeveral: Bool { true }

  let sheets: [String]
  private let archive: ZipArchive
  private let content: ZipArchive.Entry
  /// The places of the visible sheets among all.
  private let places: [Int]

  /// - Throws: ``ReadingError``; nil where the archive holds no OpenDocument file.
  init?(_ archive: ZipArchive) throws(ReadingError) {
    guard let content = archive.entry("content.xml") else { return nil }
    self.archive = archive
    self.content = content
    if let manifest = archive.entry("META-INF/manifest.xml") {
      let xml = XMLScanner(try archive.stream(manifest), file: archive.file)
      var token = try xml.next()
      while token != .finish {
        if token == .start, xml.isNamed("encryption-data") { throw .encrypted(file: archive.file) }
        token = try xml.next()
      }
    }
    var sheets: [String] = []
    var places: [Int] = []
    var (place, style) = (0, "")
    var hidden: Set<String> = []
    let xml = XMLScanner(try archive.stream(content), file: archive.file)
    var token = try xml.next()
    while token != .finish {
      if token == .start, xml.isNamed("style") {
        style = xml.attribute("name") ?? ""
      } else if token == .start, xml.isNamed("table-properties"), xml.attribute("display") == "false" {
        hidden.insert(style)
      } else if token == .start, xml.isNamed("table") {
        guard place < SheetLimits.sheets else { throw .tooManySheets(file: archive.file, most: SheetLimits.sheets) }
        if !hidden.contains(xml.attribute("style-name") ?? "") {
          sheets.append(xml.attribute("name") ?? "")
          places.append(place)
        }
        place += 1
        try xml.skipElement()
      }
      token = try xml.next()
    }
    (self.sheets, self.places) = (sheets, places)
  }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    let xml = XMLScanner(try archive.stream(content), file: archive.file)
    var place = 0
    // The formats of hours beyond 24, and the styles of cells with them.
    var (formats, durations): (Set<String>, Set<String>) = ([], [])
    while true {
      switch try xml.next() {
      case .finish: throw .damagedSpreadsheet(file: archive.file)
      case .start where xml.isNamed("time-style"):
        guard xml.attribute("truncate-on-overflow") == "false", let name = xml.attribute("name") else { break }
        formats.insert(name)
      case .start where xml.isNamed("style"):
        guard let format = xml.attribute("data-style-name"), let name = xml.attribute("name") else { break }
        if formats.contains(format) { durations.insert(name) }
      case .start where xml.isNamed("table"):
        if place == places[sheet] { return ODSSheet(xml, file: archive.file, durations: durations) }
        place += 1
        try xml.skipElement()
      default: break
      }
    }
  }
}

/// The rows of a table in an OpenDocument file.
final class ODSSheet: SheetReader {
  private let xml: XMLScanner
  private let file: String
  private var line = 0
  private var current = SheetRow()
  /// The number of repetitions of the current row.
  private var repeats = 0
  private var isAtEnd = false
  /// The styles of cells with hours beyond 24, and the columns whose cells have one unless they say otherwise.
  private let durations: Set<String>
  private var durationColumns: Set<Int> = []
  private var columns = 0

  init(_ xml: XMLScanner, file: String, durations: Set<String> = []) {
    (self.xml, self.file, self.durations) = (xml, file, durations)
  }

  var share: Double { xml.share }

  func next(_ row: inout SheetRow) throws(ReadingError) -> Bool {
    if repeats > 0 {
      repeats -= 1
      line += 1
      row = current
      row.number = line
      row.spans = []
      return true
    }
    while !isAtEnd {
      switch try xml.next() {
      case .finish: throw .damagedSpreadsheet(file: file)
      case .end where xml.isNamed("table"): isAtEnd = true
      case .start where xml.isNamed("table-column"):
        let count = min(max(1, xml.number("number-columns-repeated") ?? 1), SheetLimits.columns - columns)
        if durations.contains(xml.attribute("default-cell-style-name") ?? "") {
          durationColumns.formUnion(columns..<(columns + count))
        }
        columns += count
      case .start where xml.isNamed("table-row"):
        let count = max(1, xml.number("number-rows-repeated") ?? 1)
        current.begin(line + 1)
        let passed = (errors: current.errors, formulas: current.formulas)
        try readCells()
        if current.cells.isEmpty {
          let times = min(count, SheetLimits.rows)
          current.errors = passed.errors + (current.errors - passed.errors) * times
          current.formulas = passed.formulas + (current.formulas - passed.formulas) * times
          line += count
          continue
        }
        guard line + count <= SheetLimits.rows else { throw .expandsTooMuch(file: file) }
        line += 1
        repeats = count - 1
        row = current
        current.errors -= passed.errors
        current.formulas -= passed.formulas
        return true
      default: break
      }
    }
    // With those of rows without a value at the end.
    if current.cells.isEmpty { row = current }
    return false
  }

  private func readCells() throws(ReadingError) {
    var column = 0
    while true {
      switch try xml.next() {
      case .start where xml.isNamed("table-cell") || xml.isNamed("covered-table-cell"):
        let isCovered = xml.isNamed("covered-table-cell")
        let count = max(1, xml.number("number-columns-repeated") ?? 1)
        let rows = xml.number("number-rows-spanned") ?? 1
        let unknown = current.errors + current.formulas
        let isDuration =
          xml.attribute("style-name").map(durations.contains) ?? durationColumns.contains(column)
        let (text, cellType) = try readCell(isDuration: isDuration)
        if current.errors + current.formulas > unknown {
          current.untold += column..<min(column + count, SheetLimits.columns)
        }
        if !text.isEmpty, !isCovered {
          try current.set(text, cellType, at: column..<(column + count), in: file)
          if rows > 1 { current.spans.append((column, rows)) }
        }
        column = min(column + count, SheetLimits.columns)
      case .end where xml.isNamed("table-row"): return
      case .finish: throw .damagedSpreadsheet(file: file)
      default: break
      }
    }
  }

  private func readCell(isDuration: Bool) throws(ReadingError) -> (String, CellType) {
    let type = xml.attribute("value-type") ?? ""
    let currency = xml.attribute("currency")
    let text = try readCell(type, currency, isDuration)
    return (text, ["", "string"].contains(type) ? .text : .value)
  }

  private func readCell(
    _ type: String, _ currency: String?, _ isDuration: Bool
  ) throws(ReadingError) -> String {
    let formula = xml.attribute("formula")
    let value: String? =
      switch type {
      case "float", "percentage", "currency": xml.attribute("value")
      case "date": xml.attribute("date-value")
      case "time": xml.attribute("time-value")
      case "boolean": xml.attribute("boolean-value")
      case "string": xml.attribute("string-value")
      default: nil
      }
    let shown = try readParagraphs()
    if formula != nil, type.isEmpty || Self.isError(shown) {
      if shown.isEmpty { current.formulas += 1 } else { current.errors += 1 }
      return ""
    }
    switch type {
    case "float" where formula?.hasSuffix("=TRUE()") ?? false: return "true"
    case "float" where formula?.hasSuffix("=FALSE()") ?? false: return "false"
    case "float", "percentage", "currency":
      // Digits with leading zeros by the cell's format.
      if shown.hasPrefix("0"), shown.count > 1, shown.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return shown }
      let number = CellNumber.decimal(value ?? "")
      if type == "percentage" { return CellNumber.percent(number) }
      guard type == "currency", let currency else { return number }
      return CellNumber.money(number, currency, places: Self.places(of: shown))
    case "date": return CellNumber.moment(value ?? "")
    case "time": return Self.clock(value ?? "", isDuration) ?? shown
    case "boolean": return value == "true" ? "true" : "false"
    default: return value ?? shown
    }
  }

  // The decimal places that a number shows.
  private static func places(of shown: String) -> Int {
    let digits = shown.drop { !$0.isNumber }
    let end = digits.lastIndex(where: \.isNumber) ?? digits.startIndex
    guard let mark = digits[..<end].lastIndex(where: { $0 == "," || $0 == "." }) else { return 0 }
    let places = digits[mark...end].count - 1
    return places == 3 ? 0 : places
  }

  private static func isError(_ text: String) -> Bool {
    text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isUppercase || "/0!?".contains($0) } && text.count > 1
      || text.hasPrefix("Err:")
  }

  // PT13H45M00S is 13:45.
  private static func clock(_ text: String, _ isDuration: Bool) -> String? {
    guard text.hasPrefix("PT") else { return nil }
    var parts: [Character: Double] = [:]
    var digits = ""
    for character in text.dropFirst(2) {
      if character.isNumber || character == "." {
        digits.append(character)
      } else {
        parts[character] = Double(digits)
        digits = ""
      }
    }
    guard let hours = parts["H"], let minutes = parts["M"] else { return nil }
    let seconds = hours * 3_600 + minutes * 60 + (parts["S"] ?? 0)
    guard seconds.isFinite else { return nil }
    let isInDay = !isDuration && seconds < Double(CellNumber.lastSecond + 1)
    let whole = Int(clampingNearest: seconds)
    return CellNumber.clock(isInDay ? min(whole, CellNumber.lastSecond) : whole, isDuration: isDuration)
  }

  // The text of a cell. Paragraphs are lines; comments and drawings are not part of it.
  private func readParagraphs() throws(ReadingError) -> String {
    var text = ""
    var depth = 1
    var paragraphs = 0
    var isInside = false
    while depth > 0 {
      guard text.utf8.count <= SheetLimits.rowBytes else { throw .expandsTooMuch(file: file) }
      switch try xml.next() {
      case .start where xml.isNamed("annotation") || xml.isNamed("shapes") || xml.isNamed("frame"):
        try xml.skipElement()
      case .start:
        depth += 1
        if depth == 2, xml.isNamed("p") || xml.isNamed("h") {
          if paragraphs > 0 { text += "\n" }
          paragraphs += 1
          isInside = true
        } else if xml.isNamed("s") {
          text += String(repeating: " ", count: min(max(1, xml.number("c") ?? 1), 1_000))
        } else if xml.isNamed("tab") {
          text += "\t"
        } else if xml.isNamed("line-break") {
          text += "\n"
        }
      case .end:
        depth -= 1
        if depth == 1 { isInside = false }
      case .text: if isInside { text += String(decoding: xml.text, as: UTF8.self) }
      case .finish: throw .damagedSpreadsheet(file: file)
      }
    }
    return text
  }
}
