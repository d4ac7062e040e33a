/// Numbers of JSON as decimals.
enum JSONDecimal {
  /// The greatest exponent that is written out.
  private static let mostExponent = 60
  /// The numbers of digits that programs write where a sum of doubles is no decimal: 19.989999999999998.
  private static let inexact = 16...17
  /// The most digits of a number that such a sum stands for.
  private static let mostMeant = 12

  /// The number without an exponent: `1.5e3` is 1500. Its digits stay, unless they are those of a sum of doubles.
  static func plain(_ literal: String) -> String {
    let exact = expanded(literal)
    guard exact.contains("."), inexact.contains(digits(exact)) else { return exact }
    let meant = CellNumber.decimal(exact)
    return digits(meant) <= mostMeant ? meant : exact
  }

  // The number of digits after leading zeros.
  private static func digits(_ number: String) -> Int {
    number.drop { "-0.".contains($0) }.count { $0 != "." }
  }

  private static func expanded(_ literal: String) -> String {
    let parts = literal.split(maxSplits: 1) { $0 == "e" || $0 == "E" }
    guard parts.count == 2, let exponent = Int(parts[1]), (-mostExponent...mostExponent).contains(exponent) else {
      return literal
    }
    let isNegative = parts[0].hasPrefix("-")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    guard let whole = mantissa.first else { return literal }
    let fraction = mantissa.count > 1 ? String(mantissa[1]) : ""
    var digits = String(whole) + fraction
    // The place of the point in the digits.
    var point = whole.count + exponent
    if point <= 0 {
      digits = String(repeating: "0", count: 1 - point) + digits
      point = 1
    }
    if point > digits.count { digits += String(repeating: "0", count: point - digits.count) }
    let front = digits.prefix(point).drop { $0 == "0" }
    let rest = digits.dropFirst(point)
    return (isNegative ? "-" : "") + (front.isEmpty ? "0" : front) + (rest.isEmpty ? "" : "." + rest)
  }
}
