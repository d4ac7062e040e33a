import Foundation
import KartotekaTransfer

/// What a reader hands out for one record, kept so that tests can compare it.
struct CSVRow: Equatable, CustomStringConvertible {
  var fields: [String]
  var line: Int
  var error: ReadingError?

  init(_ line: Int, _ first: String, _ others: String...) {
    self.init(line, fields: [first] + others)
  }

  init(_ line: Int, fields: [String] = [], error: ReadingError? = nil) {
    self.fields = fields
    self.line = line
    self.error = error
  }

  var description: String { "\(line): \(error.map { "\($0)" } ?? "\(fields)")" }

  /// All that is in a text.
  static func all(in text: String, _ delimiter: CSVDialect.Delimiter? = nil) throws -> [CSVRow] {
    try all(in: TextSource(text), delimiter)
  }

  static func all(in text: TextSource, _ delimiter: CSVDialect.Delimiter? = nil) throws -> [CSVRow] {
    var reader = CSVReader(text, dialect: delimiter.map { CSVDialect(delimiter: $0) })
    var rows: [CSVRow] = []
    while true {
      do {
        guard try reader.next() else { return rows }
        rows.append(CSVRow(reader.line, fields: reader.strings))
      } catch {
        rows.append(CSVRow(reader.line, fields: reader.strings, error: error))
      }
    }
  }
}

/// The text of bytes that are good only for the moment.
func string(_ bytes: UnsafeRawBufferPointer) -> String {
  String(decoding: bytes, as: UTF8.self)
}

/// Runs `body` with the path of a new file of these bytes, and takes the file away again.
func withFile(
  named name: String = "people.csv", _ bytes: [UInt8], _ body: (String) throws -> Void
) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: name)
  try Data(bytes).write(to: file)
  try body(file.path(percentEncoded: false))
}
