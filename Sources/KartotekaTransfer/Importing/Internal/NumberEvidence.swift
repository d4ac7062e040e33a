import KartotekaModel
import KartotekaStore

/// Whether the numbers of a file's rows are those of records.
///
/// They are where the rows are like the records with these numbers, unless they count the rows: a list that was numbered and
/// imported has records with just these numbers, and comes again when the records have been changed, or with other values.
struct NumberEvidence {
  /// The number of rows that are compared with records.
  private static let rows = 200

  private var numbers = 0
  private var alike = 0
  private var isAscending = true
  private var greatest: RecordID = 0

  /// - Parameter rows: the file's rows, with their numbers as ids.
  init(_ rows: any RowSource, of entity: EntityDescription, in transaction: Transaction) throws {
    var draft = RowDraft(entity)
    for _ in 0..<Self.rows {
      guard rows.next(&draft) else { break }
      guard let id = draft.id else { continue }
      numbers += 1
      if id <= greatest { isAscending = false }
      greatest = max(greatest, id)
      if let record = try transaction.record(entity, id: id), draft.isLike(record) { alike += 1 }
    }
  }

  /// Whether they are.
  var isOfRecords: Bool { alike > 0 && alike * 3 >= numbers * 2 && !countRows }

  // 1, 2, 3, perhaps with gaps, in the order of the rows. Records that were chosen from many have larger numbers.
  private var countRows: Bool { isAscending && greatest < RecordID(numbers) * 2 }
}
