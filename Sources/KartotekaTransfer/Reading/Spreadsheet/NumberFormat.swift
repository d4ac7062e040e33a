import KartotekaModel

/// The meaning of a number in a cell by its number format.
enum NumberFormat: Hashable {
  /// A number as such.
  case number
  /// Hundredths: 0.25 is 25 %.
  case percent
  /// An amount in a currency, with a number of decimal places.
  case money(String, Int)
  /// Digits with leading zeros, such as a postal code.
  case padded(Int)
  case date
  case dateAndTime
  case time
  /// Hours beyond 24: `[h]:mm`.
  case duration

  /// The maximum number of digits of ``padded(_:)``: no code such as a postal code is longer.
  private static let mostDigits = 30

  /// The format with a built-in number of Excel's; those of Asian editions are included.
  init(builtIn id: Int) {
    self =
      switch id {
      case 14...17, 27...31, 34...36, 50...54, 57...58: .date
      case 22: .dateAndTime
      case 18...21, 32, 33, 45, 47, 55, 56: .time
      case 46: .duration
      case 9, 10: .percent
      default: .number
      }
  }

  /// The format with a code such as `dd.mm.yyyy`. Only the section for positive numbers counts.
  init(code: String) {
    let section = Self.bare(code)
    if section.hasDuration {
      self = .duration
      return
    }
    let letters = section.letters
    let hasDay = letters.contains("d") || letters.contains("y") || letters.contains("e") && letters.contains("m")
    // M is the month, or the minute beside hours or seconds.
    let hasTime = letters.contains("h") || letters.contains("s")
    let isMonth = letters.contains("m") && !hasTime
    if hasDay || isMonth {
      self = hasTime ? .dateAndTime : .date
    } else if hasTime {
      self = .time
    } else if (2...Self.mostDigits).contains(letters.utf8.count), letters.allSatisfy({ $0 == "0" }) {
      self = .padded(letters.count)
    } else if section.letters.contains("%") {
      self = .percent
    } else if letters.contains(where: { $0 == "0" || $0 == "#" }), let currency = CurrencyFormat.code(of: code) {
      self = .money(currency, Self.places(letters))
    } else {
      self = .number
    }
  }

  private static func places(_ letters: String) -> Int {
    guard let point = letters.lastIndex(of: ".") else { return 0 }
    return letters[letters.index(after: point)...].prefix { $0 == "0" || $0 == "#" }.count
  }

  // The first section in small letters, without quoted text, escaped characters and brackets such as colours.
  private static func bare(_ code: String) -> (letters: String, hasDuration: Bool) {
    var letters = ""
    var hasDuration = false
    var rest = code.lowercased()[...]
    // The word that is the format of a cell without one.
    if rest.hasPrefix("general") || rest.hasPrefix("standard") { return ("", false) }
    while let first = rest.popFirst() {
      switch first {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        if !inside.isEmpty, inside.allSatisfy({ "hms".contains($0) }) { hasDuration = true }
        rest = rest.dropFirst(inside.count + 1)
      case ";": return (letters, hasDuration)
      default: letters.append(first)
      }
    }
    return (letters, hasDuration)
  }
}

/// The written form of numbers in cells.
enum CellNumber {
  /// The text of a number in a spreadsheet.
  /// - Parameter isSince1904: whether days are counted from 1904-01-01, as old Macintosh workbooks do.
  static func text(_ literal: String, _ format: NumberFormat, isSince1904: Bool) -> String {
    guard format != .number, let number = Double(literal), number.isFinite else { return decimal(literal) }
    // Day 0 does not exist: it is what formulas give for empty cells.
    if number == 0, format == .date { return "" }
    switch format {
    case .number: return decimal(literal)
    case .percent: return percent(decimal(literal))
    case .money(let currency, let places): return money(decimal(literal), currency, places: places)
    case .padded(let digits):
      let text = decimal(literal)
      guard number >= 0, text.allSatisfy(\.isNumber) else { return text }
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    case .duration: return number < 0 ? decimal(literal) : clock(seconds(number), isDuration: true)
    case .time:
      return number < 0 || number >= 1
        ? moment(number, isSince1904) ?? decimal(literal) : clock(min(seconds(number), lastSecond))
    case .date:
      return Int(exactly: number).flatMap { day($0, isSince1904) } ?? moment(number, isSince1904) ?? decimal(literal)
    case .dateAndTime: return moment(number, isSince1904) ?? decimal(literal)
    }
  }

