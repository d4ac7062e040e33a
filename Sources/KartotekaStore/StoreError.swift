import KartotekaModel

/// Why the store refused or could not complete an operation. Nothing of the operation was committed, except perhaps with
/// ``outcomeUnknown(_:remedy:)``.
@nonexhaustive public enum StoreError: Error, Sendable, Equatable {
  /// Values break rules of their attributes.
  case invalid([FieldFault])
  /// Another record has this value of a unique attribute (or this related record of a unique relationship).
  case notUnique(entity: String, field: String)
  /// Another record has the same values of attributes and relationships that are unique together.
  case notUniqueTogether(entity: String, fields: [String])
  /// A to-one relationship leads to a record that doesn't exist.
  case missingTarget(entity: String, field: String, id: RecordID)
  /// A record with this id doesn't exist.
  case notFound(entity: String, id: RecordID)
  /// Something else was saved since the caller read the record, which is now like this.
  case changedMeanwhile(AnyRecord)
  /// The attribute is never written again after the record was made.
  case readOnly(entity: String, field: String)
  /// The attribute closes records, and people set it by an action alone.
  case setByAction(entity: String, field: String, action: String)
  /// The record is closed: it can't be deleted, and its parts stay as they are.
  case closed(entity: String, id: RecordID, Closing)
  /// The entity's records follow from another's, and are never written directly.
  case derived(entity: String)
  /// Other records refer to this one, and their relationship denies its deletion.
  case denied(entity: String, id: RecordID, by: [Referrer])
  /// A part of a record can't be saved as it is: which relationship's, its place among those given, and why.
  indirect case inPart(relationship: String, index: Int, StoreError)
  /// A rule or hook of the application refused it; the sentence is for people.
  case refused(Phrase)
  /// A rule of the database itself refused it.
  case constraint(String)
  /// Later changes stand in the way of undoing this change set.
  case cannotUndo(Phrase)
  /// A change set of this number doesn't exist.
  case noSuchChangeSet(Int64)
  /// A request names an attribute or relationship that the entity lacks.
  case unknownField(entity: String, field: String)
  /// A filter compares an attribute in a way that makes no sense for it.
  case badFilter(field: String, operator: FilterOperator)
  /// Numbers of the entity's records come to more than 64 bits hold.
  case tooLarge(entity: String)
  /// A cursor belongs to another sort order.
  case badCursor
  /// The file can't be opened.
  case unusable(path: String, problem: FileProblem)
  /// Another program's file can't be opened.
  case cannotOpen(path: String, problem: FileProblem)
  /// The description in the file is not the one that the store was opened with: it has been changed.
  case descriptionChanged
  /// Another program keeps the database locked.
  case busy
  /// The primary database, of which the file is a local copy, can't be used at the moment. Reads go on; nothing is written.
  /// The phrases are for the administrator; the refusal selects the message for people.
  case primary(Phrase, remedy: Phrase?, PrimaryRefusal = .other)
  /// The primary database stopped answering while the change was committed, and did not tell since whether it is. The phrases are for
  /// the administrator. People and programs have to look whether the change is there before they make it again.
  case outcomeUnknown(Phrase, remedy: Phrase?)
  /// Too many reads that take long are running already.
  case overloaded
  /// The client has too many reads that take long.
  case tooManyLongReads
  /// The file at the path is no longer the one that was opened: nothing is written until it is there again.
  case fileLost(path: String, FileLoss)
  /// A table, view or trigger of another program's file can't be used; with SQLite's own words.
  case fileRefuses(String)
  /// A trigger of another program's file, or a reference that no index begins with, makes a change take too long.
  case fileTooSlow(seconds: Int)
  /// The disk is full, broken or the file was taken away; with SQLite's own words.
  case disk(String)

  /// Whether the same may succeed later, since the state of the database's surroundings was in the way and not its data.
  var mayPass: Bool {
    switch self {
    case .busy, .overloaded, .tooManyLongReads, .disk, .fileLost, .unusable, .cannotOpen, .descriptionChanged,
      .outcomeUnknown:
      true
    case .primary(_, _, let refusal): refusal != .rule
    case .invalid, .notUnique, .notUniqueTogether, .missingTarget, .notFound, .changedMeanwhile, .readOnly,
      .setByAction,
      .closed, .derived, .denied, .inPart, .refused, .constraint, .cannotUndo, .noSuchChangeSet, .unknownField,
      .badFilter, .tooLarge, .badCursor, .fileRefuses, .fileTooSlow:
      false
    }
  }

  /// The records of an entity that refer to one that was to be deleted.
  public struct Referrer: Sendable, Equatable {
    /// The referring entity's name.
    public let entity: String
    /// Its relationship.
    public let relationship: String
    /// The number of its records that refer.
    public let count: Int

    /// Records that refer.
    public init(entity: String, relationship: String, count: Int) {
      self.entity = entity
      self.relationship = relationship
      self.count = count
    }
  }

  /// The loss of a database file while it was open.
  public enum FileLoss: Sendable, Equatable {
    /// It was deleted or moved away.
    case removed
    /// Another file was put in its place.
    case replaced
    /// It was truncated: it has no content any more.
    case emptied
  }

  /// The fault of a database file.
  public enum FileProblem: Sendable, Equatable {
    /// It has no bytes, as after a power cut.
    case empty
    /// It is no SQLite database.
    case notADatabase
    /// It, or its folder, can't be written.
    case readOnly
    /// It, or its folder, can't be made or read; with the system's words.
    case unreadable(String)
    /// It was made by a newer version of the program.
    case newer
    /// It has a format of SQLite that is newer than the SQLite here.
    case newerFormat
    /// It is a database of something else: these tables or columns are missing.
    case foreign(missing: [String])
    /// Records stand in the way of a change of the model.
    case cannotMigrate([MigrationPlan.Obstacle])
    /// A change set that another process makes in several transactions, such as an import, is not complete. Its name.
    case changeSetRuns(Phrase)
    /// A change set was interrupted, and could not be taken back once the tables are changed. Its name.
    case changeSetInterrupted(Phrase)
    /// It is damaged; with SQLite's own words.
    case damaged(String)
  }
}
