import KartotekaModel
import KartotekaStore

/// The mark that identifies the record of an exported row, and its version. It is the text of a column of its own,
/// `products/12/7/8f3a01c2d4e5`, so that it survives common edits of files: sorting, inserting, deleting, saving again.
/// Spreadsheets take it neither for a number nor for a day.
///
/// The version follows from the values that the file shows, and tells nothing of others. It names no place in a history, which
/// another database does not share. Of each list of related records a ``LinksMark`` follows.
struct RecordMark: Hashable {
  /// The heading of the column, which no other program has.
  static let heading = "_kartoteka"
  /// The reason of a row whose mark another row has, too.
  static let repeatedKey = "Another row is No. {number} already. If this one is new, empty {column}"
  /// The reason of a field that was changed here and in the file.
  static let changedKey = "It was changed here since the file was exported, to {value}"
  /// The reason of a field of which it is not known what it was.
  static let unknownKey = "It is not known what this was when the file was exported; here it is {value}"

  /// The plural of the entity.
  let entity: String
  /// The record's number.
  let id: RecordID
  /// The places of the columns that the file shows, four for each hexadecimal digit.
  let shown: String
  /// The digest of the values in these columns.
  let version: String
  /// The marks of the lists that the file shows, by the places of their many-to-many relationships.
  let lists: [Int: LinksMark]

  /// The mark of a record; nil for records that an import does not find by their number.
  /// - Parameter shown: the places of the columns that the file shows, as ``places(_:)`` writes them.
  init?(_ record: AnyRecord, shown: String, lists: [Int: LinksMark] = [:]) {
    guard let id = record.id, Self.concerns(record.entity) else { return nil }
    (entity, self.id, self.shown, self.lists) = (record.entity.plural, id, shown, lists)
    version = Self.version(of: record, shown)
  }

  /// Reads ``text``; nil for anything else.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 3, let digests = parts.last?.split(separator: "-", omittingEmptySubsequences: false),
      digests[0].utf8.count == Self.bytes * 2, Self.isHex(digests[0]), let lists = Self.lists(digests.dropFirst()),
      Self.isHex(parts[parts.count - 2]), let id = RecordIDs.read(parts[parts.count - 3])
    else { return nil }
    let version = digests[0]
    (entity, self.id, self.lists) = (parts.dropLast(3).joined(separator: "/"), id, lists)
    (shown, self.version) = (String(parts[parts.count - 2]), String(version))
  }

  /// The text in the file.
  var text: String {
    let digests = lists.sorted { $0.key < $1.key }.map(\.value.text).joined()
    return "\(entity)/\(id)/\(shown)/\(version)"
      + (lists.isEmpty ? "" : "-\(Self.places(Set(lists.keys)))-\(digests)")
  }

  /// Whether a record is this version.
  func isVersion(_ record: AnyRecord) -> Bool { Self.version(of: record, shown) == version }

  /// Whether the records of an entity have marks. Records of an opened file with keys of its own are known by these.
  static func concerns(_ entity: EntityDescription) -> Bool {
    !entity.isDerived && entity.source?.key.isEmpty != false
  }

  /// The text of the places of columns.
  static func places(_ positions: Set<Int>) -> String {
    let count = (positions.max() ?? 0) / 4 + 1
    return (0..<count).map { group in
      let bits = (0..<4).reduce(0) { $0 | (positions.contains(group * 4 + $1) ? 1 << $1 : 0) }
      return String(bits, radix: 16)
    }.joined()
  }

  // The places of the lists, and their digests.
  private static func lists(_ parts: ArraySlice<Substring>) -> [Int: LinksMark]? {
    guard let shown = parts.first else { return [:] }
    guard parts.count == 2, let digests = parts.last, isHex(shown), isHex(digests) else { return nil }
    let places = shown.enumerated().flatMap { group, digit in
      (0..<4).filter { (digit.hexDigitValue ?? 0) & 1 << $0 != 0 }.map { group * 4 + $0 }
    }
    guard digests.utf8.count == places.count * LinksMark.length else { return nil }
    return places.enumerated().reduce(into: [:]) { lists, item in
      lists[item.element] = LinksMark(text: digests.dropFirst(item.offset * LinksMark.length).prefix(LinksMark.length))
    }
  }

  private static func isHex(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 5_000 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  // Bytes, which such files don't have, are no part of it.
  private static func version(of record: AnyRecord, _ shown: String) -> String {
    var bytes: [UInt8] = []
    func add(_ text: String) {
      withUnsafeBytes(of: Int64(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
    }
    for (group, digit) in shown.enumerated() {
      let bits = digit.hexDigitValue ?? 0
      for bit in 0..<4 where bits & 1 << bit != 0 {
        let position = group * 4 + bit
        guard record.entity.columns.indices.contains(position) else { continue }
        let name = record.entity.columns[position].column
        switch record.values[position] {
        case .null: add(name)
        case .blob: continue
        case .integer(let number): add(name + " i\(number)")
        case .real(let number): add(name + " r\(number.bitPattern)")
        case .text(let text):
          add(name + " t")
          add(text)
        }
      }
    }
    return Fingerprint.text(of: bytes, bytes: Self.bytes)
  }

  // A version is compared with the few others of the same record.
  private static let bytes = 6
}

/// The marks of a file.
struct FileMarks {
  /// The records that rows are.
  private(set) var all = IDSet()
  /// The records that several rows are.
  private(set) var repeated = IDSet()

  /// Reads the file, if it has the column.
  init(_ plan: FilePlan) {
    guard plan.format == .csv, let column = plan.columns.first(where: { $0.header == RecordMark.heading }) else {
      return
    }
    var reader = CSVReader(plan.text, dialect: plan.dialect)
    let place = column.number - 1
    while true {
      do throws(ReadingError) {
        guard try reader.next() else { return }
      } catch { continue }
      guard place < reader.fieldCount,
        let mark = RecordMark(text: String(decoding: reader[place], as: UTF8.self).trimmingSpaces())
      else { continue }
      if !all.insert(mark.id) { repeated.insert(mark.id) }
    }
  }
}
