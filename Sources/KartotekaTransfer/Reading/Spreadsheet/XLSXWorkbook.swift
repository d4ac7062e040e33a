import KartotekaModel

/// A workbook of Excel's (Office Open XML, ECMA-376).
struct XLSXWorkbook: Workbook {
  static let format = "Excel (.xlsx)"
  var hasSeveral: Bool { true }

  let sheets: [String]
  private let paths: [String]
  private let archive: ZipArchive
  private let strings: SharedStrings
  private let formats: [NumberFormat]
  private let isSince1904: Bool

  /// - Throws: ``ReadingError``; nil where the archive holds no workbook.
  init?(_ archive: ZipArchive) throws(ReadingError) {
    self.archive = archive
    let root = try Self.relations(of: "", in: archive)
    guard let main = root.first("officeDocument"),
      main.lowercased().contains("workbook")
    else { return nil }
    let relations = try Self.relations(of: main, in: archive)
    let workbook = try Self.workbook(main, in: archive)
    isSince1904 = workbook.isSince1904
    var names: [String] = []
    var paths: [String] = []
    for sheet in workbook.sheets where !sheet.isHidden {
      guard let target = relations.target(sheet.relation, "worksheet") else { continue }
      names.append(sheet.name)
      paths.append(target)
    }
    (sheets, self.paths) = (names, paths)
    let styles = relations.first("styles")
    formats =
      try styles.flatMap(archive.entry).map { entry throws(ReadingError) in
        try Self.formats(XMLScanner(archive.stream(entry), file: archive.file), in: archive.file)
      } ?? []
    let shared = relations.first("sharedStrings")
    strings = SharedStrings(
      try shared.flatMap(archive.entry).map { entry throws(ReadingError) in
        XMLScanner(try archive.stream(entry), file: archive.file)
      }, file: archive.file)
  }

  func rows(of sheet: Int, merges: SheetMerges) throws(ReadingError) -> any SheetReader {
    XLSXSheet(
      try scanner(sheet), file: archive.file, strings: strings, formats: formats, isSince1904: isSince1904,
      merges: merges)
  }

  // Merged cells follow the rows in the file.
  func merges(of sheet: Int) throws(ReadingError) -> SheetMerges {
    var merges = SheetMerges()
    // Most sheets have none, which their bytes tell faster than their elements.
    guard try archive.stream(try entry(sheet)).contains("mergeCell") else { return merges }
    let xml = try scanner(sheet)
    var count = 0
    while true {
      switch try xml.next() {
      case .finish: return merges
      case .start where xml.isNamed("mergeCell"):
        count += 1
        guard count <= SheetMerges.most, let range = xml.attribute("ref") else { continue }
        let corners = range.split(separator: ":").compactMap { CellReference($0) }
        guard corners.count == 2, corners[1].row > corners[0].row else { continue }
        merges.rows[corners[0].row, default: []].append((corners[0].column, corners[1].row - corners[0].row + 1))
      default: break
      }
    }
  }

  private func entry(_ sheet: Int) throws(ReadingError) -> ZipArchive.Entry {
    guard let entry = archive.entry(paths[sheet]) else { throw .damagedSpreadsheet(file: archive.file) }
    return entry
  }

  private func scanner(_ sheet: Int) throws(ReadingError) -> XMLScanner {
    XMLScanner(try archive.stream(try entry(sheet)), file: archive.file)
  }

  // MARK: Parts

  private struct Relations {
    private var byID: [String: (type: String, target: String)] = [:]
    private var firsts: [String: String] = [:]
    private var count = 0

    mutating func add(_ id: String, _ type: String, _ target: String, in file: String) throws(ReadingError) {
      count += 1
      guard count <= SheetLimits.relations else { throw .expandsTooMuch(file: file) }
      if byID[id] == nil { byID[id] = (type, target) }
      if firsts[type] == nil { firsts[type] = target }
    }

    /// The target of the first relation of a type.
    func first(_ type: String) -> String? { firsts[type] }

    /// The target of a relation; nil if it is of another type.
    func target(_ id: String, _ type: String) -> String? {
      byID[id].flatMap { $0.type == type ? $0.target : nil }
    }
  }

