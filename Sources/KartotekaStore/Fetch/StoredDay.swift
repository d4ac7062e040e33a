/// The SQL that tells days and moments from other values, which columns of another program's table may have: empty texts,
/// numbers, and days that the calendar lacks.
enum StoredDay {
  /// The condition of values that are days, or begin with one; of no value it is not true.
  static func isDay(_ value: Fragment, isMoment: Bool) -> Fragment {
    let day = isMoment ? "substr(\(value.sql), 1, 10)" : value.sql
    // With a modifier, `date` makes 2 March of 31 February. It has a year 0. The column's own collation may be unknown here.
    return Fragment(
      sql: "(date(\(day), '+0 days') COLLATE BINARY = \(day) AND \(value.sql) COLLATE BINARY >= '0001-01-01')",
      values: value.values + value.values + value.values)
  }
}