  /// A number with at most 15 significant digits, which is what spreadsheets show: 19.989999999999998 is 19.99.
  static func decimal(_ literal: String) -> String {
    let digits = literal.utf8.count { (0x30...0x39).contains($0) }
    let isPlain = literal.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e || $0 == 0x2d }
    if isPlain, digits <= 15 { return literal }
    guard let number = Double(literal), number.isFinite else { return literal }
    // Whole numbers of more digits than a spreadsheet counts are texts that it kept by chance.
    if isPlain, !literal.contains(".") { return literal }
    return expanded(number)
  }

  /// A number of hundredths as a percentage: 0.075 becomes `7.5%`.
  static func percent(_ number: String) -> String {
    let digits = number.drop { $0 == "-" }
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) else { return number }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? parts[1] : ""
    let moved = fraction.prefix(2)
    var whole = String(parts[0]) + moved + String(repeating: "0", count: 2 - moved.count)
    while whole.count > 1, whole.first == "0" { whole.removeFirst() }
    var rest = String(fraction.dropFirst(2))
    while rest.last == "0" { rest.removeLast() }
    return (number.hasPrefix("-") ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest) + "%"
  }

  /// An amount with the code of its currency: `0.50 EUR`.
  /// - Parameter places: the number of decimal places that are shown.
  static func money(_ number: String, _ currency: String, places: Int) -> String {
    guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "-" }) else { return number }
    let fraction = number.firstIndex(of: ".").map { number[number.index(after: $0)...].count } ?? 0
    guard fraction < places, places <= 10 else { return number + " " + currency }
    let point = number.contains(".") ? "" : "."
    return number + point + String(repeating: "0", count: places - fraction) + " " + currency
  }

  // Fifteen significant digits without an exponent and without ending zeros.
  private static func expanded(_ number: Double) -> String {
    let parts = scientific(number.magnitude)
    guard let exponent = parts.exponent, (-30...30).contains(exponent) else { return String(number) }
    var digits = parts.digits
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    let sign = number < 0 ? "-" : ""
    if exponent >= digits.count - 1 {
      return sign + digits + String(repeating: "0", count: exponent - digits.count + 1)
    }
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    // There are more digits than the exponent says.
    let point = digits.index(digits.startIndex, offsetBy: exponent + 1)
    return sign + digits[..<point] + "." + digits[point...]
  }

  private static func scientific(_ number: Double) -> (digits: String, exponent: Int?) {
    let text = String(format: "%.14e", number)
    let parts = text.split(separator: "e")
    return (parts[0].filter(\.isNumber), parts.count > 1 ? Int(parts[1]) : nil)
  }

  // MARK: Dates

  private static func day(_ serial: Int, _ isSince1904: Bool) -> String? {
    // Excel takes 1900 for a leap year, so that day 60 does not exist and those before are one off.
    let offset = isSince1904 ? 24_107 : serial < 60 ? 25_568 : 25_569
    guard serial != 60 || isSince1904, (0...2_958_465).contains(serial) else { return nil }
    return CalendarDate(daysSince1970: serial - offset).description
  }

  private static func moment(_ serial: Double, _ isSince1904: Bool) -> String? {
    guard serial >= 0, serial < 2_958_466 else { return nil }
    var day = Int(clampingFloor: serial)
    var second = seconds(serial - Double(day))
    if second >= 86_400 { (day, second) = (day + 1, 0) }
    return self.day(day, isSince1904).map { $0 + " " + clock(second, always: true) }
  }

  /// A day or moment as OpenDocument has it, in whole seconds: programs keep moments as parts of a day, and 12 seconds may have
  /// become 11.99.
  static func moment(_ value: String) -> String {
    let halves = value.split(separator: "T", omittingEmptySubsequences: false)
    let clock = halves.count == 2 ? halves[1].split(separator: ".", omittingEmptySubsequences: false) : []
    guard clock.count == 2, let day = CalendarDate(iso: halves[0]), let tenths = clock[1].first?.wholeNumberValue,
      clock[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return value.replacing("T", with: " ") }
    let parts = clock[0].split(separator: ":").compactMap { Int($0) }
    guard parts.count == 3, zip(parts, [24, 60, 60]).allSatisfy({ $0 >= 0 && $0 < $1 }) else {
      return value.replacing("T", with: " ")
    }
    let second = parts[0] * 3_600 + parts[1] * 60 + parts[2] + (tenths < 5 ? 0 : 1)
    let isNext = second == 86_400
    return (isNext ? day.adding(days: 1) : day).description + " " + self.clock(isNext ? 0 : second, always: true)
  }

  /// The last second of a day: a time of day is not rounded to 24:00.
  static let lastSecond = 86_399

  private static func seconds(_ days: Double) -> Int { Int(clampingNearest: min(days, 100_000) * 86_400) }

  /// Hours, minutes and, unless they are 0, seconds. A time of day has hours of two digits, by which a column of durations is told
  /// from one of times: `08:30` and `8:30`.
  static func clock(_ seconds: Int, always: Bool = false, isDuration: Bool = false) -> String {
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let hours = isDuration ? String(hour) : two(hour)
    return hours + ":" + two(minute) + (second != 0 || always ? ":" + two(second) : "")
  }
}