  private static func relations(of path: String, in archive: ZipArchive) throws(ReadingError) -> Relations {
    let folder = path.split(separator: "/").dropLast().map(String.init)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let entry = archive.entry((folder + ["_rels", name + ".rels"]).joined(separator: "/")) else {
      return Relations()
    }
    let xml = XMLScanner(try archive.stream(entry), file: archive.file)
    var relations = Relations()
    while true {
      switch try xml.next() {
      case .finish: return relations
      case .start where xml.isNamed("Relationship"):
        guard let id = xml.attribute("Id"), let type = xml.attribute("Type"), let target = xml.attribute("Target")
        else { continue }
        try relations.add(
          id, type.split(separator: "/").last.map(String.init) ?? "", resolve(target, in: folder), in: archive.file)
      default: break
      }
    }
  }

  private static func resolve(_ target: String, in folder: [String]) -> String {
    var steps = target.hasPrefix("/") ? [] : folder
    for step in target.split(separator: "/") where step != "." {
      if step == ".." { _ = steps.popLast() } else { steps.append(String(step)) }
    }
    return steps.joined(separator: "/")
  }

  private struct Sheet {
    let name: String
    let relation: String
    let isHidden: Bool
  }

  private static func workbook(
    _ path: String, in archive: ZipArchive
  ) throws(ReadingError) -> (sheets: [Sheet], isSince1904: Bool) {
    guard let entry = archive.entry(path) else { throw .damagedSpreadsheet(file: archive.file) }
    let xml = XMLScanner(try archive.stream(entry), file: archive.file)
    var sheets: [Sheet] = []
    var isSince1904 = false
    while true {
      switch try xml.next() {
      case .finish: return (sheets, isSince1904)
      case .start where xml.isNamed("workbookPr"):
        isSince1904 = ["1", "true"].contains(xml.attribute("date1904") ?? "")
      case .start where xml.isNamed("sheet"):
        guard sheets.count < SheetLimits.sheets else {
          throw .tooManySheets(file: archive.file, most: SheetLimits.sheets)
        }
        sheets.append(
          Sheet(
            name: xml.attribute("name") ?? "", relation: xml.attribute("id") ?? "",
            isHidden: xml.attribute("state")?.lowercased().hasSuffix("hidden") ?? false))
      default: break
      }
    }
  }

  // The formats of cells by the number of their style.
  private static func formats(_ xml: XMLScanner, in file: String) throws(ReadingError) -> [NumberFormat] {
    var codes: [Int: NumberFormat] = [:]
    var formats: [NumberFormat] = []
    var isInCells = false
    while true {
      switch try xml.next() {
      case .finish: return formats
      case .start where xml.isNamed("numFmt"):
        if let id = xml.number("numFmtId"), let code = xml.attribute("formatCode") {
          guard codes.count < SheetLimits.styles else { throw .expandsTooMuch(file: file) }
          codes[id] = NumberFormat(code: code)
        }
      case .start where xml.isNamed("cellXfs"): isInCells = true
      case .end where xml.isNamed("cellXfs"): isInCells = false
      case .start where isInCells && xml.isNamed("xf"):
        guard formats.count < SheetLimits.styles else { throw .expandsTooMuch(file: file) }
        let id = xml.number("numFmtId") ?? 0
        formats.append(codes[id] ?? NumberFormat(builtIn: id))
      default: break
      }
    }
  }
}

/// The address of a cell: `B3`.
struct CellReference {
  /// The column, from 0.
  let column: Int
  /// The row, from 1.
  let row: Int

  /// - Returns: nil for text that is no address within a sheet.
  init?(_ text: some StringProtocol) {
    var column = 0
    var row = 0
    for byte in text.utf8 where byte != UInt8(ascii: "$") {
      switch byte {
      case 0x41...0x5a where row == 0: column = column * 26 + Int(byte - 0x40)  // Within a sheet.
      case 0x61...0x7a where row == 0: column = column * 26 + Int(byte - 0x60)  // Within a sheet.
      case 0x30...0x39: row = row * 10 + Int(byte - 0x30)  // Within a sheet.
      default: return nil
      }
      guard column <= SheetLimits.columns, row <= SheetLimits.rows else { return nil }
    }
    guard column > 0, row > 0 else { return nil }
    (self.column, self.row) = (column - 1, row)
  }
}
