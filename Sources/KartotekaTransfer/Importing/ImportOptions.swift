import Foundation
import KartotekaModel
import KartotekaStore

/// The options of an import.
public struct ImportOptions: Sendable {
  /// What becomes of a row that refers to a record which doesn't exist.
  public enum Unresolved: String, Sendable, Hashable, CaseIterable {
    /// It is rejected with that reason.
    case reject
    /// It is loaded without the reference, where the relationship is optional.
    case empty
  }

  /// The maximum number of stored rejected rows; the others are counted. At 500 bytes each they take 50 MB.
  public static let rejectLimit = 100_000
  /// An import gives up where none of so many rows at the beginning of a file can be loaded.
  public static let trialRows = 5_000

  /// The maximum number of stored rejected rows of this import.
  package var maximumRejects = ImportOptions.rejectLimit
  /// Whether it goes on where none of the first ``trialRows`` rows of a file can be loaded.
  public var isInsistent = false
  /// What becomes of a row that refers to a record which doesn't exist.
  public var unresolved = Unresolved.reject
  /// Whether nothing is written when any row is rejected.
  public var isAllOrNothing = false
  /// Whether everything is tried and counted, and nothing written.
  public var isDryRun = false
  /// The time zone of moments that the files write without an offset; nil for UTC.
  public var timeZone: TimeZone?
  /// How the files write what has two readings; nil where only they can tell.
  package var notation: ValueNotation?
  /// How long one transaction stores rows before others can write.
  package var part = Store.changePart
  /// The origin of the change set.
  public var origin = ChangeSet.Origin.import

  /// The usual.
  public init() {}

  /// Whether what was imported is taken back again.
  func takesBack(_ results: [FileResult]) -> Bool {
    isAllOrNothing && results.contains { $0.rejected > 0 }
  }
}
