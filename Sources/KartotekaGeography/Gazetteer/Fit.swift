/// How well a name fits a text, the best first: whole names, their beginnings, words within them, then what is
/// alike but for typing errors. A city's own name comes before what else people call it.
struct Fit: Comparable {
  private let value: Int

  private init(_ value: Int, isAlternate: Bool) { self.value = value * 2 + (isAlternate ? 1 : 0) }

  /// Whether the text is the name.
  var isWhole: Bool { value < 2 }

  /// The text is the name.
  static func whole(isAlternate: Bool) -> Fit { Fit(0, isAlternate: isAlternate) }
  /// The name begins with it.
  static func beginning(isAlternate: Bool) -> Fit { Fit(1, isAlternate: isAlternate) }
  /// A word of the name begins with it.
  static func word(isAlternate: Bool) -> Fit { Fit(2, isAlternate: isAlternate) }
  /// The name, or its beginning, is like it.
  static func alike(errors: Int, isWhole: Bool, isAlternate: Bool) -> Fit {
    Fit(1 + errors * 2 + (isWhole ? 0 : 1), isAlternate: isAlternate)
  }

  static func < (one: Fit, other: Fit) -> Bool { one.value < other.value }
}
