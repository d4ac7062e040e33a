import Foundation
import KartotekaModel

/// A file to import, and its entity if the person named it.
public struct ImportFile: Sendable {
  /// The file's text.
  public let text: TextSource
  /// The file's name without its folder.
  public let name: String
  /// The entity's name, such as `orders`; nil to recognize it.
  public let entity: String?
  /// The notes on the file: the contents that were left out when it was opened.
  package var notes: [Phrase] = []
  /// Whether it is a table below or beside another one, which is left out where it isn't understood.
  var isFurther = false
  /// The name of the file of which it is one of several tables.
  var book: String?

  /// Opens a file.
  /// - Throws: ``ReadingError`` if it can't be opened or is not text.
  public init(path: String, into entity: String? = nil) throws(ReadingError) {
    self.init(try TextSource(path: path), into: entity)
  }

  /// Uses an open file or data in memory.
  public init(_ text: TextSource, name: String? = nil, into entity: String? = nil) {
    self.text = text
    self.name = name ?? text.name ?? "-"
    self.entity = entity
  }
}

extension ImportFile {
  /// Opens a file of any format: CSV, TSV, JSON, NDJSON, GeoJSON, spreadsheets (.xlsx, .ods), vCard, iCalendar, GPX, KML, KMZ or
  /// a web page, also packed with gzip, or several in a ZIP archive. The content determines the format. Each table is a file;
  /// empty ones are left out. The row with the headings is guessed.
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - name: the displayed name; nil for that of the path.
  ///   - entity: the entity of the records; nil if the file is to say it.
  /// - Throws: ``ReadingError``, ``WritingError`` if a table can't be stored as text.
  public static func open(path: String, name: String? = nil, into entity: String? = nil) throws -> [ImportFile] {
    try open(path: path, name: name, into: entity, as: nil)
  }

  /// Opens a file of any format whose encoding a person may have named.
  /// - Parameters:
  ///   - header: the number of the row with the headings in each table, 0 for none; nil to guess it.
  ///   - keepsAllRows: whether rows that look like notes or totals are wanted.
  ///   - isNew: whether an application is made of it.
  /// - Throws: ``ReadingError``, ``WritingError`` if a table can't be stored as text.
  package static func open(
    path: String, name: String? = nil, into entity: String? = nil, as encoding: TextEncoding?,
    header: Int? = nil, keepsAllRows: Bool = false, isNew: Bool = false
  ) throws -> [ImportFile] {
    let source = try ByteSource(path: path, name: name, as: encoding)
    let name = name ?? source.name ?? "-"
    let temporary = FileManager.default.temporaryDirectory
    guard let packed = try PackedFiles(source, name: name, into: temporary) else {
      return try open(source, name: name, into: entity, header, keepsAllRows, isNew)
    }
    defer { for member in packed.members { try? FileManager.default.removeItem(at: member.place) } }
    var files: [ImportFile] = []
    for member in packed.members {
      let source = try ByteSource(path: member.place.path(percentEncoded: false), name: member.name, as: encoding)
      files += try open(source, name: member.name, into: entity, header, keepsAllRows, isNew)
    }
    files[0].notes += packed.notes
    return files
  }

  private static func open(
    _ source: ByteSource, name: String, into entity: String?, _ header: Int?, _ keepsAllRows: Bool, _ isNew: Bool
  ) throws -> [ImportFile] {
    let tables: TableFile
    var doubt: EncodingDoubt?
    switch try FileContent(source, name: name, isNew: isNew) {
    case .text(let text):
      guard let found = try TableFile.toWrite(text, name: name, header: header) else {
        var file = ImportFile(text, name: name, into: entity)
        file.notes += [text.doubt?.note].compactMap(\.self)
        return [file]
      }
      (tables, doubt) = (found, text.doubt)
    case .tables(let found): (tables, doubt) = (found, found.text?.doubt)
    }
    var files: [ImportFile] = []
    var scattered: [String] = []
    for table in tables.names.indices {
      let survey = try tables.survey(table)
      if survey.isEmpty { continue }
      let chosen = survey.isExact ? nil : header.flatMap { survey.has(header: $0) ? $0 : nil }
      if survey.isScattered, chosen == nil {
        scattered.append(tables.sheets?[table] ?? name)
        continue
      }
      // The file is mapped into memory, so that its name is needed no longer.
      let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString).csv")
      defer { try? FileManager.default.removeItem(at: url) }
      let path = url.path(percentEncoded: false)
      let written = try tables.write(
        table, header: chosen ?? survey.header, width: survey.width, to: path,
        keepsAll: keepsAllRows)
      let text = try TextSource(
        utf8: ByteSource(path: path), encoding: tables.text?.encoding ?? .utf8,
        replacedCharacters: tables.text?.replacedCharacters ?? 0)
      var file = ImportFile(text, name: tables.names[table], into: entity)
      file.notes = tables.notes(table) + written.notes
      if let header, chosen == nil, !survey.isExact {
        file.notes.append(
          Phrase("There is no row {row}: the headings are those that the rows tell", ["row": .text(String(header))]))
      }
      file.isFurther = tables.isFurther(table)
      file.book = tables.names.count > 1 ? name : nil
      files.append(file)
    }
    guard !files.isEmpty else {
      throw scattered.isEmpty ? ReadingError.noSheets(file: name) as any Error : ImportError.noTable(file: name)
    }
    files[0].notes += [doubt?.note].compactMap(\.self)
    if !scattered.isEmpty { files[0].notes.append(.noTables(scattered)) }
    return files
  }
}

extension Phrase {
  /// The note on sheets that are left out because they are no tables.
  package static func noTables(_ names: [String]) -> Phrase {
    Phrase("Left out, because it is no table: {sheets}", ["sheets": .text(names.joined(separator: ", "))])
  }

  /// The note on a sheet that is left out because records of another sheet of its file are to be loaded.
  static func otherSheet(_ name: String) -> Phrase {
    Phrase("Left out, because other records are to be loaded: {sheets}", ["sheets": .text(name)])
  }
}
