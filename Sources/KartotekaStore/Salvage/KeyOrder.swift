/// Tells rows whose keys are damaged from the others, by the order in which the rows of a table lie.
///
/// A row with a key that is much too great hides all others behind it, if reading ended where the next key is smaller. So a row that
/// may be wrong is taken, and withdrawn once the row after the next one says which of both it was.
struct KeyOrder {
  /// The fate of a row.
  enum Verdict {
    /// It is taken.
    case taken
    /// It is left out, and the next one follows.
    case leftOut
    /// The range is done.
    case end
    /// The rows make no sense from here on.
    case damage
  }

  /// The most rows in succession that are left out.
  private static let most = 1_000

  /// Whether keys grow.
  let isUp: Bool
  /// Whether a key has one row, and can be withdrawn.
  let isUnique: Bool
  /// The first key of the range.
  let near: Int64
  /// The last key of the range.
  let far: Int64
  /// The greatest key that a row can have; nil if it is not known.
  let greatest: Int64?

  /// The last key that was taken and is in order; nil for none.
  private(set) var last: Int64?
  /// The keys that were taken and turned out to be wrong, since the last key.
  private(set) var withdrawn: [Int64] = []
  /// Whether a key was out of order.
  private(set) var isBroken = false
  private var former: Int64?
  /// The key before the last one, which comes behind it.
  private var doubtful: Int64?
  private var leftOut = 0
  private var beyond = 0

  init(isUp: Bool, isUnique: Bool, near: Int64? = nil, far: Int64, greatest: Int64?) {
    (self.isUp, self.isUnique, self.far, self.greatest) = (isUp, isUnique, far, greatest)
    self.near = near ?? (isUp ? .min : .max)
  }

  private func precedes(_ one: Int64, _ other: Int64) -> Bool { isUp ? one < other : one > other }

  /// Judges the next row.
  mutating func take(_ key: Int64) -> Verdict {
    withdrawn = []
    // SQLite seeks the first key, and compares no other one with it. It is another row's, which may have been taken before.
    if precedes(key, near) {
      isBroken = true
      return isOneTooMany() ? .damage : .leftOut
    }
    if let doubtful, let last {
      self.doubtful = nil
      if precedes(doubtful, key) {
        (withdrawn, self.last) = ([last], doubtful)
      } else if precedes(last, key) {
        withdrawn = [doubtful]
      } else {
        (withdrawn, self.last) = ([doubtful, last], former)
        return .damage
      }
    }
    // A single row behind the range may be one of the range with a wrong key.
    if precedes(far, key) {
      beyond += 1
      return beyond > 1 ? .end : .leftOut
    }
    if beyond > 0 { (isBroken, beyond) = (true, 0) }
    guard let known = last else {
      last = key
      return .taken
    }
    if precedes(known, key) || key == known && !isUnique {
      (former, last, leftOut) = (known, key, 0)
      return .taken
    }
    isBroken = true
    guard isUnique else { return .damage }
    if key != known, former.map({ precedes($0, key) }) ?? true {
      (doubtful, last) = (known, key)
      return .taken
    }
    return isOneTooMany() ? .damage : .leftOut
  }

  private mutating func isOneTooMany() -> Bool {
    leftOut += 1
    return leftOut > Self.most
  }

  /// Decides what is open when no row follows.
  /// - Parameter isDamage: whether the next one can't be read.
  mutating func finish(isDamage: Bool) {
    withdrawn = []
    guard let doubtful, let last else { return }
    self.doubtful = nil
    if isDamage {
      // They are read again from the other end.
      (withdrawn, self.last) = ([doubtful, last], former)
    } else if greatest.map({ doubtful > $0 }) ?? false || doubtful < 1 {
      withdrawn = [doubtful]
    } else {
      (withdrawn, self.last) = ([last], doubtful)
    }
  }
}
