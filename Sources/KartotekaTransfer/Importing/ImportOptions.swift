import Foundation
import KartotekaModel
import KartotekaStore

/// The options of an import.
public struct ImportOptions: Sendable {
  /// The treatment of a row with an unresolved reference.
  public enum Unresolved: String, Sendable, Hashable, CaseIterable {
    /// The row is rejected.
    case reject
    /// The row is loaded without the reference if the relationship is optional.
    case empty
  }

  /// The value that holds where a field was changed here and in a file since that file was exported.
  package enum ChangedBoth: String, Sendable, Hashable, CaseIterable, Codable {
    /// The row is rejected with both values, so that a person chooses.
    case ask
    /// The value that is here.
    case here
    /// That of the file.
    case file
  }

  /// The maximum number of stored rejected rows; the others are counted. At 500 bytes each they take 50 MB.
  public static let rejectLimit = 100_000
  /// The import fails if none of this many first rows of a file can be loaded.
  public static let trialRows = 5_000

  /// The maximum number of stored rejected rows of this import.
  package var maximumRejects = ImportOptions.rejectLimit
  /// Whether the import continues if none of the first ``trialRows`` rows of a file can be loaded.
  public var isInsistent = false
  /// The treatment of rows with unresolved references.
  public var unresolved = Unresolved.reject
  /// Whether a value that doesn't fit its column is left empty and noted, in place of its row being rejected.
  package var emptiesMisfits = false
  /// Whether rows without keys that an earlier import has stored are looked for, so that a file that is imported again
  /// doubles nothing.
  package var findsStoredRows = true
  /// The fields or headings by which rows without a number find their records; empty for the unique fields.
  package var keys: [String] = []
  /// The value that holds where a field was changed here and in the file.
  package var changedBoth = ChangedBoth.ask
  /// Whether nothing is written if a row is rejected.
  public var isAllOrNothing = false
  /// Whether all rows are checked and counted without writing.
  public var isDryRun = false
  /// The time zone of times without an offset; nil for UTC.
  public var timeZone: TimeZone?
  /// The notation of ambiguous values; nil to detect it.
  package var notation: ValueNotation?
  /// The maximum duration of one transaction.
  package var part = Store.changePart
  /// The origin of the change set.
  public var origin = ChangeSet.Origin.import

  /// The default options.
  public init() {}

  /// Whether the import is rolled back.
  func takesBack(_ results: [FileResult]) -> Bool {
    isAllOrNothing && results.contains { $0.rejected > 0 }
  }
}
