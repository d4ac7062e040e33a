import KartotekaModel

/// The rows of a table of a damaged database: those that SQLite still reads. Ranges of keys that it answers with an error are
/// narrowed from both ends and halved, until single keys are left.
struct DamagedTable {
  /// The outcome of a reading.
  struct Outcome {
    /// Whether every row was read.
    var isWhole = true
  }

  /// The key of a table that has none of its own. A row has another one in the new table, and can't be withdrawn by it.
  static let rowNumber = "_rowid_"
  /// The greatest key that is sought where none is known.
  static let mostKeys: Int64 = 1 << 53

  let database: SQLConnection
  /// The name of the table.
  let name: String
  /// The columns that are read; nil for one that the table lacks.
  let columns: [String?]
  /// The column with whole numbers by which the rows lie in the file; nil where there is none.
  let key: String?
  /// Whether a key has one row, by which it can be withdrawn.
  let isUnique: Bool
  /// The greatest key that a row can have; nil if it is not known.
  var greatest: Int64?
  /// The most ranges that are tried. Each takes a few steps down the tree of a table: all together some seconds.
  var mostTries = 50_000

  private var selection: String { columns.map { $0.map(SQL.name) ?? "NULL" }.joined(separator: ", ") }

  /// Reads the rows, in no order. A row may come twice if a key has several.
  /// - Parameters:
  ///   - check: is called at times where no row comes; an error that it throws ends the reading.
  ///   - withdraw: receives the key of a row that came and turns out to have another one's place.
  ///   - body: receives each row, whose first column is the key if there is one.
  /// - Throws: ``SQLError`` for what is no damage, and what the closures throw.
  func read(
    check: () throws -> Void = {}, withdraw: (Int64) throws -> Void = { _ in }, _ body: (RawStatement) throws -> Void
  ) throws -> Outcome {
    guard let key else { return try readWithoutKey(body) }
    let bottom = try statement(key, isUp: true)
    let top = try statement(key, isUp: false)
    var outcome = Outcome()
    var tries = 0
    func scan(
      _ statement: RawStatement, _ range: ClosedRange<Int64>, isUp: Bool
    ) throws -> (last: Int64?, isWhole: Bool) {
      tries += 1
      if tries % 256 == 0 { try check() }
      let order = try scanned(statement, range, isUp: isUp, withdraw, body)
      if order.isBroken { outcome.isWhole = false }
      return (order.last, order.isWhole)
    }
    // The ranges that are still to be read, wide ones first.
    var open: [ClosedRange<Int64>] = []
    var next = 0
    func narrow(_ range: ClosedRange<Int64>) throws {
      let below = try scan(bottom, range, isUp: true)
      if below.isWhole { return }
      outcome.isWhole = false
      // A key with several rows may have more of them behind the damage.
      guard let lower = Self.bound(after: below.last, isUnique, or: range.lowerBound), lower <= range.upperBound
      else { return }
      let above = try scan(top, lower...range.upperBound, isUp: false)
      if above.isWhole { return }
      guard let upper = Self.bound(before: above.last, isUnique, or: range.upperBound) else { return }
      if lower <= upper { open.append(lower...upper) }
    }
    try narrow(Int64.min...Int64.max)
    // Keys are given from 1 on. Nothing is sought where none can be: each try there would be in vain.
    if open.count == 1 {
      let greatest = min(greatest ?? Self.mostKeys, Self.mostKeys)
      let (lower, upper) = (max(open[0].lowerBound, 0), min(open[0].upperBound, greatest))
      if lower <= upper { open[0] = lower...upper }
    }
    while next < open.count, tries < mostTries {
      let range = open[next]
      next += 1
      // The ranges that are done take no memory.
      if next > 4_096 {
        open.removeFirst(next)
        next = 0
      }
      // A single key, or what is between two rows with it, was tried before.
      guard range.lowerBound < range.upperBound else { continue }
      let middle = Self.middle(of: range)
      try narrow(range.lowerBound...middle)
      try narrow(middle + 1...range.upperBound)
    }
    return outcome
  }

