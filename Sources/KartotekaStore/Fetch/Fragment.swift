import KartotekaModel

/// A piece of SQL with the values for its places.
struct Fragment {
  var sql: String
  var values: [Value] = []

  /// Pieces with AND between; nothing for none.
  static func all(_ fragments: [Fragment], joinedBy word: String = " AND ") -> Fragment {
    Fragment(
      sql: fragments.map { "(\($0.sql))" }.joined(separator: word), values: fragments.flatMap(\.values))
  }

  /// Queries one after the other, with what all of them bring.
  static func union(_ fragments: [Fragment]) -> Fragment {
    Fragment(sql: fragments.map(\.sql).joined(separator: " UNION ALL "), values: fragments.flatMap(\.values))
  }

  /// The number of rows of a query.
  static func count(_ query: Fragment) -> Fragment {
    Fragment(sql: "SELECT count(*) FROM (\(query.sql))", values: query.values)
  }
}
