import KartotekaModel
import Synchronization

/// The primary keys of records of a table without rowid that were read before, by their ids. An id is computed from the key
/// (``RowKeyFunction``); without the key, a record is found by reading all.
final class KnownKeys: Sendable {
  private static let most = 20_000

  private let positions: [Int]
  private let condition: String
  private let keys = Mutex<[RecordID: [Value]]>([:])

  /// - Returns: nil for an entity whose records have a rowid, or no key.
  init?(_ entity: EntityDescription) {
    guard let source = entity.source, source.rowID == nil, !source.key.isEmpty else { return nil }
    let positions = source.key.compactMap { name in
      entity.columns.firstIndex { source.column($0.column) == name }
    }
    guard positions.count == source.key.count else { return nil }
    self.positions = positions
    condition = positions.map { position in
      let column = entity.columns[position]
      guard case .toOne(let relationship) = column, relationship.keyed != nil else {
        return "t.\(SQL.name(column.column)) IS ?"
      }
      return "t.\(SQL.name(SourceSQL.keyName(column.column))) IS ?"
    }.joined(separator: " AND ")
  }

  /// Remembers a record's key.
  func note(_ record: AnyRecord) {
    if let id = record.id { note(id, key: positions.map { record.keys[$0] ?? record.values[$0] }) }
  }

  /// Remembers the key of an id.
  func note(_ id: RecordID, key: [Value]) {
    keys.withLock { keys in
      if keys.count >= Self.most { keys.removeAll(keepingCapacity: true) }
      keys[id] = key
    }
  }

  /// The condition on the row `t` of the record of an id, with its arguments; nil if the key is not known.
  func condition(of id: RecordID) -> (sql: String, key: [Value])? {
    keys.withLock { $0[id] }.map { (condition, $0) }
  }
}
