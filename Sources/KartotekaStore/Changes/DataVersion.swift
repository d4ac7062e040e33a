/// A version of a store's data: the number of the last row of the change log in a snapshot.
///
/// What was computed at a version is right at every later one, up to the next change of what it was computed from.
public struct DataVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// Counts the times after which numbers of rows say nothing about what was computed before: the file was restored or
  /// replaced, or something outside the database changed.
  let epoch: Int
  /// The number of the row; 0 for an empty change log.
  let number: Int64

  init(epoch: Int = 0, number: Int64 = 0) {
    self.epoch = epoch
    self.number = number
  }

  /// The version as text, for entity tags.
  public var description: String { "\(epoch).\(number)" }

  /// The older version is less.
  public static func < (one: DataVersion, other: DataVersion) -> Bool {
    (one.epoch, one.number) < (other.epoch, other.number)
  }
}
