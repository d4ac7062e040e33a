import Foundation
import KartotekaModel

/// The tables in which change sets and their images are kept, and the writing of them within a transaction.
final class UndoLog {
  /// The table of change sets, and that of their images. `record` to `last` is a range of new records, of which no image is
  /// kept.
  static let changeSets: (name: String, statements: [String]) = (
    "kartoteka_deeds",
    [
      """
      CREATE TABLE kartoteka_deeds (
        id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, way TEXT NOT NULL, name TEXT NOT NULL,
        person TEXT, undoes INTEGER, undone_by INTEGER
      ) STRICT
      """,
      people,
    ]
  )
  /// The index of the people of change sets, which a file of an earlier version lacks until it is opened for writing.
  static let people = """
    CREATE INDEX IF NOT EXISTS \(peopleIndex) ON kartoteka_deeds (person) WHERE person IS NOT NULL
    """
  static let peopleIndex = "kartoteka_deeds_person"
  static let images: (name: String, statements: [String]) = (
    "kartoteka_changes",
    [
      """
      CREATE TABLE kartoteka_changes (
        id INTEGER PRIMARY KEY, deed INTEGER NOT NULL, entity TEXT NOT NULL, record INTEGER NOT NULL, last INTEGER,
        before TEXT, after TEXT
      ) STRICT
      """,
      "CREATE INDEX kartoteka_changes_deed ON kartoteka_changes (deed)",
      "CREATE INDEX kartoteka_changes_record ON kartoteka_changes (entity, record)",
    ]
  )

  /// The table of the transactions of a change set after its first one: each with its first image and its time.
  static let parts: (name: String, statements: [String]) = (
    "kartoteka_parts",
    [
      """
      CREATE TABLE kartoteka_parts (
        deed INTEGER NOT NULL, first INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (deed, first)
      ) STRICT, WITHOUT ROWID
      """
    ]
  )

  static let unnamed: Phrase = "Changed data"
  static let table = "kartoteka_deeds"

  private let database: SQLConnection
  private let origin: ChangeSet.Origin
  /// The tables of whose rows nothing is kept.
  private let excluded: Set<String>
  private(set) var changeSet: Int64?
  private(set) var changes = Changes()
  /// The name of the change set; the first change names it unless the transaction's body does.
  var name: Phrase?
  /// The name of its table.
  private var writtenName: Phrase?
  /// The author of the change; nil without accounts.
  var author: Author?
  /// The change set that this one undoes.
  var undoes: Int64?
  /// Whether it brings deleted records back: like an undo it adds no jobs for them.
  var bringsBack = false
  /// Whether another transaction has begun the change set, and this one has kept no image yet.
  private var isNextPart = false
  /// Whether other transactions will go on with the undo.
  var isUnfinished = false
  /// Whether the undo leaves something that can be tried again.
  var leavesSome = false
  private var hasRanges = false
  /// Whether another writer has changed records of its ranges between two of its transactions.
  var areRangesChanged = false
  /// The job that does this, and the change set that it has begun in another transaction.
  var job: (id: Int64, changeSet: Int64?)?

  /// The responses that are stored when the transaction is committed.
  var responses: [(response: StoredResponse, request: IdempotentRequest)] = []

  init(_ database: SQLConnection, origin: ChangeSet.Origin, without excluded: Set<String> = []) {
    self.database = database
    self.origin = origin
    self.excluded = excluded
  }

  /// Writes the images of one record's change. `table` is the entity's table or a join table.
  /// - Parameter phrase: names a change set that has no name yet; nil leaves that to a later change.
  func record(
    table: String, id: RecordID, last: RecordID? = nil, before: Image?, after: Image?,
    named phrase: @autoclosure () throws -> Phrase?
  ) throws {
    if excluded.contains(table) { return }
    if name == nil { name = try phrase() }
    try RawStatement(
      "INSERT INTO kartoteka_changes (deed, entity, record, last, before, after) VALUES (?, ?, ?, ?, ?, ?)",
      in: database
    ).run(
      .integer(try begin()), .text(table), .integer(id), last.map(Value.integer) ?? .null,
      before?.json ?? .null,
      after?.json ?? .null)
    if isNextPart { try notePart(from: database.lastInsertedRowID) }
    if let before {
      try BlobUses.note(try begin(), before, in: database)
      try ImageBlobs(database: database).store(before, for: try begin())
    }
  }

  func touched(
    _ entity: EntityDescription, _ list: WritableKeyPath<Changes.OfEntity, [RecordID]>, _ id: RecordID
  ) {
    // An undo may touch millions of records and adds no jobs: the triggers' marks tell what it changed.
    if undoes != nil || bringsBack { return }
    // Beside ranges a single id is one too.
    if list == \.inserted, changes.byEntity[entity.name]?.isRange == true {
      return touchedRange(entity, id...id)
    }
    changes.byEntity[entity.name, default: .init()][keyPath: list].append(id)
  }

  func touchedRange(_ entity: EntityDescription, _ ids: ClosedRange<RecordID>) {
    var touched = changes.byEntity[entity.name, default: .init()]
    if !touched.isRange { touched.inserted = touched.inserted.flatMap { [$0, $0] } }
    touched.isRange = true
    touched.inserted += [ids.lowerBound, ids.upperBound]
    changes.byEntity[entity.name] = touched
  }

  /// Does something of which nothing is kept if it throws: the caller rolls the database back.
  func attempt<T>(_ body: () throws -> T) rethrows -> T {
    let before = (changeSet, name, writtenName, hasRanges, areRangesChanged, isNextPart)
    // Set aside, and not copied, since they may be many.
    var outer = Changes()
    swap(&outer, &changes)
    do {
      let value = try body()
      swap(&outer, &changes)
      changes.add(outer)
      return value
    } catch {
      changes = outer
      (changeSet, name, writtenName, hasRanges, areRangesChanged, isNextPart) = before
      throw error
    }
  }

