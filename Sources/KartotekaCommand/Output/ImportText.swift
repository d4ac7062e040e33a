import Kartoteka
import KartotekaTransfer

/// What a person should know of one file that was imported, beside its numbers.
struct ImportText {
  /// So many rejected rows are told of one by one.
  static let mostRejects = 20

  private let file: FileResult
  private let isWritten: Bool

  /// - Parameter isWritten: whether the rejected rows are written to a file.
  init(_ file: FileResult, isWritten: Bool) {
    self.file = file
    self.isWritten = isWritten
  }

  /// The lines for standard error: each rejected row with its place and reason, and remarks.
  func lines(_ say: Localizer) -> [String] {
    var lines = file.rejects.prefix(Self.mostRejects).map { say($0.phrase) }
    let more = file.rejected - lines.count
    if more > 0 { lines.append(say("… and {count} more rows", ["count": .count(more)])) }
    if file.rejected > 0, !isWritten {
      lines.append(say("--rejects FILE.csv writes them to a file to be mended."))
    }
    return lines + file.remarks.map { "\(file.file): " + say($0) }
  }

  /// The line for standard output: the same numbers as in JSON, in the same order.
  static func summary(of file: FileResult) -> Phrase {
    Phrase(
      """
      {file} → {entity}: read {read}, inserted {inserted}, updated {updated}, unchanged {unchanged}, \
      rejected {rejected}, unresolved {unresolved}
      """,
      [
        "file": .text(file.file), "entity": .text(file.entity), "read": .count(file.read),
        "inserted": .count(file.inserted), "updated": .count(file.updated),
        "unchanged": .count(file.unchanged),
        "rejected": .count(file.rejected), "unresolved": .count(file.unresolved),
      ])
  }
}
