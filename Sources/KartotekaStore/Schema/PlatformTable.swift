import KartotekaModel

/// One of the platform's own tables with data that can't be computed from others, and what its columns stand for.
///
/// Code that follows a change of the model, a deletion for good or an undo asks this declaration and has no list of tables of its
/// own. A column that isn't declared fails a test.
struct PlatformTable: Sendable {
  /// The meaning of a column.
  enum Meaning: Sendable {
    /// Nothing of the model, and no values of records.
    case plain
    /// The table of an entity, or a join table.
    case table
    /// An entity, by its name in the model.
    case entity
    /// A column of the table that another column names.
    case column(of: String)
    /// A relationship of the entity that another column names.
    case relationship(of: String)
    /// The number of a record of the entity that another column names; nil where another table says which.
    case record(of: String?)
    /// A change set.
    case changeSet
    /// Values of a row of the table that another column names, by its columns.
    case image(of: String)
    /// Values of records, in whatever form.
    case values
    /// The parameters of a list of the entity that another column names.
    case query(of: String)
    /// The layout of a file with records of the entity that another column names: the fields that its columns mean.
    case layout(of: String)
  }

  /// The rows that go when the history of records is deleted for good (``Store/purgeHistory(_:)``).
  enum Purge: Sendable {
    /// Nothing: the table has no values of records.
    case nothing
    /// The images of the records, of their parts and links, and of texts that meant them.
    case images
    /// The names of the change sets that have lost images.
    case names
    /// The bytes that only such change sets would restore.
    case bytes
    /// The responses of all requests. The requests are still not carried out again.
    case responses
    /// Rejected rows of the records, and those that such a change set has closed.
    case rejectedRows
    /// Texts that nobody waits for any more.
    case unresolvedTexts
    /// Texts that mean the records.
    case resolvedTexts
    /// The reasons of failures.
    case errors
    /// The undo that was the last, whose reason may name a record.
    case lastUndo
    /// Nothing of its own: its rows are deleted with those of another table.
    case rowsOf(String)
  }

  /// The undo of a change of a row that has images in change sets.
  enum Undo: Sendable {
    case setting
    case view
    case resolvedText
  }

  let name: String
  let statements: [String]
  let columns: [(name: String, meaning: Meaning)]
  let purge: Purge
  let undo: Undo?

  private init(
    _ table: (name: String, statements: [String]), _ columns: KeyValuePairs<String, Meaning>, purge: Purge,
    undo: Undo? = nil
  ) {
    (name, statements) = table
    self.columns = columns.map { ($0.key, $0.value) }
    self.purge = purge
    self.undo = undo
  }

  /// All of them, those that each database has from its beginning first.
  static let all = [meta] + later

  /// The notes of a database about itself.
  private static let meta = PlatformTable(
    (MetaTable.name, [MetaTable.schema]), ["key": .plain, "value": .plain], purge: .nothing)

  /// The tables that an older file may lack.
  static let later = importReview + changes + others

  private static let importReview = [
    PlatformTable(
      ImportReviewSchema.imports,
      ["id": .plain, "at": .plain, "name": .plain, "deed": .changeSet, "options": .plain, "files": .plain],
      purge: .nothing),
    PlatformTable(
      ImportReviewSchema.layouts, ["id": .plain, "entity": .entity, "content": .layout(of: "entity")], purge: .nothing),
    PlatformTable(
      ImportReviewSchema.rejects,
      [
        "id": .plain, "import": .plain, "layout": .plain, "file": .plain, "line": .plain, "record": .record(of: nil),
        "digest": .plain, "raw": .values, "corrected": .values, "faults": .values, "is_open": .plain,
        "deed": .changeSet,
      ], purge: .rejectedRows),
    PlatformTable(
      ImportReviewSchema.waiting, ["reference": .plain, "reject": .plain], purge: .rowsOf("kartoteka_rejects")),
    PlatformTable(
      ImportReviewSchema.referrers, ["reference": .plain, "record": .record(of: nil)],
      purge: .rowsOf("kartoteka_references")),
    PlatformTable(
      ImportReviewSchema.references,
      [
        "id": .plain, "entity": .entity, "relationship": .relationship(of: "entity"), "heading": .plain,
        "text": .values,
      ], purge: .unresolvedTexts),
    PlatformTable(
      ImportReviewSchema.meanings,
      [
        "entity": .entity, "text": .values, "record": .record(of: "entity"), "deed": .changeSet, "is_active": .plain,
      ], purge: .resolvedTexts, undo: .resolvedText),
  ]

