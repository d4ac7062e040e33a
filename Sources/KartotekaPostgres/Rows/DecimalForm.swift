/// Exact decimal numbers: integers of the smallest unit in SQLite, and `numeric` in PostgreSQL, whose binary form has digits
/// of base 10,000 with neither leading nor trailing zeros (`numeric_send` in PostgreSQL's numeric.c).
enum DecimalForm {
  private static let powers: [UInt64] = (0...19).map { (0..<$0).reduce(UInt64(1)) { power, _ in power * 10 } }
  private static let negative: UInt16 = 0x4000

  /// Writes a number with its length.
  static func write(_ unscaled: Int64, scale: Int, to buffer: ByteBuffer) {
    let (whole, rest) = unscaled.magnitude.quotientAndRemainder(dividingBy: powers[scale])
    let places = (scale + 3) / 4
    var digits: [UInt16] = []
    var number = whole
    while number > 0 {
      digits.append(UInt16(number % 10_000))
      number /= 10_000
    }
    var weight = digits.count - 1
    digits.reverse()
    // At most 10^9 times 10^3.
    var fraction = rest * powers[places * 4 - scale]
    var parts: [UInt16] = []
    for _ in 0..<places {
      parts.append(UInt16(fraction % 10_000))
      fraction /= 10_000
    }
    digits += parts.reversed()
    while digits.last == 0 { digits.removeLast() }
    while digits.first == 0 {
      digits.removeFirst()
      weight -= 1
    }
    if digits.isEmpty { weight = 0 }
    buffer.append(Int32(8 + 2 * digits.count))
    buffer.append(UInt16(digits.count))
    buffer.append(Int16(weight))
    buffer.append(unscaled < 0 ? negative : 0)
    buffer.append(UInt16(scale))
    for digit in digits { buffer.append(digit) }
  }

  /// A number as text: `-12.34`.
  static func text(_ unscaled: Int64, scale: Int) -> String {
    let digits = String(unscaled.magnitude)
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    let number = scale == 0 ? padded : padded.dropLast(scale) + "." + padded.suffix(scale)
    return unscaled < 0 ? "-" + number : number
  }

  /// Reads a number.
  /// - Returns: nil for NaN, infinity, more decimal places than the scale, and what 64 bits don't hold.
  static func read(_ bytes: UnsafeRawBufferPointer, scale: Int) -> Int64? {
    guard let count = bytes.integer(at: 0, as: UInt16.self), let weight = bytes.integer(at: 2, as: Int16.self),
      let sign = bytes.integer(at: 4, as: UInt16.self), sign == 0 || sign == negative,
      bytes.count == 8 + 2 * Int(count)
    else { return nil }
    var magnitude: UInt64 = 0
    for index in 0..<Int(count) {
      guard let digit = bytes.integer(at: 8 + 2 * index, as: UInt16.self) else { return nil }
      let exponent = 4 * (Int(weight) - index) + scale
      guard exponent < powers.count else { return nil }
      let part: UInt64
      if exponent >= 0 {
        let (product, overflows) = UInt64(digit).multipliedReportingOverflow(by: powers[exponent])
        if overflows { return nil }
        part = product
      } else {
        guard exponent > -4, UInt64(digit) % powers[-exponent] == 0 else { return nil }
        part = UInt64(digit) / powers[-exponent]
      }
      let (sum, overflows) = magnitude.addingReportingOverflow(part)
      if overflows { return nil }
      magnitude = sum
    }
    if sign == negative { return magnitude <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int64(exactly: magnitude)
  }
}
