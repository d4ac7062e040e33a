import Foundation
import KartotekaModel

/// The options of a store.
public struct StoreOptions: Sendable {
  /// How much of the SQL is reported.
  public enum SQLLog: Int, Sendable, Comparable {
    /// Nothing.
    case off = 0
    /// Every statement.
    case statements = 1
    /// With the time each took.
    case times = 2
    /// With the values bound, which may be private.
    case values = 3

    /// Less is reported first.
    public static func < (one: SQLLog, other: SQLLog) -> Bool { one.rawValue < other.rawValue }
  }

  /// How much of the SQL is reported.
  public var sqlLog = SQLLog.off
  /// Where it is reported, a line each.
  public var log: @Sendable (String) -> Void = { _ in }
  /// Where a person is warned of something that was found when a file was opened, a line each; standard error as usual.
  public var warn: @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
  /// Seconds to wait for another program that holds the database.
  public var busyTimeout = 5.0
  /// How many connections that read stay open, and how many long reads may be under way at once.
  public var readers = max(4, ProcessInfo.processInfo.activeProcessorCount)

  /// The most bytes of a picture or file that stay within the database file; more of them get a file of their own.
  public var largestInside = 102_400
  /// The retention of before and after images: their age and size.
  public var history = HistoryRetention()
  /// The environment, in which secrets may be.
  public var environment = ProcessInfo.processInfo.environment
  /// What only code can do when the model has changed.
  public var migrations: [MigrationStep] = []
  /// What is done with the description that the file itself may have.
  public var description = DescriptionUse.none
  /// Receives the plan of a migration before anything is changed.
  public var willMigrate: @Sendable (MigrationPlan) -> Void = { _ in }
  /// Whether a file or folder can be written; tests say so of one that can.
  var isWritable: @Sendable (_ path: String) -> Bool = { FileManager.default.isWritableFile(atPath: $0) }
  /// Receives each step of storing and removing files; tests end the process there.
  var blobStep: @Sendable (BlobStep) -> Void = { _ in }

  /// The usual.
  public init() {}
}