  private static let changes = [
    PlatformTable(
      (ChangeLog.table, ChangeLog.statements),
      [
        "seq": .plain, "entity": .table, "id": .record(of: "entity"), "last": .record(of: "entity"),
        "operation": .plain,
      ], purge: .nothing),
    PlatformTable(
      UndoLog.changeSets,
      [
        "id": .changeSet, "at": .plain, "way": .plain, "name": .values, "person": .plain, "undoes": .changeSet,
        "undone_by": .changeSet,
      ], purge: .names),
    PlatformTable(
      UndoLog.images,
      [
        "id": .plain, "deed": .changeSet, "entity": .table, "record": .record(of: "entity"),
        "last": .record(of: "entity"), "before": .image(of: "entity"), "after": .image(of: "entity"),
      ], purge: .images),
    PlatformTable(UndoLog.parts, ["deed": .changeSet, "first": .plain, "at": .plain], purge: .nothing),
    PlatformTable(
      (Retention.table, Retention.schema), ["deed": .changeSet, "bytes": .plain, "removed": .plain], purge: .nothing),
    PlatformTable(
      (BlobUses.table, [BlobUses.schema]), ["deed": .changeSet, "digest": .plain], purge: .bytes),
    PlatformTable(ImageBlobs.bytes, ["digest": .plain, "bytes": .values], purge: .bytes),
    PlatformTable(ImageBlobs.users, ["deed": .changeSet, "digest": .plain], purge: .bytes),
    PlatformTable(
      (MetaTable.unfinished, [MetaTable.schema(of: MetaTable.unfinished)]), ["key": .plain, "value": .values],
      purge: .lastUndo),
  ]

  private static let others = [
    PlatformTable(
      (SettingsTable.name, [SettingsTable.schema]), ["id": .plain, "name": .plain, "value": .plain],
      purge: .nothing, undo: .setting),
    PlatformTable(
      (ViewTable.name, [ViewTable.schema]),
      ["id": .plain, "entity": .entity, "name": .plain, "query": .query(of: "entity"), "is_pinned": .plain],
      purge: .nothing, undo: .view),
    PlatformTable(
      (PrivateViewTable.name, [PrivateViewTable.schema]),
      [
        "id": .plain, "person": .plain, "entity": .entity, "name": .plain, "query": .query(of: "entity"),
        "is_pinned": .plain,
      ], purge: .nothing),
    PlatformTable(
      (JobTable.name, JobTable.statements),
      [
        "id": .plain, "job": .plain, "entity": .table, "record": .record(of: "entity"), "state": .plain, "done": .plain,
        "total": .plain, "attempts": .plain, "not_before": .plain, "error": .values, "deed": .changeSet,
        "is_requested": .plain, "added": .plain, "changed": .plain,
      ], purge: .errors),
    PlatformTable(
      (IdempotencyTable.name, IdempotencyTable.statements),
      [
        "id": .plain, "key": .plain, "fingerprint": .plain, "token": .plain, "at": .plain, "status": .plain,
        "headers": .values, "body": .values,
      ], purge: .responses),
    PlatformTable(
      (DistinctRecords.table, [DistinctRecords.schema]),
      ["entity": .table, "first": .record(of: "entity"), "second": .record(of: "entity")], purge: .nothing),
    // The numbers of purged records are not given again.
    PlatformTable(
      (NumberCounter.name, [NumberCounter.schema]),
      ["entity": .table, "field": .column(of: "entity"), "prefix": .plain, "suffix": .plain, "last": .plain],
      purge: .nothing),
  ]

  /// The undo of changes of the platform's tables, by table.
  static let undoable = Dictionary(
    uniqueKeysWithValues: all.compactMap { table in table.undo.map { (table.name, $0) } })
}
