/// The rule by which a language forms women's last names.
enum MockFeminine: Sendable {
  /// No change.
  case same
  /// Kowalski becomes Kowalska; Nowak does not change.
  case polish
  /// Иванов becomes Иванова, Толстой Толстая; Шевченко does not change.
  case russian
  /// Novák becomes Nováková, Černý Černá; Krejčí does not change.
  case czech

  /// The feminine form of a name.
  func form(of name: String) -> String {
    switch self {
    case .same: name
    case .polish: Self.replaced(name, [("ski", "ska"), ("cki", "cka"), ("dzki", "dzka")]) ?? name
    case .russian: Self.replaced(name, Self.russianEnds) ?? name
    case .czech: Self.replaced(name, Self.czechEnds) ?? name + "ová"
    }
  }

  private static let russianEnds = [
    ("ов", "ова"), ("ев", "ева"), ("ёв", "ёва"), ("ин", "ина"), ("ын", "ына"), ("ский", "ская"),
    ("цкий", "цкая"), ("ой", "ая"), ("ый", "ая"),
  ]

  private static let czechEnds = [
    ("ý", "á"), ("í", "í"), ("něk", "ňková"), ("děk", "ďková"), ("ek", "ková"), ("ec", "cová"), ("a", "ová"),
  ]

  private static func replaced(_ name: String, _ ends: [(String, String)]) -> String? {
    for (end, form) in ends where name.hasSuffix(end) { return name.dropLast(end.count) + form }
    return nil
  }
}