/// The currency in the code of a number format.
enum CurrencyFormat {
  /// The ISO 4217 code; nil for none, and for a sign of several currencies.
  static func code(of format: String) -> String? {
    let section = format.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
    // `[$€-407]` is a sign and the number of a language.
    for part in section.split(separator: "[", omittingEmptySubsequences: false).dropFirst() {
      let inside = part.prefix { $0 != "]" }
      guard inside.first == "$" else { continue }
      let halves = inside.dropFirst().split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      if let sign = halves.first, !sign.isEmpty {
        return code(ofSign: String(sign), language: halves.count > 1 ? Int(halves[1], radix: 16) : nil)
      }
    }
    let literal = section.filter { !"0#,.\\_*\"()-+ ?\u{a0}".contains($0) }
    guard !literal.isEmpty, literal.count <= 5 else { return nil }
    return code(ofSign: String(literal), language: nil)
  }

  /// The currency of a sign; the language tells which of several, such as dollars and crowns.
  static func code(ofSign sign: String, language: Int?) -> String? {
    let sign = sign.trimmingSpaces()
    // A letter alone is more often a unit, such as litres.
    guard sign.count > 1 || sign.first?.isLetter == false else { return nil }
    let candidates = CurrencySigns.currencies(in: "1 " + sign)
    guard candidates.count > 1 else { return candidates.first }
    let own = language.flatMap { languages[$0 & 0xffff] }
    if let own, candidates.contains(own) { return own }
    return candidates.first == "USD" ? "USD" : nil
  }

  /// The currencies of languages whose sign is that of several, by Microsoft's numbers (MS-LCID).
  private static let languages = [
    0x409: "USD", 0x1009: "CAD", 0xc0c: "CAD", 0xc09: "AUD", 0x1409: "NZD", 0x80a: "MXN", 0x1004: "SGD", 0xc04: "HKD",
    0x41d: "SEK", 0x406: "DKK", 0x414: "NOK", 0x814: "NOK", 0x40f: "ISK", 0x411: "JPY", 0x804: "CNY", 0x2c0a: "ARS",
    0x340a: "CLP", 0x240a: "COP", 0x4009: "INR", 0x439: "INR",
  ]
}
