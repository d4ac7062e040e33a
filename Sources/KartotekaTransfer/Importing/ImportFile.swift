import Foundation

/// A file to import, and its entity if the person named it.
public struct ImportFile: Sendable {
  /// The file's text.
  public let text: TextSource
  /// The file's name without its folder.
  public let name: String
  /// The entity's name, such as `orders`; nil to recognize it.
  public let entity: String?

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
  /// Opens a file of any format: CSV, TSV, JSON, NDJSON, vCard, or a spreadsheet (.xlsx, .ods), each sheet of which is a file. Empty
  /// sheets are left out. The row with the headings is guessed.
  /// - Parameter name: the displayed name; nil for that of the path.
  /// - Throws: ``ReadingError``, ``WritingError`` if a sheet can't be stored as text.
  public static func open(path: String, name: String? = nil, into entity: String? = nil) throws -> [ImportFile] {
    let source = try ByteSource(path: path)
    let name = name ?? source.name ?? "-"
    guard TableFile.hasTables(source), let tables = try TableFile(source, name: name) else {
      return [ImportFile(try TextSource(source), name: name, into: entity)]
    }
    var files: [ImportFile] = []
    for table in tables.names.indices {
      let survey = try tables.survey(table)
      if survey.isEmpty { continue }
      // The file is mapped into memory, so that its name is needed no longer.
      let url = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString).csv")
      defer { try? FileManager.default.removeItem(at: url) }
      let path = url.path(percentEncoded: false)
      _ = try tables.write(table, header: survey.header, width: survey.width, to: path)
      let text = try TextSource(
        utf8: ByteSource(path: path), encoding: .utf8, replacedCharacters: 0)
      files.append(ImportFile(text, name: tables.names[table], into: entity))
    }
    guard !files.isEmpty else { throw ReadingError.noSheets(file: name) }
    return files
  }
}
