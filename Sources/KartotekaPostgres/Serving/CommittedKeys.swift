import KartotekaModel
import KartotekaStore

/// The keys of the rows that commits have changed. The column `changes` of ``ServedSchema/commits`` has them as JSON:
/// `{"rows":{"people":[[1],[2]]},"ranges":{"people":[[3,17]]},"numbers":{"people":17},"files":[]}`. A range has the first and
/// the last id of rows that a bulk insert has added. A number is the greatest id that a row of the table has had.
/// A file is the SHA-256 of a picture or file that a commit has replaced or deleted, and that undo restores.
struct CommittedKeys {
  /// The keys by table. A key is the list of its columns' values.
  private(set) var keys: [String: Set<[Value]>] = [:]
  /// The ids of rows that bulk inserts have added, by table. Each range has at least ``shortestRange`` ids: those of shorter ones are
  /// in ``keys``.
  private(set) var ranges: [String: [ClosedRange<RecordID>]] = [:]
  /// The greatest id that a row has had, by table.
  private(set) var numbers: [String: Int64] = [:]
  /// The SHA-256 of replaced and deleted pictures and files.
  private(set) var files: Set<[UInt8]> = []

  /// The number of ids from which on a range is read by a statement of its own. An import with gaps in its ids has very many short
  /// ranges.
  private static let shortestRange: RecordID = 50

  init() {}

  /// Adds the keys of a commit.
  /// - Parameters:
  ///   - text: the JSON of the commit.
  ///   - tables: the tables of the local copy by name. Keys of other tables are omitted.
  /// - Throws: ``PostgresError`` `.badData`.
  mutating func add(_ text: String, _ tables: [String: CopiedTable]) throws {
    guard case .object(let object)? = try? JSONParser.parse(text) else { throw PostgresError.badData }
    if case .object(let rows)? = object["rows"] {
      for (name, list) in rows {
        guard let table = tables[name], case .array(let items) = list else { continue }
        for item in items { keys[name, default: []].insert(try Self.key(item, of: table)) }
      }
    }
    if case .object(let added)? = object["ranges"] {
      for (name, list) in added {
        guard tables[name] != nil, case .array(let items) = list else { continue }
        for item in items {
          guard case .array(let ends) = item, ends.count == 2, case .number(let first) = ends[0],
            case .number(let last) = ends[1], let first = RecordID(first), let last = RecordID(last), first <= last
          else { throw PostgresError.badData }
          if last - first + 1 < Self.shortestRange {
            for id in first...last { keys[name, default: []].insert([.integer(id)]) }
          } else {
            ranges[name, default: []].append(first...last)
          }
        }
      }
    }
    if case .object(let noted)? = object["numbers"] {
      for (name, value) in noted {
        guard case .number(let digits) = value, let number = Int64(digits) else { throw PostgresError.badData }
        numbers[name] = max(numbers[name] ?? 0, number)
      }
    }
    if case .array(let digests)? = object["files"] {
      for digest in digests {
        guard case .blob(let blob) = try RowJSON.value(digest, .bytes) else { throw PostgresError.badData }
        files.insert(try blob.bytes())
      }
    }
  }

  /// Reads a key, which is a JSON array of its columns' values.
  /// - Throws: ``PostgresError`` `.badData`.
  static func key(_ json: JSONValue, of table: CopiedTable) throws -> [Value] {
    let columns = RowJSON(table: table).keyColumns
    guard case .array(let values) = json, values.count == columns.count else { throw PostgresError.badData }
    return try zip(values, columns).map { try RowJSON.value($0, $1.form) }
  }

  /// Writes the keys of a commit as JSON.
  /// - Throws: `StoreError` if a key is a file beside the database that can't be read.
  static func text(
    of rows: ChangedRows, numbers: [(table: String, number: Int64)], files: Set<[UInt8]>
  ) throws -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("rows")
    writer.beginObject()
    for changed in rows.tables {
      writer.key(changed.table.name)
      writer.beginArray()
      for key in [
        changed.inserted, changed.updated, changed.updatedBesideContent, changed.deleted, changed.noted,
      ].joined() {
        writer.beginArray()
        for value in key { try RowJSON.write(value, to: &writer) }
        writer.endArray()
      }
      writer.endArray()
    }
    writer.endObject()
    writer.key("ranges")
    writer.beginObject()
    for changed in rows.tables where !changed.sent.isEmpty {
      writer.key(changed.table.name)
      writer.beginArray()
      for ids in changed.sent {
        writer.beginArray()
        writer.int(ids.lowerBound)
        writer.int(ids.upperBound)
        writer.endArray()
      }
      writer.endArray()
    }
    writer.endObject()
    writer.key("numbers")
    writer.beginObject()
    for (table, number) in numbers {
      writer.key(table)
      writer.int(number)
    }
    writer.endObject()
    writer.key("files")
    writer.beginArray()
    for digest in files { writer.string(RowJSON.hex(digest)) }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
