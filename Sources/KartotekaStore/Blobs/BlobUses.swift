import KartotekaModel

/// The references of a database to files of its ``BlobFolder``: columns of records, and values that change sets have taken away
/// and undoing would bring back.
enum BlobUses {
  static let schema =
    """
    CREATE TABLE kartoteka_kept_blobs (
      deed INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (deed, digest)
    ) STRICT, WITHOUT ROWID
    """
  static let table = "kartoteka_kept_blobs"

  /// The digests of all files that something refers to. The database's own columns are asked, and not those of this
  /// program's model: another process may have migrated it.
  /// - Parameter ofRecords: whether that includes records.
  static func digests(in database: SQLConnection, ofRecords: Bool = true) throws -> Set<[UInt8]> {
    let magic = SQL.literal(.blob(BlobReference.magic))
    // A copy of an older file may lack the table.
    var selections = try database.hasTable(table) ? ["SELECT digest FROM \(table)"] : []
    for (table, column) in ofRecords ? try database.byteColumns() : [] {
      // Archived values may come back. The platform's other tables refer to no files.
      guard !table.hasPrefix("kartoteka_") || table.hasPrefix(Archive.prefix) else { continue }
      let column = SQL.name(column)
      selections.append(
        """
        SELECT substr(\(column), 17, 32) FROM \(SQL.name(table)) WHERE typeof(\(column)) = 'blob' \
        AND length(\(column)) BETWEEN 56 AND \(BlobReference.longest) AND substr(\(column), 1, 16) = \(magic)
        """)
    }
    var digests: Set<[UInt8]> = []
    for selection in selections {
      let rows = try RawStatement(selection, in: database)
      defer { rows.reset() }
      while try rows.step() {
        if case .blob(let blob) = rows.value(column: 0), let digest = try? blob.bytes() { digests.insert(digest) }
      }
    }
    return digests
  }

  /// Notes that a change set's image holds a file.
  static func note(_ changeSet: Int64, _ image: Image, in database: SQLConnection) throws {
    for (_, value) in image.values {
      guard case .blob(let blob) = value, let file = blob.file else { continue }
      try RawStatement("INSERT INTO \(table) (deed, digest) VALUES (?, ?) ON CONFLICT DO NOTHING", in: database)
        .run(.integer(changeSet), .blob(file.digest))
    }
  }
}
