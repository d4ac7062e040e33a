import KartotekaModel

/// A digest of values. Different values have different digests.
///
/// SHA-256, cut to 128 bits, over an encoding that begins each value with its type and its length: no two sequences of
/// values have the same encoding.
package struct Fingerprint {
  private var encoding: [UInt8] = []

  package init() {}

  /// Adds a record: its id and its values.
  package mutating func add(_ record: AnyRecord) {
    add(record.id.map(Value.integer) ?? .null)
    add(Int64(record.values.count))
    for value in record.values { add(value) }
  }

  /// Adds a list of ids.
  package mutating func add(_ ids: [RecordID]) {
    add(Int64(ids.count))
    for id in ids { add(id) }
  }

  /// Adds a text.
  package mutating func add(_ text: String) { add(.text(text)) }

  fileprivate mutating func add(_ value: Value) {
    switch value {
    case .null: encoding.append(0)
    case .integer(let integer):
      encoding.append(1)
      add(integer)
    case .real(let real):
      encoding.append(2)
      add(Int64(bitPattern: real.bitPattern))
    case .text(let text):
      encoding.append(3)
      add(Int64(text.utf8.count))
      encoding.append(contentsOf: text.utf8)
    case .blob(let blob):
      encoding.append(4)
      add(Int64(blob.count))
      // The digest of the bytes is known where they are in a file. Of unread bytes only the beginning is known.
      encoding.append(contentsOf: blob.file?.digest ?? SHA256.digest(of: (try? blob.bytes()) ?? blob.head))
    }
  }

  private mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { encoding.append(contentsOf: $0) }
  }

  /// The digest: 32 hexadecimal digits.
  package var text: String { Self.text(of: encoding, bytes: 16) }

  /// The beginning of the SHA-256 of `content` in hexadecimal digits.
  package static func text(of content: [UInt8], bytes: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: bytes * 2) { buffer in
      for (index, byte) in SHA256.digest(of: content).prefix(bytes).enumerated() {
        buffer[index * 2] = digits[Int(byte >> 4)]
        buffer[index * 2 + 1] = digits[Int(byte & 15)]
      }
      return bytes * 2
    }
  }
}

extension AnyRecord {
  /// A digest of the record's id and values: 32 hexadecimal digits. It follows from the content alone, so that it also
  /// changes when another program changes the record.
  package var fingerprint: String {
    var fingerprint = Fingerprint()
    fingerprint.add(self)
    return fingerprint.text
  }
}

extension Blob {
  /// A digest of the bytes, the same whether they are in memory or in a file: 32 hexadecimal digits.
  package var fingerprint: String {
    var fingerprint = Fingerprint()
    fingerprint.add(.blob(self))
    return fingerprint.text
  }
}

/// A record and the version of it and its parts.
package struct VersionedRecord: Sendable {
  package let record: AnyRecord
  /// A digest of the record and of all its parts (an order's lines); ``AnyRecord/fingerprint`` where the entity has no
  /// parts.
  package let version: String
}

/// Reads the parts that one relationship of an entity leads to.
struct PartsReader: Sendable {
  private let relationship: String
  private let reader: RecordReader
  private let selection: String

  /// Nil for a relationship that leads to no parts.
  init?(_ relationship: RelationshipDescription, in model: ModelDescription, blobs: BlobFolder?) {
    guard let owner = relationship.partOwner(in: model), let target = model.entity(named: relationship.target) else {
      return nil
    }
    self.relationship = relationship.name
    reader = RecordReader(target, in: model, blobs: blobs)
    selection = """
      SELECT \(reader.columns) FROM \(SQL.name(target.table)) t WHERE t.\(SQL.name(owner.column)) = ? ORDER BY t.id
      """
  }

  func add(partsOf id: RecordID, to fingerprint: inout Fingerprint, in database: SQLConnection) throws {
    let rows = try RawStatement(selection, in: database)
    rows.bind(.integer(id), at: 1)
    defer { rows.reset() }
    fingerprint.add(relationship)
    while try rows.step() { fingerprint.add(reader.record(rows)) }
  }
}

extension ModelMapping {
  func version(of record: AnyRecord, in database: SQLConnection) throws -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(record)
    for parts in parts(of: record.entity) {
      try parts.add(partsOf: record.id ?? 0, to: &fingerprint, in: database)
    }
    return fingerprint.text
  }
}

extension Transaction {
  /// The number of the change set; nil while nothing was changed.
  package var changeSet: Int64? { log.changeSet }

  /// The computed values of a record, as of this transaction; nil if the entity has none.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func computed(_ record: AnyRecord) throws -> ComputedValues? {
    guard record.entity.hasComputed, let id = record.id else { return nil }
    // Most conditions need no keys, which the end of the transaction brings up to date for all of its records at once.
    let needsKeys = mapping.computedByKeys.contains(record.entity.name)
    let mapping = try needsKeys ? currentMapping() : mapping.withoutKeys
    return try ComputedSQL(record.entity, mapping)?.values(of: [id], in: database)[id]
  }

  /// The record with its version, as of this transaction.
  /// - Throws: ``SQLError``, which `Store.perform` throws as ``StoreError``.
  package func versioned(_ record: AnyRecord) throws -> VersionedRecord {
    VersionedRecord(record: record, version: try mapping.version(of: record, in: database))
  }
}

extension Store {
  /// The record of that id with its version, both as of one moment; nil when there is none.
  /// - Throws: ``StoreError`` where the file can't be read, `CancellationError` where the task is cancelled.
  package func versioned(_ entity: EntityDescription, id: RecordID) async throws -> VersionedRecord? {
    guard !mapping.parts(of: entity).isEmpty else {
      return try await record(entity, id: id).map { VersionedRecord(record: $0, version: $0.fingerprint) }
    }
    return try await snapshot { [mapping] database in
      guard let record = try mapping.reader(of: entity).record(id: id, in: database) else { return nil }
      return VersionedRecord(record: record, version: try mapping.version(of: record, in: database))
    }
  }
}
