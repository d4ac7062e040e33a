import Foundation

@testable import KartotekaTransfer

/// A file of the corpus with what was written into it.
struct CorpusFile: Sendable {
  /// The format, and what stands around the table.
  enum Form: String, CaseIterable, Sendable {
    case commas, semicolons, tabs, titled, short, json, lines, keyed, xlsx, xlsxTitled
  }

  /// A column: its heading, and for each row what is written and what it means.
  struct Column: Sendable {
    let heading: String
    var written: [String] = []
    /// The texts of the records; empty for no value.
    var meant: [String] = []
    /// The cells of a spreadsheet: digits with the number of a format; nil for texts.
    var cells: [(digits: String, format: Int)?] = []
    /// What JSON has; nil for a text.
    var literals: [String?] = []
  }

  let name: String
  let bytes: [UInt8]
  let columns: [Column]

  /// All files: forms, languages and sets of columns crossed.
  static var all: [(form: Form, language: CorpusLanguage, set: Int)] {
    Form.allCases.flatMap { form in
      CorpusLanguage.all.flatMap { language in (0..<4).map { (form: form, language: language, set: $0) } }
    }
  }

  init(_ form: Form, _ language: CorpusLanguage, set: Int) {
    var random = CorpusRandom(
      UInt64(set) &* 7_919 &+ UInt64(Form.allCases.firstIndex(of: form) ?? 0) &* 104_729
        &+ language.code.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    let columns = Self.columns(
      language, set, rows: 12 + Int(random.next() % 20), &random, isJSON: [.json, .lines, .keyed].contains(form))
    self.columns = columns
    let suffix =
      switch form {
      case .commas, .semicolons, .titled, .short: "csv"
      case .tabs: "tsv"
      case .json, .keyed: "json"
      case .lines: "ndjson"
      case .xlsx, .xlsxTitled: "xlsx"
      }
    name = "\(form.rawValue)-\(language.code)-\(set).\(suffix)"
    let rows = columns[0].written.count
    func line(_ cells: [String], _ delimiter: String) -> String {
      cells.map { cell in
        cell.contains { "\"\n".contains($0) } || cell.contains(delimiter)
          ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
      }.joined(separator: delimiter) + "\r\n"
    }
    func table(_ delimiter: String, cutsEnds: Bool = false) -> String {
      line(columns.map(\.heading), delimiter)
        + (0..<rows).map { row in
          var cells = columns.map { $0.written[row] }
          while cutsEnds, cells.count > 1, cells.last == "" { cells.removeLast() }
          return line(cells, delimiter)
        }.joined()
    }
    switch form {
    case .commas: bytes = Self.encoded(table(","), language, set)
    case .semicolons: bytes = Self.encoded(table(";"), language, set)
    case .tabs: bytes = Self.encoded(table("\t"), language, set)
    case .short: bytes = Self.encoded(table(";", cutsEnds: true), language, set)
    case .titled:
      let total = [language.total] + Array(repeating: "", count: columns.count - 2) + ["1"]
      bytes = Self.encoded(
        line(["\(language.names[0]) 2026"], ";") + "\r\n" + table(";") + line(total, ";"), language, set)
    case .json: bytes = Array(("[" + Self.objects(columns).joined(separator: ",\n") + "]").utf8)
    case .lines: bytes = Array((Self.objects(columns).joined(separator: "\n") + "\n").utf8)
    case .keyed:
      let objects = Self.objects(columns).enumerated().map { "\"k\($0)\":\($1)" }
      bytes = Array(("{" + objects.joined(separator: ",") + "}").utf8)
    case .xlsx, .xlsxTitled: bytes = Self.sheet(columns, language, isTitled: form == .xlsxTitled)
    }
  }

  // UTF-8 with and without a mark, UTF-16 and the code page of the language.
  private static func encoded(_ text: String, _ language: CorpusLanguage, _ set: Int) -> [UInt8] {
    switch set {
    case 1: return [0xef, 0xbb, 0xbf] + Array(text.utf8)
    case 2: return [0xff, 0xfe] + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    case 3:
      // A code page has no narrow space.
      let plain = text.replacing("\u{202f}", with: "\u{a0}").replacing("₽", with: "руб.")
      return plain.data(using: language.codePage).map { Array($0) } ?? Array(text.utf8)
    default: return Array(text.utf8)
    }
  }

  private static func objects(_ columns: [Column]) -> [String] {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return columns[0].written.indices.map { row in
      "{"
        + columns.map { column in
          quoted(column.heading) + ":"
            + (column.written[row].isEmpty ? "null" : column.literals[row] ?? quoted(column.written[row]))
        }.joined(separator: ",") + "}"
    }
  }

  private static func sheet(_ columns: [Column], _ language: CorpusLanguage, isTitled: Bool) -> [UInt8] {
    var maker = SheetMaker(
      formats: ["yyyy\\-mm\\-dd", "#,##0.00\\ [$\(language.currency)]", "0.0%", "yyyy\\-mm\\-dd hh:mm"])
    if isTitled { maker.rows = [[.text(language.names[0] + " 2026")], nil] }
    maker.rows.append(columns.map { .text($0.heading) })
    for row in columns[0].written.indices {
      maker.rows.append(
        columns.map { column in
          if column.written[row].isEmpty { return .none }
          if let cell = column.cells[row] { return .number(cell.digits, cell.format) }
          return .text(column.written[row])
        })
    }
    if isTitled {
      maker.rows += [nil, [.text("\(language.total): \(columns[0].written.count) \(language.kinds[0]).")]]
    }
    return maker.bytes
  }
}

/// A generator of numbers that gives the same ones each time (SplitMix64).
struct CorpusRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ most: Int) -> Int { Int(next() % UInt64(most)) }
}
