/// How a language makes a woman's last name from a man's.
enum MockFeminine: Sendable {
  /// It doesn't.
  case same
  /// Kowalski, Kowalska; Nowak stays.
  case polish
  /// Иванов, Иванова; Толстой, Толстая; Шевченко stays.
  case russian
  /// Novák, Nováková; Černý, Černá; Krejčí stays.
  case czech

  /// A woman's form of the name.
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