  /// Tells that settings were changed.
  func touchedSettings() { changes.settings = true }

  /// The change set's number, which it gets with its first change.
  func begin() throws -> Int64 {
    if let changeSet { return changeSet }
    if let begun = job?.changeSet {
      resume(begun)
      return begun
    }
    let name = name ?? Self.unnamed
    try RawStatement("INSERT INTO kartoteka_deeds (at, way, name, person) VALUES (?, ?, ?, ?)", in: database)
      .run(
        .text(Timestamp.text(database.now)), .text(origin.rawValue), .text(try JSONText.json(name)),
        try author.map { .text(try $0.text) } ?? .null)
    let id = database.lastInsertedRowID
    (changeSet, writtenName) = (id, name)
    return id
  }

  /// Begins another transaction of the same change set.
  func beginPart() {
    changes = Changes()
    isNextPart = changeSet != nil
  }

  /// Goes on with a change set that another transaction has begun.
  func resume(_ id: Int64) { (changeSet, isNextPart) = (id, true) }

  // The state of records at a moment between two transactions depends on the time of each.
  private func notePart(from image: Int64) throws {
    guard let changeSet else { return }
    isNextPart = false
    try RawStatement("INSERT OR REPLACE INTO \(Self.parts.name) (deed, first, at) VALUES (?, ?, ?)", in: database)
      .run(.integer(changeSet), .integer(image), .text(Timestamp.text(database.now)))
  }

  /// Gives the change set its name, when anything was done at all.
  func finish() throws {
    guard let changeSet else { return }
    if changes.byEntity.values.contains(where: \.isRange) { hasRanges = true }
    if hasRanges {
      try ChangeLog.append(bulkChangeSet: changeSet, in: database)
      if areRangesChanged { try ChangeLog.appendAny(ofRangesOf: changeSet, in: database) }
    }
    let name = name ?? Self.unnamed
    if name != writtenName || undoes != nil {
      try RawStatement("UPDATE kartoteka_deeds SET name = ?, undoes = ? WHERE id = ?", in: database)
        .run(.text(try JSONText.json(name)), undoes.map(Value.integer) ?? .null, .integer(changeSet))
    }
    if let undoes, !isUnfinished, !leavesSome {
      try RawStatement("UPDATE kartoteka_deeds SET undone_by = ? WHERE id = ?", in: database)
        .run(.integer(changeSet), .integer(undoes))
      // A change set that several undos have reverted is not undone any more when one of them is undone: it can be undone again.
      try RawStatement(
        """
        UPDATE kartoteka_deeds SET undone_by = NULL WHERE id = (SELECT undoes FROM kartoteka_deeds WHERE id = ?1) \
        AND undone_by = ?1 AND EXISTS (SELECT 1 FROM kartoteka_deeds o WHERE o.undoes = kartoteka_deeds.id \
        AND o.id > kartoteka_deeds.id AND o.id <> ?1 AND o.undone_by IS NULL)
        """, in: database
      ).run(.integer(undoes))
    }
  }

  /// Whether another transaction may go on with a change set: it wasn't undone, and nobody is undoing it in parts.
  static func mayGrow(_ id: Int64, in database: SQLConnection) throws -> Bool {
    let isThere = try RawStatement("SELECT undone_by IS NULL FROM \(table) WHERE id = ?", in: database)
      .integer(.integer(id))
    return try isThere == 1 && !LongUndo.isUnderWay(with: id, in: database)
  }

  /// Has change sets be named like those without a name.
  static func forgetNames(of changeSets: some Sequence<Int64>, in database: SQLConnection) throws {
    let rename = try RawStatement("UPDATE \(table) SET name = ? WHERE id = ?", in: database)
    let name = Value.text(try JSONText.json(unnamed))
    for changeSet in changeSets { try rename.run(name, .integer(changeSet)) }
  }

  /// The change set of that number; nil when there is none.
  static func changeSet(_ id: Int64, in database: SQLConnection) throws -> ChangeSet? {
    try changeSets(where: "d.id = ?", [.integer(id)], limit: 1, in: database).first
  }

  /// The change sets that a condition holds for, the newest first.
  static func changeSets(
    where condition: String, _ arguments: [Value], limit: Int, in database: SQLConnection
  ) throws -> [ChangeSet] {
    let rows = try RawStatement(
      """
      SELECT d.id, d.at, d.way, d.name, d.person, d.undoes, d.undone_by, r.removed FROM kartoteka_deeds d \
      LEFT JOIN \(Retention.table) r ON r.deed = d.id WHERE \(condition) ORDER BY d.id DESC LIMIT ?
      """, in: database)
    rows.bind(arguments + [.integer(Int64(limit))])
    defer { rows.reset() }
    var found: [ChangeSet] = []
    while try rows.step() { found.append(changeSet(rows)) }
    return found
  }

  private static func changeSet(_ row: RawStatement) -> ChangeSet {
    func text(_ column: Int) -> String? {
      if case .text(let text) = row.value(column: column) { text } else { nil }
    }
    return ChangeSet(
      id: row.integer(column: 0), at: Timestamp.date(row.text(column: 1)) ?? .distantPast,
      name: (try? JSONDecoder().decode(Phrase.self, from: Data(row.text(column: 3).utf8))) ?? unnamed,
      origin: ChangeSet.Origin(rawValue: row.text(column: 2)) ?? .code, author: text(4).map(Author.init(text:)),
      undoes: row.value(column: 5).integer,
      undoneBy: row.value(column: 6).integer, removal: text(7).flatMap(ChangeSet.Removal.init))
  }
}
