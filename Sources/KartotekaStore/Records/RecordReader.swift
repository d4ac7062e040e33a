import GRDB
import KartotekaModel

/// Reads an entity's records from rows of `id` and then its columns.
struct RecordReader: Sendable {
  let entity: EntityDescription
  /// `id` and the columns, quoted, of a table or its alias.
  let columns: String
  private let selection: String
  private let blobs: BlobFolder?
  private let readsBlobs: Bool
  /// The positions of columns of bytes.
  private let bytes: [Int]

  /// A reader.
  /// - Parameter readsBlobs: whether it reads bytes, and not only where they begin and how many they are.
  init(_ entity: EntityDescription, blobs: BlobFolder?, readsBlobs: Bool = true) {
    let alias = "t"
    self.entity = entity
    self.blobs = blobs
    self.readsBlobs = readsBlobs
    bytes = entity.attributes.indices.filter { entity.attributes[$0].isBytes }
    var names = (["id"] + entity.columns.map(\.column)).map { alias + "." + SQL.name($0) }
    if !readsBlobs {
      // As many as a reference has, which is known by all of it.
      let whole = bytes.map { names[$0 + 1] }
      for position in bytes { names[position + 1] = "substr(\(names[position + 1]), 1, \(BlobReference.longest))" }
      names += whole.map { "length(\($0))" }
    }
    columns = names.joined(separator: ", ")
    selection = "SELECT \(columns) FROM \(SQL.name(entity.table)) \(alias) WHERE \(alias).id = ?"
  }

  /// The record in the statement's current row, whose columns begin at that place.
  func record(_ row: RawStatement, from start: Int = 0) -> AnyRecord {
    var values = entity.columns.indices.map { row.value(column: start + 1 + $0) }
    for (index, position) in bytes.enumerated() {
      guard case .blob(let blob) = values[position], let column = try? blob.bytes() else { continue }
      let count =
        readsBlobs ? column.count : Int(row.integer(column: start + 1 + entity.columns.count + index))
      values[position] = .blob(
        count > column.count
          ? Blob(head: Array(column.prefix(Blob.headLength)), count: count) : blobs?.blob(column) ?? blob)
    }
    return AnyRecord(entity, id: row.integer(column: start), values: values)
  }

  /// The record of that id; nil when there is none.
  func record(id: RecordID, in database: Database) throws -> AnyRecord? {
    let statement = try RawStatement(selection, in: database)
    statement.bind(.integer(id), at: 1)
    defer { statement.reset() }
    return try statement.step() ? record(statement) : nil
  }
}
