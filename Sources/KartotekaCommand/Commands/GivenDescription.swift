import Foundation
import Kartoteka
import KartotekaApplication

/// The description that a person gives for a damaged database: as JSON, or the one in a whole database.
enum GivenDescription {
  /// - Parameter path: nil for none.
  /// - Throws: ``Failure``, `AppDocumentError`.
  static func read(_ path: String?) throws -> AppDocument? {
    guard let path else { return nil }
    let url = URL(filePath: path, directoryHint: .notDirectory)
    try InputFile.check(url)
    let bytes: Data
    do {
      let file = try FileHandle(forReadingFrom: url)
      defer { try? file.close() }
      bytes = try file.read(upToCount: AppDocument.largest + 1) ?? Data()
    } catch {
      throw Failure(
        Phrase("{file} can't be read: {reason}", ["file": .text(path), "reason": .text(error.localizedDescription)]))
    }
    if SQLiteHeader.begins(bytes), let design = try Design.read(at: url) { return design.document }
    do { return try AppDocument(json: Array(bytes)) } catch {
      throw Failure(
        Phrase("{file} is no description: {reason}", ["file": .text(path), "reason": .phrase(error.phrase)]),
        remedy: "Name a file that kartoteka describe wrote, or another database of the application.")
    }
  }
}
