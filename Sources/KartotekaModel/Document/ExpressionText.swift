/// The written form of a calculation: `round(unitPrice * quantity * (1 - discount), 2)`.
package struct ExpressionText {
  /// The maximum depth of parentheses and roundings: each takes up to five places in SQLite's parser, which has 100.
  private static let deepest = 10

  /// The maximum number of values, constants and roundings: SQLite takes no expression of more than 1,000 levels.
  package static let mostParts = 200

  private var rest: Substring
  private var depth = 0
  private var parts = 0

  /// Parses a calculation; nil for invalid text.
  package static func read(_ text: String) -> FetchExpression? {
    var reader = ExpressionText(rest: text[...])
    guard let expression = reader.sum(), reader.peek() == nil else { return nil }
    return expression
  }

  /// Writes a calculation so that parsing it gives an equal one.
  package static func write(_ expression: FetchExpression) -> String { write(expression, within: 0) }

  // The precedence below which parentheses are needed: 0 none, 1 products and right operands of minus, 2 right operands
  // of times.
  private static func write(_ expression: FetchExpression, within strength: Int) -> String {
    switch expression {
    case .value(let name): return name
    case .constant(let digits, let scale): return decimal(digits, scale: scale)
    case .sum(let one, let other):
      return bracketed(write(one, within: 0) + " + " + write(other, within: 1), strength > 0)
    case .difference(let one, let other):
      return bracketed(write(one, within: 0) + " - " + write(other, within: 1), strength > 0)
    case .product(let one, let other):
      return bracketed(write(one, within: 1) + " * " + write(other, within: 2), strength > 1)
    case .rounded(let inner, let scale): return "round(" + write(inner, within: 0) + ", \(scale))"
    }
  }

  private static func bracketed(_ text: String, _ isNeeded: Bool) -> String { isNeeded ? "(\(text))" : text }

  private static func decimal(_ number: Int64, scale: Int) -> String {
    guard scale > 0 else { return String(number) }
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
  }

  private mutating func sum() -> FetchExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, var left = product() else { return nil }
    while let sign = peek(), sign == "+" || sign == "-" {
      rest.removeFirst()
      guard let right = product() else { return nil }
      left = sign == "+" ? .sum(left, right) : .difference(left, right)
    }
    return left
  }

  private mutating func product() -> FetchExpression? {
    guard var left = factor() else { return nil }
    while peek() == "*" {
      rest.removeFirst()
      guard let right = factor() else { return nil }
      left = .product(left, right)
    }
    return left
  }

  private mutating func factor() -> FetchExpression? {
    guard let first = peek() else { return nil }
    parts += 1
    guard parts <= Self.mostParts else { return nil }
    if first == "(" {
      rest.removeFirst()
      guard let inner = sum(), take(")") else { return nil }
      return inner
    }
    if first == "-" || first.isASCII && first.isNumber { return constant() }
    let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
    guard !name.isEmpty else { return nil }
    rest.removeFirst(name.count)
    guard name == "round", peek() == "(" else { return .value(name) }
    rest.removeFirst()
    guard let inner = sum(), take(","), case .constant(let scale, scale: 0)? = constant(), scale >= 0, scale <= 9,
      take(")")
    else { return nil }
    return .rounded(inner, scale: Int(scale))
  }

  private mutating func constant() -> FetchExpression? {
    let isNegative = take("-")
    _ = peek()
    let whole = digits()
    guard !whole.isEmpty else { return nil }
    var fraction = ""
    if rest.first == "." {
      rest.removeFirst()
      fraction = digits()
      guard !fraction.isEmpty else { return nil }
    }
    return Int64((isNegative ? "-" : "") + whole + fraction).map { .constant($0, scale: fraction.count) }
  }

  private mutating func digits() -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest.removeFirst(digits.count)
    return String(digits)
  }

  // The next character that is not a space.
  private mutating func peek() -> Character? {
    rest = rest.drop { $0 == " " }
    return rest.first
  }

  private mutating func take(_ character: Character) -> Bool {
    guard peek() == character else { return false }
    rest.removeFirst()
    return true
  }
}
