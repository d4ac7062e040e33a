import KartotekaModel
import KartotekaStore

/// What a row of an exported file says of its record: which one it is, and which version of it. It is the text of a column of its
/// own, `products/12/8f3a01c2d4e5`, so that it survives what people do with files: sorting, inserting, deleting, saving again.
/// Spreadsheets take it neither for a number nor for a day.
///
/// The version follows from the values alone. It names no place in a history, which another database does not share.
struct RecordMark: Hashable {
  /// The heading of the column, which no other program has.
  static let heading = "_kartoteka"

  /// The reason of a row whose mark another row has, too.
  static let repeatedKey = "Another row is No. {number} already. If this one is new, empty {column}"

  /// The plural of the entity.
  let entity: String
  /// The record's number.
  let id: RecordID
  /// The digest of its values.
  let version: String

  /// The mark of a record; nil for records that an import does not find by their number.
  init?(_ record: AnyRecord) {
    guard let id = record.id, Self.concerns(record.entity) else { return nil }
    (entity, self.id, version) = (record.entity.plural, id, Self.version(of: record))
  }

  /// Reads ``text``; nil for anything else.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 2, let version = parts.last, version.utf8.count == Self.bytes * 2,
      version.allSatisfy(\.isHexDigit), let id = RecordIDs.read(parts[parts.count - 2])
    else { return nil }
    (entity, self.id, self.version) = (parts.dropLast(2).joined(separator: "/"), id, String(version))
  }

  /// The text in the file.
  var text: String { "\(entity)/\(id)/\(version)" }

  /// Whether the records of an entity have marks. Records of an opened file with keys of its own are known by these.
  static func concerns(_ entity: EntityDescription) -> Bool {
    !entity.isDerived && entity.source?.key.isEmpty != false
  }

  /// The digest of a record's values: the same for fields that were added since and are empty. Bytes, which such files don't
  /// have, are no part of it.
  static func version(of record: AnyRecord) -> String {
    var bytes: [UInt8] = []
    func add(_ text: String) {
      withUnsafeBytes(of: Int64(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
    }
    for (column, value) in zip(record.entity.columns, record.values) {
      switch value {
      case .null, .blob: continue
      case .integer(let number): add(column.column + " i\(number)")
      case .real(let number): add(column.column + " r\(number.bitPattern)")
      case .text(let text):
        add(column.column + " t")
        add(text)
      }
    }
    return Fingerprint.text(of: bytes, bytes: Self.bytes)
  }

  // A version is compared with the few others of the same record.
  private static let bytes = 6
}
