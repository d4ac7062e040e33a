import KartotekaModel

/// What of a database refers to files of its ``BlobFolder``: columns of records, and what change sets have taken away
/// and undoing would bring back.
struct BlobUses {
  static let schema =
    """
    CREATE TABLE kartoteka_kept_blobs (
      deed INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (deed, digest)
    ) STRICT, WITHOUT ROWID
    """
  static let table = "kartoteka_kept_blobs"

  let mapping: ModelMapping

  /// The digests of all files that something refers to.
  /// - Parameter ofRecords: whether that includes records.
  func digests(in database: SQLConnection, ofRecords: Bool = true) throws -> Set<[UInt8]> {
    let magic = SQL.literal(.blob(BlobReference.magic))
    // A copy of an older file may lack some.
    let there = try Set(database.allColumns())
    var selections = there.contains(Self.table + ".digest") ? ["SELECT digest FROM \(Self.table)"] : []
    for entity in mapping.model.entities where ofRecords {
      for attribute in entity.attributes where attribute.isBytes {
        guard there.contains(entity.table + "." + attribute.column) else { continue }
        let column = SQL.name(attribute.column)
        selections.append(
          """
          SELECT substr(\(column), 17, 32) FROM \(SQL.name(entity.table)) \
          WHERE length(\(column)) BETWEEN 56 AND \(BlobReference.longest) AND substr(\(column), 1, 16) = \(magic)
          """)
      }
    }
    // Archived values may come back.
    for name in there where name.hasPrefix(Archive.prefix) {
      guard let point = name.firstIndex(of: ".") else { continue }
      let column = SQL.name(String(name[name.index(after: point)...]))
      selections.append(
        """
        SELECT substr(\(column), 17, 32) FROM \(SQL.name(String(name[..<point]))) WHERE typeof(\(column)) = 'blob' \
        AND length(\(column)) BETWEEN 56 AND \(BlobReference.longest) AND substr(\(column), 1, 16) = \(magic)
        """)
    }
    guard !selections.isEmpty else { return [] }
    let rows = try RawStatement(selections.joined(separator: " UNION "), in: database)
    defer { rows.reset() }
    var digests: Set<[UInt8]> = []
    while try rows.step() {
      if case .blob(let blob) = rows.value(column: 0), let digest = try? blob.bytes() { digests.insert(digest) }
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
