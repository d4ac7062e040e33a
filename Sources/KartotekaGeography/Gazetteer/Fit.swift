/// The quality of a match between a name and a query, the best first: whole names, beginnings, words, then matches with
/// typing errors. A city's primary name precedes its alternate names.
struct Fit: Comparable {
  private let value: Int

  private init(_ value: Int, isAlternate: Bool) { self.value = value * 2 + (isAlternate ? 1 : 0) }

  /// Whether the query is the whole name.
  var isWhole: Bool { value < 2 }

  /// The query is the whole name.
  static func whole(isAlternate: Bool) -> Fit { Fit(0, isAlternate: isAlternate) }
  /// The name begins with the query.
  static func beginning(isAlternate: Bool) -> Fit { Fit(1, isAlternate: isAlternate) }
  /// A word of the name begins with the query.
  static func word(isAlternate: Bool) -> Fit { Fit(2, isAlternate: isAlternate) }
  /// The name, or its beginning, equals the query except for typing errors.
  static func alike(errors: Int, isWhole: Bool, isAlternate: Bool) -> Fit {
    Fit(1 + errors * 2 + (isWhole ? 0 : 1), isAlternate: isAlternate)
  }

  static func < (one: Fit, other: Fit) -> Bool { one.value < other.value }
}
