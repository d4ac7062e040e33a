import KartotekaModel

/// The effect of a change of the model on a database: the changes in their order, and the records that stand
/// in their way.
///
/// It is a pure value: `kartoteka migrate --dry-run` prints it, and a server logs it before it changes anything.
/// `Store/migration(of:at:steps:)` makes it without changing the file.
public struct MigrationPlan: Sendable, Equatable {
  /// One change, with the tables and columns by their names after the migration.
  public enum Change: Sendable, Equatable {
    /// A table gets its new name.
    case renameTable(String, to: String)
    /// A column gets its new name.
    case renameColumn(table: String, column: String, to: String)
    /// A new table.
    case addTable(String)
    /// A new column; the records get its default.
    case addColumn(table: String, column: String)
    /// A column gets other rules: type, required, default, range, length, choices, the records it refers to.
    case changeRules(table: String, column: String)
    /// So many values are converted to another kind.
    case convert(table: String, column: String, to: KindName, values: Int)
    /// So many records without a value get the default.
    case fill(table: String, column: String, records: Int)
    /// A new column of stamps: so many records at most get when or by whom the history says that they were made or changed.
    case fillFromHistory(table: String, column: String, records: Int)
    /// A column of a number series: so many records without a value get numbers, from the first to the last.
    case fillNumbers(table: String, column: String, records: Int, first: String, last: String)
    /// Columns become unique, together where there are several.
    case addUnique(table: String, columns: [String])
    /// Columns are no longer unique.
    case dropUnique(table: String, columns: [String])
    /// A to-one relationship becomes many-to-many; so many links are carried over.
    case moveLinks(table: String, column: String, to: String, links: Int)
    /// A join table gets its new form; so many links are carried over.
    case moveJoin(String, to: String, links: Int)
    /// A removed attribute: so many values move to the archive.
    case archiveColumn(table: String, column: String, values: Int)
    /// A removed entity or many-to-many relationship: so many rows move to the archive.
    case archiveTable(String, records: Int)
    /// An attribute comes back: so many values return from the archive.
    case restoreColumn(table: String, column: String, values: Int)
    /// An entity comes back: so many records return from the archive.
    case restoreTable(String, records: Int)
    /// A table with this number of records is rebuilt, since SQLite can't change its constraints in place.
    case rebuild(table: String, records: Int)
    /// A step in code runs.
    case runStep(String)
  }

  /// Records that stand in the way of a change.
  public struct Obstacle: Sendable, Equatable {
    /// Why they do.
    public enum Reason: Sendable, Equatable {
      /// A value is required, and they have none.
      case empty
      /// Their values break a rule that the first example breaks.
      case invalid(Phrase)
      /// They have the same values of columns that become unique.
      case repeated
      /// Their values can't be converted to that kind.
      case notConvertible(KindName)
      /// They refer to records of a table that don't exist.
      case missingTarget(String)
    }

    /// One of the records.
    public struct Example: Sendable, Equatable {
      /// Its number.
      public let id: RecordID
      /// Its value, shortened; empty where it has none.
      public let value: String

      /// An example.
      public init(id: RecordID, value: String = "") {
        self.id = id
        self.value = value
      }
    }

    /// Their table, by its name before the migration.
    public let table: String
    /// The columns, by their names after the migration.
    public let columns: [String]
    /// Why they stand in the way.
    public let reason: Reason
    /// The number of records.
    public let count: Int
    /// The first 20 of them.
    public let examples: [Example]

    /// Records that stand in the way.
    public init(table: String, columns: [String], reason: Reason, count: Int, examples: [Example]) {
      self.table = table
      self.columns = columns
      self.reason = reason
      self.count = count
      self.examples = examples
    }
  }

  /// The changes, in this order.
  public internal(set) var changes: [Change] = []
  /// The records that block the migration; if there are any, nothing is changed.
  package internal(set) var obstacles: [Obstacle] = []
  /// Tables, and columns as `table.column`, that another program has added. They are left alone.
  public internal(set) var foreign: [String] = []

  /// A plan that changes nothing.
  package init() {}

  /// Whether nothing of the records and their tables is changed.
  public var isEmpty: Bool { changes.isEmpty && obstacles.isEmpty }
}
