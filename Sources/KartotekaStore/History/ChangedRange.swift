import KartotekaModel

/// The ids of the new records of one row of `kartoteka_changes`.
enum ChangedRange {
  /// The condition of rows whose range ends before it begins. No program that keeps the rules writes such a row.
  static let isDamaged = "last < record"

  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.damaged` if the range ends before it begins.
  static func ids(from first: RecordID, to last: RecordID, in database: SQLConnection) throws -> ClosedRange<RecordID> {
    guard first <= last else {
      throw StoreError.unusable(path: database.path, problem: .damaged("kartoteka_changes: \(last) < \(first)"))
    }
    return first...last
  }
}
