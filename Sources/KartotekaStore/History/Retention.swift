import KartotekaModel

extension ChangeSet {
  /// Why the images of a change set were removed, so that it can't be undone.
  public enum Removal: String, Sendable, CaseIterable {
    /// They were older than `StoreOptions/historyAge`.
    case age
    /// All images took more than `StoreOptions/historySize`, and these were the oldest.
    case size
    /// A person has deleted them: `Store/purgeHistory(_:)`.
    case request

    /// The reason for the person.
    public var phrase: Phrase {
      switch self {
      case .age: "It is too long ago, and what was there before is kept no longer"
      case .size: "The history took too much space, and what was there before is kept no longer"
      case .request: "The history of these records was deleted for good"
      }
    }
  }
}

/// The table of how many bytes the images of each change set take, and of which change sets they were removed. A change
/// set is measured when the history is pruned, not when it is written.
struct Retention {
  static let table = "kartoteka_retention"
  static let schema = [
    """
    CREATE TABLE \(table) (
      deed INTEGER PRIMARY KEY, bytes INTEGER NOT NULL, removed TEXT CHECK (removed IN ('age', 'size', 'request'))
    ) STRICT
    """,
    // A record's history needs the few ranges that a bulk import added it with.
    "CREATE INDEX kartoteka_changes_range ON kartoteka_changes (entity, record) WHERE last IS NOT NULL",
  ]

  /// The number of rows that one transaction removes, so that other writers wait only for a moment.
  static let batch = 2_000
  /// The same of rows that may be long.
  private static let bytesBatch = 200

  let database: SQLConnection

  /// The change sets that are not measured yet, with the bytes of their images within the database and the digests of
  /// the files that they would restore.
  func unmeasured() throws -> [(changeSet: Int64, bytes: Int64, files: [[UInt8]])] {
    let files = try RawStatement("SELECT digest FROM \(BlobUses.table) WHERE deed = ?", in: database)
    let rows = try RawStatement(
      """
      SELECT d.id, (
        SELECT sum(40 + coalesce(length(before), 0) + coalesce(length(after), 0)) FROM kartoteka_changes WHERE deed = d.id
      ), (
        SELECT sum(length(bytes)) FROM \(ImageBlobs.uses) u JOIN \(ImageBlobs.table) b ON b.digest = u.digest
        WHERE u.deed = d.id
      ) FROM kartoteka_deeds d LEFT JOIN \(Self.table) r ON r.deed = d.id WHERE r.deed IS NULL
      """, in: database)
    defer { rows.reset() }
    var found: [(changeSet: Int64, bytes: Int64, files: [[UInt8]])] = []
    while try rows.step() {
      let changeSet = rows.integer(column: 0)
      files.reset()
      files.bind(.integer(changeSet), at: 1)
      var digests: [[UInt8]] = []
      while try files.step() {
        if case .blob(let blob) = files.value(column: 0), let digest = try? blob.bytes() { digests.append(digest) }
      }
      found.append((changeSet, rows.integer(column: 1) + rows.integer(column: 2), digests))
    }
    return found
  }

  /// Notes how many bytes the images of change sets take.
  func note(_ sizes: some Sequence<(changeSet: Int64, bytes: Int64)>) throws {
    let insert = try RawStatement(
      "INSERT INTO \(Self.table) (deed, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING", in: database)
    for (changeSet, bytes) in sizes { try insert.run(.integer(changeSet), .integer(bytes)) }
  }

  /// Some of the change sets up to a moment that are not marked yet, with greater numbers than one of them.
  func unmarked(until moment: String, after last: Int64) throws -> [Int64] {
    try database.integers(
      """
      SELECT id FROM kartoteka_deeds WHERE id > ? AND at <= ? \
      AND id NOT IN (SELECT deed FROM \(Self.table) WHERE removed IN ('age', 'size')) ORDER BY id LIMIT \(Self.batch)
      """, [.integer(last), .text(moment)])
  }

  /// The oldest change sets without which the images of all others take no more than so many bytes.
  /// - Parameter moment: later change sets are none of them.
  func oldest(above limit: Int64, sparing moment: String) throws -> [Int64] {
    var total =
      try RawStatement("SELECT sum(bytes) FROM \(Self.table)", in: database).integer() ?? 0
    guard total > limit else { return [] }
    let rows = try RawStatement(
      """
      SELECT r.deed, r.bytes FROM \(Self.table) r JOIN kartoteka_deeds d ON d.id = r.deed \
      WHERE (r.removed IS NULL OR r.removed = 'request') AND d.at <= ? ORDER BY r.deed
      """, in: database)
    rows.bind(.text(moment), at: 1)
    defer { rows.reset() }
    var oldest: [Int64] = []
    while try total > limit && rows.step() {
      oldest.append(rows.integer(column: 0))
      total -= rows.integer(column: 1)
    }
    return oldest
  }

  /// Marks change sets that have lost images at a person's request. Their remaining images, of other records, take room and
  /// expire like those of any change set.
  func markPurged(_ changeSets: [Int64]) throws {
    let mark = try RawStatement(
      """
      INSERT INTO \(Self.table) (deed, bytes, removed) SELECT ?1, coalesce((
        SELECT sum(40 + coalesce(length(before), 0) + coalesce(length(after), 0)) FROM kartoteka_changes WHERE deed = ?1
      ), 0), 'request' WHERE TRUE \
      ON CONFLICT (deed) DO UPDATE SET bytes = excluded.bytes, removed = coalesce(removed, 'request')
      """, in: database)
    for changeSet in changeSets { try mark.run(.integer(changeSet)) }
  }

  /// Marks change sets whose images are to be removed.
  func mark(_ changeSets: some Sequence<Int64>, _ removal: ChangeSet.Removal) throws {
    let mark = try RawStatement(
      """
      INSERT INTO \(Self.table) (deed, bytes, removed) VALUES (?1, 0, ?2) \
      ON CONFLICT (deed) DO UPDATE SET removed = ?2, bytes = 0
      """, in: database)
    for changeSet in changeSets { try mark.run(.integer(changeSet), .text(removal.rawValue)) }
  }

  /// Removes some of the images of the change sets that are marked.
  /// - Returns: whether there may be more.
  func removeSome() throws -> Bool {
    try RawStatement(
      """
      DELETE FROM kartoteka_changes WHERE id IN (
        SELECT c.id FROM \(Self.table) r CROSS JOIN kartoteka_changes c ON c.deed = r.deed
        WHERE r.removed IN ('age', 'size') LIMIT \(Self.batch))
      """, in: database
    ).run()
    return database.changesCount == Self.batch
  }

  /// Releases some of the bytes that only change sets that can't be undone would restore.
  /// - Returns: whether there may be more.
  func releaseSome() throws -> Bool {
    for table in [BlobUses.table, ImageBlobs.uses] {
      try RawStatement(
        """
        DELETE FROM \(table) WHERE (deed, digest) IN (
          SELECT deed, digest FROM \(table) WHERE deed IN (SELECT deed FROM \(Self.table) WHERE removed IS NOT NULL)
          OR deed NOT IN (SELECT id FROM kartoteka_deeds) LIMIT \(Self.batch))
        """, in: database
      ).run()
      if database.changesCount == Self.batch { return true }
    }
    try RawStatement(
      """
      DELETE FROM \(ImageBlobs.table) WHERE rowid IN (
        SELECT rowid FROM \(ImageBlobs.table) WHERE digest NOT IN (SELECT digest FROM \(ImageBlobs.uses))
        LIMIT \(Self.bytesBatch))
      """, in: database
    ).run()
    return database.changesCount == Self.bytesBatch
  }
}
