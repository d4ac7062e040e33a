import KartotekaModel

/// Pictures and files within the database that images hold: each content once, by its SHA-256, and only as long as a
/// change set that can be undone would restore it. An after image names the digest alone: the bytes are in the record
/// itself.
struct ImageBlobs {
  static let table = "kartoteka_image_blobs"
  static let uses = "kartoteka_image_blob_uses"
  static let bytes = (
    name: table, statements: ["CREATE TABLE \(table) (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT"]
  )
  static let users = (
    name: uses,
    statements: [
      "CREATE TABLE \(uses) (deed INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (deed, digest)) STRICT, WITHOUT ROWID"
    ]
  )

  /// Fewer bytes stand in the image itself.
  static let threshold = BlobReference.longest

  /// The bytes that an image names by their digest.
  struct Digest: Equatable {
    let sha256: [UInt8]
    let count: Int

    /// Nil for bytes that stand in the image itself: few ones, and references to files.
    init?(_ blob: Blob) {
      guard blob.file == nil, blob.count > ImageBlobs.threshold, let bytes = try? blob.bytes() else { return nil }
      sha256 = SHA256.digest(of: bytes)
      count = bytes.count
    }

    /// Reads what ``write(to:)`` wrote.
    init?(_ json: JSONObject) {
      guard case .string(let name)? = json["sha256"], case .number(let digits)? = json["bytes"],
        let count = Int(digits), let digest = BlobFolder.digest(named: name)
      else { return nil }
      sha256 = digest
      self.count = count
    }

    func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.key("sha256")
      writer.string(BlobFile.name(of: sha256))
      writer.key("bytes")
      writer.int(count)
      writer.endObject()
    }
  }

  let database: SQLConnection

  /// Stores the bytes of a before image for a change set.
  func store(_ image: Image, for changeSet: Int64) throws {
    for (_, value) in image.values {
      guard case .blob(let blob) = value, let digest = Digest(blob) else { continue }
      try RawStatement("INSERT INTO \(Self.table) (digest, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING", in: database)
        .run(.blob(digest.sha256), .blob(blob))
      try RawStatement("INSERT INTO \(Self.uses) (deed, digest) VALUES (?, ?) ON CONFLICT DO NOTHING", in: database)
        .run(.integer(changeSet), .blob(digest.sha256))
    }
  }

  /// The bytes of that digest; nil if they were removed.
  func blob(_ digest: Digest) throws -> Blob? {
    let row = try RawStatement("SELECT bytes FROM \(Self.table) WHERE digest = ?", in: database)
    row.bind(.blob(digest.sha256), at: 1)
    defer { row.reset() }
    guard try row.step(), case .blob(let blob) = row.value(column: 0) else { return nil }
    return blob
  }
}
