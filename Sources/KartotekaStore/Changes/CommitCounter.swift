import GRDB
import KartotekaModel
import Synchronization

/// How many commits there were of programs that use the platform: a number in the database, and the last one that is
/// known here.
///
/// Such a program clears the marks of what it did before it commits. Whoever finds another number than the one it knows
/// has missed something.
final class CommitCounter: Sendable {
  static let key = "commits"
  private let last = Atomic(0)

  /// The number that is known here.
  var known: Int {
    get { last.load(ordering: .acquiring) }
    set { last.store(newValue, ordering: .releasing) }
  }

  /// The number in the database.
  static func number(in database: Database) throws -> Int {
    Int(
      try RawStatement("SELECT value FROM kartoteka_meta WHERE key = ?", in: database).integer(.text(key)) ?? 0)
  }

  /// Puts a number into the database.
  static func write(_ number: Int, in database: Database) throws {
    try RawStatement("INSERT OR REPLACE INTO kartoteka_meta (key, value) VALUES (?, ?)", in: database)
      .run(.text(key), .text(String(number)))
  }
}
