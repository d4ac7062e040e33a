import KartotekaModel

extension Value {
  /// Less than 0, 0 or more as SQLite sorts this value before, with or behind another one: nothing, then numbers, then
  /// text byte by byte, then bytes (<https://www.sqlite.org/datatype3.html>, section 4.1).
  func compared(with other: Value) -> Int {
    switch (self, other) {
    case (.integer(let one), .integer(let other)): return one < other ? -1 : one > other ? 1 : 0
    case (.text(let one), .text(let other)):
      if one == other { return 0 }
      return one.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    default:
      if let one = number, let other = other.number { return one < other ? -1 : one > other ? 1 : 0 }
      return rank - other.rank
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
