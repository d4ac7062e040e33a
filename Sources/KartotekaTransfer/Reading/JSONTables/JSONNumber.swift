/// Numbers of JSON.
enum JSONNumber {
  /// A number without an exponent: `1e3` becomes `1000`.
  static func plain(_ digits: String) -> String {
    digits.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } ? CellNumber.decimal(digits) : digits
  }
}
