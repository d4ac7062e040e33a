import Foundation
import KartotekaModel

/// The options of a store.
public struct StoreOptions: Sendable {
  /// The level of the SQL log.
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

  /// The level of the SQL log.
  public var sqlLog = SQLLog.off
  /// Receives each line of the SQL log.
  public var log: @Sendable (String) -> Void = { _ in }
  /// Receives warnings about files that are opened, a line each; standard error by default.
  public var warn: @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
  /// Seconds to wait for another program that holds the database.
  public var busyTimeout = 5.0
  /// The time for which a statement may run that writes to another program's file, whose triggers may be of any kind.
  package var statementLimit = Duration.seconds(20)
  /// The number of reading connections that stay open.
  public var readers = max(4, ProcessInfo.processInfo.activeProcessorCount)
  /// Shares the processors among reads that turn out to be long. Stores of one process share one value.
  package var longReads = LongReads.shared

  /// The most bytes of a picture or file that stay within the database file; more of them get a file of their own.
  public var largestInside = 102_400
  /// The retention of before and after images: their age and size.
  public var history = HistoryRetention()
  /// The environment, in which secrets may be.
  public var environment = ProcessInfo.processInfo.environment
  /// The migration steps in code.
  public var migrations: [MigrationStep] = []
  /// The functions of the application that are called when records are written.
  package var code: [RecordCode] = []
  /// The use of the description that the file may contain.
  package var description = DescriptionUse.none
  /// The primary database of which the file is a local copy; nil if the file itself is the database.
  package var primary: (any PrimaryDatabase)?
  /// Whether tables of a primary database that a later version of the program has changed may be migrated back.
  package var mayGoBack = false
  /// The primary databases of applications; nil if the files themselves are the databases.
  package var primaries: (any PrimaryDatabases)?
  /// The names of the entities whose values no history contains: change sets have no images of their records, and no undo
  /// restores them.
  package var entitiesWithoutHistory: Set<String> = []
  /// Another program's file with the records of the model, which is opened beside the store's own.
  public var opened: OpenedFile?
  /// Ends long statements when the program ends.
  let ending = StoreEnding()
  /// The attachment of the opened file for each connection.
  var attachment: Attachment?
  /// The kinds of attributes of the model's own, for which each connection has functions.
  var ownKinds: [any AttributeKind] = []
  /// Receives the plan of a migration before anything is changed.
  public var willMigrate: @Sendable (MigrationPlan) -> Void = { _ in }
  /// Whether a file or folder can be written; tests say so of one that can.
  var isWritable: @Sendable (_ path: String) -> Bool = { FileManager.default.isWritableFile(atPath: $0) }
  /// Receives each step of storing and removing files; tests end the process there.
  var blobStep: @Sendable (BlobStep) -> Void = { _ in }

  /// The usual.
  public init() {}
}
