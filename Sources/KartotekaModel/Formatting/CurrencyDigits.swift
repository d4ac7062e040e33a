/// The digits after the point of amounts of money (ISO 4217).
enum CurrencyDigits {
  private static let none: Set = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
    "XPF",
  ]
  private static let three: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

  private static let four: Set = ["CLF", "UYW"]

  /// Two, except in few currencies.
  static func count(of code: String) -> Int {
    if none.contains(code) { return 0 }
    return three.contains(code) ? 3 : four.contains(code) ? 4 : 2
  }
}