  private static func bound(after last: Int64?, _ isUnique: Bool, or other: Int64) -> Int64? {
    guard let last else { return other }
    return isUnique ? (last == .max ? nil : last + 1) : last
  }

  private static func bound(before last: Int64?, _ isUnique: Bool, or other: Int64) -> Int64? {
    guard let last else { return other }
    return isUnique ? (last == .min ? nil : last - 1) : last
  }

  // The mean of the numbers' lengths where a range is wide: keys begin at 1 in most tables, and few are great.
  static func middle(of range: ClosedRange<Int64>) -> Int64 {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    if lower < 0, upper >= 0 { return -1 }
    if lower >= 0, upper > 1 << 20, lower < upper >> 8 {
      let bits = (64 - lower.leadingZeroBitCount + 64 - upper.leadingZeroBitCount) / 2
      return max(lower, min(upper - 1, 1 << Int64(bits)))
    }
    return lower + Int64((UInt64(bitPattern: upper) &- UInt64(bitPattern: lower)) / 2)
  }

  // With one bound, so that a single wrong key does not end the reading: the other bound is compared here.
  private func statement(_ key: String, isUp: Bool) throws -> RawStatement {
    let key = SQL.name(key)
    return try RawStatement(
      PreparedStatement(
        """
        SELECT \(key), \(selection) FROM \(SQL.name(name)) NOT INDEXED WHERE \(key) \(isUp ? ">=" : "<=") ? \
        ORDER BY \(key) \(isUp ? "ASC" : "DESC")
        """, in: database), in: database)
  }

  // The rows of a range up to the first damage. Keys that are out of order are damage, too: a page is another one's, or a key is
  // wrong.
  private func scanned(
    _ statement: RawStatement, _ range: ClosedRange<Int64>, isUp: Bool, _ withdraw: (Int64) throws -> Void,
    _ body: (RawStatement) throws -> Void
  ) throws -> (last: Int64?, isWhole: Bool, isBroken: Bool) {
    statement.reset()
    statement.bind(isUp ? range.lowerBound : range.upperBound, at: 1)
    defer { statement.reset() }
    var order = KeyOrder(
      isUp: isUp, isUnique: isUnique && key != Self.rowNumber, near: isUp ? range.lowerBound : range.upperBound,
      far: isUp ? range.upperBound : range.lowerBound, greatest: greatest)
    func end(isWhole: Bool) throws -> (Int64?, Bool, Bool) {
      order.finish(isDamage: !isWhole)
      for key in order.withdrawn { try withdraw(key) }
      return (order.last, isWhole, order.isBroken)
    }
    while true {
      guard let isThere = try Self.next(statement) else { return try end(isWhole: false) }
      guard isThere else { return try end(isWhole: true) }
      guard statement.storage(column: 0) == .integer else { return try end(isWhole: false) }
      let verdict = order.take(statement.integer(column: 0))
      for key in order.withdrawn { try withdraw(key) }
      switch verdict {
      case .taken: try body(statement)
      case .leftOut: continue
      case .end: return try end(isWhole: true)
      case .damage: return try end(isWhole: false)
      }
    }
  }

  private func readWithoutKey(_ body: (RawStatement) throws -> Void) throws -> Outcome {
    let statement = try RawStatement(
      PreparedStatement("SELECT 0, \(selection) FROM \(SQL.name(name))", in: database), in: database)
    defer { statement.reset() }
    while true {
      guard let isThere = try Self.next(statement) else { return Outcome(isWhole: false) }
      guard isThere else { return Outcome() }
      try body(statement)
    }
  }

  // Nil for damage.
  private static func next(_ statement: RawStatement) throws -> Bool? {
    do { return try statement.step() } catch let error as SQLError where error.isDamage { return nil }
  }
}

extension SQLError {
  /// Whether the bytes of a file are the reason, and not the machine's state.
  var isDamage: Bool {
    switch kind {
    case .damaged, .notADatabase, .tooLarge: true
    // Pages behind the end of the file, and sectors that can't be read.
    case .disk: isReadFault
    default: false
    }
  }
}
