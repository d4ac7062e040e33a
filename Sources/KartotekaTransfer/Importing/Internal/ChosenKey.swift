import KartotekaModel
import KartotekaStore

/// Finds the records of rows by the values of fields that a person has chosen, which other records may have, too.
final class ChosenKey {
  /// The meaning of a row by its values.
  enum Found {
    case none
    case one(AnyRecord)
    case several
    /// An earlier row of the file has the same values.
    case repeated
  }

  /// The names of the fields.
  let names: [String]

  private let transaction: Transaction
  private let entity: EntityDescription
  private let positions: [Int]
  /// The records by the hashes of their values; nil before they are read.
  private var records: [Int: [RecordID]]?
  private var rows: Set<[Value]> = []

  /// - Returns: nil where nothing was chosen.
  init?(_ transaction: Transaction, _ plan: FilePlan) {
    let positions = plan.keys.compactMap { plan.entity.position(of: $0) }
    guard !positions.isEmpty else { return nil }
    (self.transaction, entity, self.positions) = (transaction, plan.entity, positions)
    names = positions.map { plan.entity.columns[$0].name }
  }

  /// Whether the records were read.
  var isRead: Bool { records != nil }

  /// Forgets the records, which others may have changed.
  func forget() { records = nil }

  /// Finds the record of a row. A row without any of the values has none. All records must be written when they are read.
  func find(_ draft: RowDraft) throws -> Found {
    let values = positions.map { draft.value(at: $0) ?? .null }
    if values.allSatisfy(\.isNull) { return .none }
    guard rows.insert(values).inserted else { return .repeated }
    let candidates = try read()[Self.hash(values)] ?? []
    var found: AnyRecord?
    for id in candidates {
      guard let record = try transaction.record(entity, id: id), positions.map({ record.values[$0] }) == values
      else { continue }
      if found != nil { return .several }
      found = record
    }
    return found.map(Found.one) ?? .none
  }

  private func read() throws -> [Int: [RecordID]] {
    if let records { return records }
    var found: [Int: [RecordID]] = [:]
    try transaction.forEach(entity) { record in
      guard let id = record.id else { return }
      found[Self.hash(positions.map { record.values[$0] }), default: []].append(id)
    }
    records = found
    return found
  }

  private static func hash(_ values: [Value]) -> Int {
    var hasher = Hasher()
    hasher.combine(values)
    return hasher.finalize()
  }
}
