import Foundation
import KartotekaModel

/// Writes an .ods file (OpenDocument 1.3, ISO/IEC 26300) row by row, with numbers, days and yes or no as such, and text that is
/// never a formula. All sheets of such a file are in one part of the archive.
struct OpenDocumentWriter: SheetWriter {
  /// LibreOffice's limit, and about the most bytes of all sheets.
  private static let (mostRows, mostBytes) = (1_048_576, UInt32(3_000_000_000))
  private static let flushLimit = 1 << 16
  private static let mostDigits = 15
  private static let mostScale = 9
  /// Widths in characters.
  private static let (narrowest, widest) = (6, 60)
  private static let mediaType = "application/vnd.oasis.opendocument.spreadsheet"

  private let zip: ZipWriter
  private let name: String
  private let headings: [String]
  private let widths: [Int]
  private let hidden: Int?
  private var bytes: [UInt8] = []
  private var sheets = 0
  private var rows = 0

  /// Begins a file.
  /// - Parameters:
  ///   - name: the name of the sheet.
  ///   - first: the first rows, by which the columns get their widths.
  ///   - hidden: the place of a column that is not shown.
  init(to sink: any ByteSink, name: String, headings: [String], first: [[SheetCell]], hidden: Int? = nil) throws {
    (zip, self.name, self.headings, self.hidden) = (ZipWriter(to: sink), name, headings, hidden)
    var widths = headings.map { $0.count + 3 }
    for row in first {
      for (index, cell) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], cell.width)
      }
    }
    self.widths = widths.map { min(max($0, Self.narrowest), Self.widest) }
    // Programs tell the format by this file, which has to be the first one and uncompressed (part 2, 3.3).
    try zip.store("mimetype", Array(Self.mediaType.utf8))
    try file(
      "META-INF/manifest.xml",
      """
      <manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">\
      <manifest:file-entry manifest:full-path="/" manifest:media-type="\(Self.mediaType)" manifest:version="1.3"/>\
      <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>
      """)
    try zip.begin("content.xml")
    append(Self.declaration + Self.beginning)
    for (index, width) in self.widths.enumerated() {
      append(
        "<style:style style:name=\"w\(index)\" style:family=\"table-column\"><style:table-column-properties "
          + "style:column-width=\"\(width / 5).\(width % 5 * 2)cm\"/></style:style>")
    }
    append("</office:automatic-styles><office:body><office:spreadsheet>")
    beginSheet()
  }

  /// Appends a row.
  mutating func row(_ cells: [SheetCell]) throws {
    if rows >= Self.mostRows {
      append("</table:table>")
      beginSheet()
    }
    guard zip.size < Self.mostBytes else {
      throw WritingError.cannotWrite(file: "ods", reason: String(cString: strerror(EFBIG)))
    }
    rows += 1
    append("<table:table-row>")
    for cell in cells { append(cell) }
    append("</table:table-row>")
    if bytes.count >= Self.flushLimit { try flush() }
  }

  /// Ends the file. The sink remains open.
  mutating func finish() throws {
    append("</table:table></office:spreadsheet></office:body></office:document-content>")
    try flush()
    try zip.finish()
  }

  // MARK: Sheets

  private mutating func beginSheet() {
    sheets += 1
    rows = 1
    let title = sheets == 1 ? name : name + " \(sheets)"
    append("<table:table table:name=\"\(Self.escaped(title))\">")
    for index in widths.indices {
      let hidden = index == hidden ? " table:visibility=\"collapse\"" : ""
      append("<table:table-column table:style-name=\"w\(index)\"\(hidden)/>")
    }
    append("<table:table-header-rows><table:table-row>")
    for heading in headings { appendText(heading, style: " table:style-name=\"head\"") }
    append("</table:table-row></table:table-header-rows>")
  }

  private mutating func flush() throws {
    try zip.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private func file(_ name: String, _ text: String) throws {
    try zip.begin(name)
    try zip.write(Array((Self.declaration + text).utf8))
  }

  // MARK: Cells

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(_ cell: SheetCell) {
    switch cell {
    case .empty: append("<table:table-cell/>")
    case .text(let text): appendText(text)
    case .number(let digits, let scale):
      // Columns of opened files have any values, whatever kind they are taken for.
      guard digits.utf8.count(where: { (0x30...0x39).contains($0) }) <= Self.mostDigits, JSONParser.isNumber(digits)
      else { return appendText(digits) }
      let style = scale.map { " table:style-name=\"n\(min(max($0, 0), Self.mostScale))\"" } ?? ""
      append("<table:table-cell\(style) office:value-type=\"float\" office:value=\"\(digits)\">")
      append("<text:p>\(digits)</text:p></table:table-cell>")
    case .percent(let digits, let scale):
      guard digits.utf8.count(where: { (0x30...0x39).contains($0) }) <= Self.mostDigits else {
        return appendText(CellNumber.percent(digits))
      }
      append("<table:table-cell table:style-name=\"p\(min(max(scale, 0), Self.mostScale))\"")
      append(" office:value-type=\"percentage\" office:value=\"\(digits)\">")
      append("<text:p>\(CellNumber.percent(digits))</text:p></table:table-cell>")
    case .duration(let minutes):
      let (hours, rest) = (minutes / 60, minutes % 60)
      append("<table:table-cell table:style-name=\"duration\" office:value-type=\"time\"")
      append(" office:time-value=\"PT\(hours)H\(rest)M0S\">")
      append("<text:p>\(hours):\(rest < 10 ? "0" : "")\(rest)</text:p></table:table-cell>")
    case .flag(let flag):
      append("<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"\(flag)\">")
      append("<text:p>\(flag ? "TRUE" : "FALSE")</text:p></table:table-cell>")
    case .day(let day): append("day", day.description, shown: day.description)
    case .moment(let day, let seconds):
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
      let clock = two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60)
      append("moment", "\(day)T\(clock)", shown: "\(day) \(clock)")
    }
  }

  private mutating func append(_ style: String, _ date: String, shown: String) {
    append("<table:table-cell table:style-name=\"\(style)\" office:value-type=\"date\" office:date-value=\"\(date)\">")
    append("<text:p>\(shown)</text:p></table:table-cell>")
  }

  private mutating func appendText(_ text: String, style: String = "") {
    append("<table:table-cell\(style) office:value-type=\"string\">")
    // "\r\n" is one character.
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      append("<text:p>")
      appendLine(line)
      append("</text:p>")
    }
    append("</table:table-cell>")
  }

  // Programs take several spaces for one (part 3, 6.1.2), unless they are elements.
  private mutating func appendLine(_ line: Substring) {
    var spaces = 0
    var (plain, isAtStart) = ("", true)
    func endSpaces(isAtEnd: Bool) -> String {
      defer { spaces = 0 }
      if spaces == 0 { return "" }
      return spaces == 1 && !isAtStart && !isAtEnd ? " " : "<text:s text:c=\"\(spaces)\"/>"
    }
    for character in line {
      if character == " " {
        spaces += 1
        continue
      }
      plain += endSpaces(isAtEnd: false)
      plain += character == "\t" ? "<text:tab/>" : Self.escaped(String(character))
      isAtStart = false
    }
    append(plain + endSpaces(isAtEnd: true))
  }

  // XML can't have most control characters, and neither can such a file.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Styles

  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  private static let beginning: String = {
    let spaces = [
      ("office", "office:1.0"), ("style", "style:1.0"), ("text", "text:1.0"), ("table", "table:1.0"),
      ("number", "datastyle:1.0"), ("fo", "xsl-fo-compatible:1.0"),
    ].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($1)\"" }.joined(separator: " ")
    func part(_ name: String) -> String { "<number:\(name) number:style=\"long\"/>" }
    func text(_ text: String) -> String { "<number:text>\(text)</number:text>" }
    let day = [part("year"), part("month"), part("day")].joined(separator: text("-"))
    let clock = [part("hours"), part("minutes"), part("seconds")].joined(separator: text(":"))
    func cell(_ name: String, _ format: String) -> String {
      "<style:style style:name=\"\(name)\" style:family=\"table-cell\" style:data-style-name=\"\(format)\"/>"
    }
    func number(_ scale: Int) -> String {
      "<number:number number:decimal-places=\"\(scale)\" number:min-decimal-places=\"\(scale)\" "
        + "number:min-integer-digits=\"1\"/>"
    }
    let scales = (0...mostScale).map { scale in
      let plain = "<number:number-style style:name=\"f\(scale)\">\(number(scale))</number:number-style>"
      let percent =
        "<number:percentage-style style:name=\"fp\(scale)\">\(number(scale))\(text("%"))</number:percentage-style>"
      return plain + cell("n\(scale)", "f\(scale)") + percent + cell("p\(scale)", "fp\(scale)")
    }
    let duration =
      "<number:time-style style:name=\"fduration\" number:truncate-on-overflow=\"false\"><number:hours/>\(text(":"))"
      + "\(part("minutes"))</number:time-style>" + cell("duration", "fduration")
    return """
      <office:document-content \(spaces) office:version="1.3"><office:automatic-styles>\
      <style:style style:name="head" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>\
      <number:date-style style:name="fday">\(day)</number:date-style>\(cell("day", "fday"))\
      <number:date-style style:name="fmoment">\(day)\(text(" "))\(clock)</number:date-style>\(cell("moment", "fmoment"))\
      \(scales.joined())\(duration)
      """
  }()
}
