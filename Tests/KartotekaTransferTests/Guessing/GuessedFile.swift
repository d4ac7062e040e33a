import Foundation
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaTransfer

/// A file of which kinds of records are guessed, and into which it is loaded, as `kartoteka apply --from` does.
struct GuessedFile {
  let entities: [DocumentEntity]
  let store: Store
  let report: ImportReport
  let files: [ImportFile]

  /// - Parameter keepsAllRows: whether rows that look like notes or totals are loaded, too.
  init(_ bytes: [UInt8], _ name: String, keepsAllRows: Bool = false, in notation: ValueNotation? = nil) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "guess-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    files = try ImportFile.open(
      path: url.path(percentEncoded: false), name: name, as: nil, keepsAllRows: keepsAllRows, isNew: true)
    let widened = try zip(EntityGuess(files, in: notation).tables, files).map {
      try GuessCheck.widened($0, by: $1.text, in: notation)
    }
    let tables = try LinkCheck.checked(widened) { [files] in files[$0].text }
    entities = tables.entities.entities
    let model = ModelDescription(drafts: entities)
    try #require(model.check() == [])
    store = try Store(inMemory: model)
    report = try await Self.load(files, entities, into: store, notation)
  }

  init(_ text: String, _ name: String = "rows.csv", keepsAllRows: Bool = false) async throws {
    try await self.init(Array(text.utf8), name, keepsAllRows: keepsAllRows)
  }

  /// Loads the files once more.
  func loadAgain() async throws -> ImportReport { try await Self.load(files, entities, into: store, nil) }

  private static func load(
    _ files: [ImportFile], _ entities: [DocumentEntity], into store: Store, _ notation: ValueNotation?
  ) async throws -> ImportReport {
    var options = ImportOptions()
    options.emptiesMisfits = true
    options.notation = notation
    let importer = Importer(store, options: options)
    let named = zip(files, entities).map { file, entity in
      var named = ImportFile(file.text, name: file.name, into: entity.plural)
      named.notes = file.notes
      return named
    }
    return try await importer.run(try importer.plan(named))
  }

  var fields: [String] { entities.first?.attributes.map(\.label) ?? [] }
  var kinds: [KindName] { entities.first?.attributes.map(\.kind) ?? [] }
  var remarks: [String] { report.files.flatMap { $0.remarks.map { Localizer.english($0) } } }

  func field(_ label: String) -> AttributeDescription? { entities.first?.attributes.first { $0.label == label } }

  /// The values of a field of all records by number, of the first kind of records unless one is named.
  func column(_ label: String, of entity: String? = nil) async throws -> [String] {
    let entity = try #require(entities.first { entity == nil || $0.name == entity })
    var request = AnyFetchRequest(entity.name)
    request.sort = [FetchSort("id")]
    request.limit = 100_000
    let name =
      entity.attributes.first { $0.label == label }?.name ?? entity.relationships.first { $0.label == label }?.name
    return try await store.fetch(request).records.map { record in
      name.flatMap { record.entity.position(of: $0) }.map { record.text(at: $0) } ?? "-"
    }
  }
}

/// Makes the bytes of a workbook with one sheet.
struct SheetMaker {
  /// A cell.
  enum Cell {
    case text(String)
    /// A number with the number of its format among ``formats``, from 1; 0 for none.
    case number(String, Int)
    case flag(Bool)
    case none
  }

  /// The codes of number formats.
  var formats: [String] = []
  /// The rows; nil for an empty one.
  var rows: [[Cell]?] = []

  var bytes: [UInt8] {
    var text = ""
    for (index, row) in rows.enumerated() {
      guard let row else { continue }
      text += "<row r=\"\(index + 1)\">"
      for (column, cell) in row.enumerated() {
        let address = String(TableHeadings.name(ofColumn: column).dropFirst(7)) + String(index + 1)
        switch cell {
        case .text(let value):
          text += "<c r=\"\(address)\" t=\"inlineStr\"><is><t>\(Self.escaped(value))</t></is></c>"
        case .number(let digits, let format): text += "<c r=\"\(address)\" s=\"\(format)\"><v>\(digits)</v></c>"
        case .flag(let flag): text += "<c r=\"\(address)\" t=\"b\"><v>\(flag ? 1 : 0)</v></c>"
        case .none: break
        }
      }
      text += "</row>"
    }
    let codes = formats.enumerated().map {
      "<numFmt numFmtId=\"\($0 + 200)\" formatCode=\"\(Self.escaped($1))\"/>"
    }
    let cells = formats.indices.map { "<xf numFmtId=\"\($0 + 200)\"/>" }
    let styles =
      "<styleSheet><numFmts>\(codes.joined())</numFmts><cellXfs><xf numFmtId=\"0\"/>\(cells.joined())</cellXfs></styleSheet>"
    return ZipMaker.workbook(rows: text, styles: styles)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
