import KartotekaModel

/// Tells whether a file is an earlier one, which may have grown.
///
/// It is if its rows have the values of the earlier file's records, as they are now, in their order. Then each of these records is
/// that of one row, and all other rows are new; so is the row of a record that was changed since. Which of several equal rows are the new ones makes no difference.
enum EarlierFile {
  /// The records that rows of the file have made; nil if it is another file.
  /// - Parameters:
  ///   - rows: the hashes of the rows; nil for one that can't be compared with records.
  ///   - records: the records that the earlier file has made, in the order of its rows.
  static func records(
    of rows: [Int?], among records: [(hash: Int, id: RecordID)]
  ) -> [(hash: Int, id: RecordID)]? {
    var left: [Int: Int] = [:]
    for case let hash? in rows { left[hash, default: 0] += 1 }
    let found = records.filter { record in
      guard let count = left[record.hash], count > 0 else { return false }
      left[record.hash] = count - 1
      return true
    }
    // Some were changed since. A file that lacks more of them is another one of that name.
    guard !found.isEmpty, (records.count - found.count) * 10 <= records.count else { return nil }
    // Few records that are found among many rows may be there by chance.
    guard found.count * 2 >= rows.count || found.count >= 10 else { return nil }
    // In another order, equal rows could be those of another month; different ones could not.
    let areAll = found.count == records.count && found.count == rows.count
    guard areAll || areInOrder(found, rows) || Set(found.map(\.hash)).count == found.count else { return nil }
    return found
  }

  // Whether the rows have the records' values in their order, with others between them.
  private static func areInOrder(_ records: [(hash: Int, id: RecordID)], _ rows: [Int?]) -> Bool {
    var place = 0
    for row in rows where place < records.count && row == records[place].hash { place += 1 }
    return place == records.count
  }
}
