import Kartoteka
import KartotekaTransfer

/// The messages about one imported file, beside its numbers.
struct ImportText {
  /// The maximum number of rejected rows that are listed.
  static let mostRejects = 20

  private let file: FileResult
  private let isWritten: Bool

  /// - Parameter isWritten: whether the rejected rows are written to a file.
  init(_ file: FileResult, isWritten: Bool) {
    self.file = file
    self.isWritten = isWritten
  }

  /// The lines for standard error: each rejected row with its position and reason, remarks, and what a dry run
  /// would change.
  func lines(_ say: Localizer) -> [String] {
    var lines = file.rejects.prefix(Self.mostRejects).map { say($0.phrase) }
    let more = file.rejected - lines.count
    if more > 0 { lines.append(say("… and {count} more rows", ["count": .count(more)])) }
    if file.rejected > 0, !isWritten {
      lines.append(say("--rejects FILE.csv writes them to a file for correction."))
    }
    if file.changedBoth > 0 {
      lines.append(
        say(
          "Rows with fields that were changed here and in the file: {count}. --changed-both file takes the file's values, --changed-both here keeps those that are here.",
          ["count": .text(String(file.changedBoth))]))
    }
    return lines + (file.remarks + file.changePhrases(in: say)).map { "\(file.file): " + say($0) }
  }

  /// The line for standard output, with the same numbers as the JSON output, in the same order.
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
