import KartotekaModel

/// Writes an .xlsx file (ECMA-376) row by row: a frozen header, column widths from the first rows, numbers, dates and yes or
/// no as such. Decimals are written digit by digit. Text is never a formula.
struct SpreadsheetWriter: SheetWriter {
  /// The most rows of a sheet (Excel's limit), and about the most bytes; further rows are in another sheet.
  private static let (mostRows, mostBytes) = (1_048_576, UInt32(3_000_000_000))
  private static let flushLimit = 1 << 16
  /// The most characters of a cell (Excel's limit).
  static let longestText = 32_767
  /// Excel has 15 digits.
  private static let mostDigits = 15
  /// Widths in characters.
  private static let (narrowest, widest) = (6, 60)
  /// The number of styles before those of decimals: general, header, day, moment.
  private static let fixedStyles = 4
  private static let mostScale = 9
  /// The first style of percentages, behind those of decimals, and the style of durations.
  private static let firstPercent = fixedStyles + mostScale + 1
  private static let duration = firstPercent + mostScale + 1

  private let zip: ZipWriter
  private let name: String
  private let headings: [String]
  private var bytes: [UInt8] = []
  private var sheets = 0
  private var rows = 0
  private var widths: [Int]
  private let hidden: Int?

  /// Begins a file.
  /// - Parameters:
  ///   - name: the name of the sheet.
  ///   - first: the first rows, by which the columns get their widths.
  ///   - hidden: the place of a column that is not shown.
  init(to sink: any ByteSink, name: String, headings: [String], first: [[SheetCell]], hidden: Int? = nil) throws {
    self.hidden = hidden
    zip = ZipWriter(to: sink)
    self.name = name
    self.headings = headings
    widths = headings.map { $0.count + 3 }
    for row in first {
      for (index, cell) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], min(cell.width, Self.widest))
      }
    }
    try beginSheet()
  }

  /// Appends a row.
  mutating func row(_ cells: [SheetCell]) throws {
    if rows >= Self.mostRows || zip.size > Self.mostBytes {
      try endSheet()
      try beginSheet()
    }
    rows += 1
    append("<row r=\"\(rows)\">")
    for (index, cell) in cells.enumerated() { append(cell, index) }
    append("</row>")
    if bytes.count >= Self.flushLimit { try flush() }
  }

  /// Ends the file. The sink remains open.
  mutating func finish() throws {
    try endSheet()
    try file("xl/styles.xml", Self.styles)
    let numbers = 1...sheets
    try file(
      "xl/workbook.xml",
      """
      <workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
      xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>\
      \(numbers.map { "<sheet name=\"\(sheetName($0))\" sheetId=\"\($0)\" r:id=\"r\($0)\"/>" }.joined())\
      </sheets></workbook>
      """)
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    func relationships(_ items: [(id: String, type: String, target: String)]) -> String {
      "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
        + items.map { "<Relationship Id=\"\($0.id)\" Type=\"\(relation)/\($0.type)\" Target=\"\($0.target)\"/>" }
        .joined()
        + "</Relationships>"
    }
    try file(
      "xl/_rels/workbook.xml.rels",
      relationships(
        numbers.map { ("r\($0)", "worksheet", "worksheets/sheet\($0).xml") } + [("s", "styles", "styles.xml")]))
    try file("_rels/.rels", relationships([("r", "officeDocument", "xl/workbook.xml")]))
    let type = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    let parts =
      [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
      + numbers.map { ("/xl/worksheets/sheet\($0).xml", "worksheet") }
    try file(
      "[Content_Types].xml",
      """
      <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      \(parts.map { "<Override PartName=\"\($0.0)\" ContentType=\"\(type).\($0.1)+xml\"/>" }.joined())</Types>
      """)
    try zip.finish()
  }

  // MARK: Sheets

  private mutating func beginSheet() throws {
    sheets += 1
    rows = 1
    try zip.begin("xl/worksheets/sheet\(sheets).xml")
    append(Self.declaration)
    append(
      """
      <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView \
      workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>\
      </sheetViews>
      """)
    if !widths.isEmpty {
      append("<cols>")
      for (index, width) in widths.enumerated() {
        let width = min(max(width, Self.narrowest), Self.widest)
        let hidden = index == hidden ? " hidden=\"1\"" : ""
        append("<col min=\"\(index + 1)\" max=\"\(index + 1)\" width=\"\(width)\" customWidth=\"1\"\(hidden)/>")
      }
      append("</cols>")
    }
    append("<sheetData><row r=\"1\">")
    for (index, heading) in headings.enumerated() { appendText(heading, index, style: 1) }
    append("</row>")
  }

  private mutating func endSheet() throws {
    append("</sheetData></worksheet>")
    try flush()
  }

  private mutating func flush() throws {
    try zip.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func file(_ name: String, _ text: String) throws {
    try zip.begin(name)
    try zip.write(Array((Self.declaration + text).utf8))
  }

  // Names have at most 31 characters, without []:*?/\.
  private func sheetName(_ number: Int) -> String {
    let letters = name.map { "[]:*?/\\'".contains($0) ? "-" : $0 }
    var plain = ""
    // The limit is one of UTF-16 code units.
    for letter in letters where plain.utf16.count + letter.utf16.count <= 25 { plain.append(letter) }
    return Self.escaped(number == 1 ? plain : plain + " \(number)")
  }

  // MARK: Cells

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(_ cell: SheetCell, _ column: Int) {
    switch cell {
    case .empty: break
    case .text(let text): appendText(text, column, style: 0)
    case .number(let digits, let scale):
      // Columns of opened files have any values, whatever kind they are taken for.
      guard digits.utf8.count(where: { (0x30...0x39).contains($0) }) <= Self.mostDigits, JSONParser.isNumber(digits)
      else {
        return appendText(digits, column, style: 0)
      }
      let style = scale.map { Self.fixedStyles + min(max($0, 0), Self.mostScale) } ?? 0
      append("<c r=\"\(Self.letters(column))\(rows)\" s=\"\(style)\"><v>\(digits)</v></c>")
    case .percent(let digits, let scale):
      guard digits.utf8.count(where: { (0x30...0x39).contains($0) }) <= Self.mostDigits else {
        return appendText(CellNumber.percent(digits), column, style: 0)
      }
      let style = Self.firstPercent + min(max(scale, 0), Self.mostScale)
      append("<c r=\"\(Self.letters(column))\(rows)\" s=\"\(style)\"><v>\(digits)</v></c>")
    case .duration(let minutes):
      let fraction = Self.fraction(Int(minutes % 1_440), of: 1_440)
      append(
        "<c r=\"\(Self.letters(column))\(rows)\" s=\"\(Self.duration)\"><v>\(minutes / 1_440).\(fraction)</v></c>")
    case .flag(let flag): append("<c r=\"\(Self.letters(column))\(rows)\" t=\"b\"><v>\(flag ? 1 : 0)</v></c>")
    case .day(let day):
      guard let number = Self.serial(day) else { return appendText(day.description, column, style: 0) }
      append("<c r=\"\(Self.letters(column))\(rows)\" s=\"2\"><v>\(number)</v></c>")
    case .moment(let day, let seconds):
      guard let number = Self.serial(day) else { return appendText(day.description, column, style: 0) }
      let fraction = Self.fraction(seconds, of: 86_400)
      append("<c r=\"\(Self.letters(column))\(rows)\" s=\"3\"><v>\(number).\(fraction)</v></c>")
    }
  }

  // The digits after the point of a part of a day. Of fewer than twelve, LibreOffice makes 11.99 seconds of 12.
  private static func fraction(_ count: Int, of day: Int) -> String {
    let digits = String((Int64(count) * 1_000_000_000_000 + Int64(day / 2)) / Int64(day))
    return String(repeating: "0", count: max(0, 12 - digits.utf8.count)) + digits
  }

  private mutating func appendText(_ text: String, _ column: Int, style: Int) {
    append("<c r=\"\(Self.letters(column))\(rows)\" s=\"\(style)\" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
    append(Self.escaped(Self.shortened(text)))
    append("</t></is></c>")
  }

  /// A text as a cell has it. The limit is one of UTF-16 code units; characters stay whole.
  static func shortened(_ text: String) -> String {
    guard text.utf16.count > longestText else { return text }
    var (result, size) = ("", 0)
    for character in text {
      size += character.utf16.count
      if size > longestText { break }
      result.append(character)
    }
    return result
  }

  private static func letters(_ column: Int) -> String {
    var (text, rest) = ("", column)
    repeat {
      text = String(UnicodeScalar(UInt8(65 + rest % 26))) + text
      rest = rest / 26 - 1
    } while rest >= 0
    return text
  }

  // Days since 1899-12-30. Excel takes 1900 for a leap year, so earlier days have no number that all programs agree on.
  private static func serial(_ day: CalendarDate) -> Int? {
    guard let first = CalendarDate(year: 1899, month: 12, day: 30), day.year >= 1901 else { return nil }
    return day.days(since: first)
  }

  private static func isSpecial(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "&", "<", ">", "\"", "_", "\u{fffe}", "\u{ffff}": true
    default: scalar.value < 0x20
    }
  }

  // Characters that XML can't have are written as `_x0001_`, and such a text itself as `_x005F_x0001_`.
  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isSpecial) else { return text }
    var result = ""
    let text = text.replacing(/_(?=x[0-9A-Fa-f]{4}_)/, with: "_x005F_")
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "_x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "_"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Styles

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  private static let styles: String = {
    let scales = 0...mostScale
    func digits(_ scale: Int) -> String { "0" + (scale == 0 ? "" : "." + String(repeating: "0", count: scale)) }
    let formats: [String] =
      scales.map { "<numFmt numFmtId=\"\(164 + $0)\" formatCode=\"\(digits($0))\"/>" }
      + scales.map { "<numFmt numFmtId=\"\(190 + $0)\" formatCode=\"\(digits($0))%\"/>" }
    let fixed = [
      "<numFmt numFmtId=\"180\" formatCode=\"yyyy\\-mm\\-dd\"/>",
      "<numFmt numFmtId=\"181\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/>",
      "<numFmt numFmtId=\"182\" formatCode=\"[h]:mm\"/>",
    ]
    func style(_ format: Int, font: Int = 0) -> String {
      "<xf numFmtId=\"\(format)\" fontId=\"\(font)\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"\(font == 0 ? "" : " applyFont=\"1\"")/>"
    }
    let all: [String] =
      [style(0), style(0, font: 1), style(180), style(181)] + scales.map { style(164 + $0) }
      + scales.map { style(190 + $0) } + [style(182)]
    return """
      <styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts \
      count="\(formats.count + fixed.count)">\((formats + fixed).joined())</numFmts><fonts count="2"><font><sz val="11"/>\
      <name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill>\
      <patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1">\
      <border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" \
      fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="\(all.count)">\(all.joined())</cellXfs>\
      <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
      </styleSheet>
      """
  }()
}
