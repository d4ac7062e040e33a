/// Days as people write them: `2000-01-05`, `5.1.2000`, `1/5/2000`, `5-Jan-2000`, `January 5, 2000`, `środa, 5 stycznia 2000
/// r.`, with or without a day of the week before them and a time behind them, and in the basic form of ISO 8601: `20000105`,
/// `20000105T101500Z`, `20000105101500`.
struct DayText {
  /// The reading of a day.
  enum Reading: Equatable {
    case day(CalendarDate)
    /// It can be the one or the other day.
    case ambiguous(CalendarDate, CalendarDate)
    /// It is no day.
    case invalid
  }

  /// The day.
  let day: Substring
  /// The time behind it, such as `09:12:30Z`; empty where there is none.
  let time: Substring

  /// Splits a text into day and time: the time begins before the first colon.
  init(_ text: String) {
    if let clock = Self.basicTime(of: text) {
      day = text.prefix(8)
      time = clock
      return
    }
    let text = Self.rearranged(text)
    guard let colon = text.firstIndex(of: ":"),
      let space = text[..<colon].lastIndex(where: { $0 == " " || $0 == "T" || $0 == "t" })
    else {
      day = text[...]
      time = ""
      return
    }
    // `3/14/2026, 2:30 PM`
    let end = text[..<space].last == "," ? text.index(before: space) : space
    day = text[..<end]
    time = text[text.index(after: space)...]
  }

  // The time behind a day in eight digits: `10:15:00Z` of `20000105T101500Z`; nil for other texts.
  private static func basicTime(of text: String) -> Substring? {
    guard (12...16).contains(text.utf8.count), text.utf8.prefix(8).allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    var rest = text.dropFirst(8)
    if let mark = rest.first, "Tt ".contains(mark) { rest = rest.dropFirst() }
    let digits = rest.prefix(while: isDigit)
    guard [4, 6].contains(digits.count), ["", "Z"].contains(rest[digits.endIndex...]) else { return nil }
    let parts = stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
    return Substring(parts.joined(separator: ":") + rest[digits.endIndex...])
  }

  /// The day in eight digits, as in `20000105`; nil for other numbers. Days that begin with the day or the month never look like
  /// one: 19 and 20, with which years begin, are no months.
  static func basicDay(_ text: Substring) -> CalendarDate? {
    guard text.utf8.count == 8, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text),
      (1_800..<2_200).contains(number / 10_000)
    else { return nil }
    return CalendarDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  // `Sat Nov 21 10:12:00 2026 +0100`, as git and C write it, has the year behind the time.
  private static func rearranged(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard (5...6).contains(words.count), words[3].contains(":"), words[4].count == 4, words[4].allSatisfy(isDigit),
      words[0].allSatisfy(\.isLetter), words[1].allSatisfy(\.isLetter)
    else { return text }
    return ([words[1], words[2], words[4], words[3]] + words.dropFirst(5)).joined(separator: " ")
  }

  /// Reads the day.
  func reading(in notation: ValueNotation) -> Reading {
    if let day = Self.basicDay(day) { return .day(day) }
    let parts = words
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.count <= 20 }) else { return .invalid }
    if let place = parts.firstIndex(where: { $0.contains(where: \.isLetter) }) {
      return named(parts, place, notation.century)
    }
    guard let mark = day.first(where: { !Self.isDigit($0) }), "-/.".contains(mark),
      day.count(where: { $0 == mark }) == 2, day.allSatisfy({ Self.isDigit($0) || $0 == mark }),
      let numbers = Self.numbers(parts)
    else { return .invalid }
    if parts[0].count == 4 { return Self.reading(numbers[0], numbers[1], numbers[2]) }
    let (first, second) = (numbers[0], numbers[1])
    var year = numbers[2]
    if parts[2].count != 4 {
      // A year of two digits could mean this century or the last: the column decides.
      guard let century = notation.century,
        Self.isShort(parts.map(\.count), mark == "." ? 0x2e : mark == "/" ? 0x2f : 0)
      else { return .invalid }
      year += century
    }
    // Wherever points are written, the day comes first.
    if mark == "." { return Self.reading(year, second, first) }
    let dayFirst = CalendarDate(year: year, month: second, day: first)
    let monthFirst = CalendarDate(year: year, month: first, day: second)
    switch (dayFirst, monthFirst, notation.dateOrder) {
    case (let day?, _, .dayMonthYear?), (_, let day?, .monthDayYear?): return .day(day)
    case (_, _, .some): return .invalid
    case (let one?, let other?, nil) where one != other && !notation.isLenient: return .ambiguous(one, other)
    case (let day?, _, nil), (nil, let day?, nil): return .day(day)
    case (nil, nil, nil): return .invalid
    }
  }

  /// Whether it is written as a day that no calendar has, such as 31/02/2024.
  var isNoDay: Bool {
    let numbers = day.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
    guard numbers.count == 3, numbers.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(Self.isDigit) }),
      let first = Int(numbers[0]), let second = Int(numbers[1]), let third = Int(numbers[2])
    else { return false }
    if numbers[0].count == 4 { return CalendarDate(year: first, month: second, day: third) == nil }
    guard numbers[2].count == 4 else { return false }
    return CalendarDate(year: third, month: second, day: first) == nil
      && CalendarDate(year: third, month: first, day: second) == nil
  }

  // The parts of the day without a day of the week, `de`, `of` and the word for year behind it.
  private var words: [Substring] {
    let parts = day.split { $0 == " " || $0 == "\u{a0}" || $0 == "," || $0 == "-" || $0 == "/" || $0 == "." }
    guard parts.count > 3 || parts.contains(where: { $0.first.map(Self.isDigit) == true && $0.last?.isLetter == true })
    else { return parts }
    // "Mar" is also the beginning of a day of the week in other languages.
    let isNamed = parts.dropFirst().contains { DateWords.month($0) != nil }
    return parts.enumerated().filter { place, part in
      let isWeekday = place == 0 && DateWords.isWeekday(part) && (isNamed || DateWords.month(part) == nil)
      return !isWeekday && !DateWords.fillers.contains(part.lowercased())
    }.map { Self.withoutOrdinal($0.element) }
  }

  // `21st`, `1er`
  private static func withoutOrdinal(_ part: Substring) -> Substring {
    let digits = part.prefix(while: isDigit)
    let isOrdinal = !digits.isEmpty && ["st", "nd", "rd", "th", "er", "º", "o"].contains(part[digits.endIndex...])
    return isOrdinal ? digits : part
  }

  private func named(_ parts: [Substring], _ place: Int, _ century: Int?) -> Reading {
    var others = parts
    let name = others.remove(at: place)
    guard place < 2, let month = DateWords.month(name), let numbers = Self.numbers(others) else { return .invalid }
    if others[1].count == 4 { return Self.reading(numbers[1], month, numbers[0]) }
    if others[0].count == 4 { return place == 1 ? Self.reading(numbers[0], month, numbers[1]) : .invalid }
    // `5-Jan-26`, as spreadsheets write it, and `Jan-05-26`.
    guard others[1].count == 2, let century else { return .invalid }
    return Self.reading(century + numbers[1], month, numbers[0])
  }

  // The year of two digits of a day with the name of its month; nil for other texts.
  private var namedShortYear: Int? {
    let parts = words
    guard parts.count == 3, let place = parts.firstIndex(where: { $0.contains(where: \.isLetter) }), place < 2,
      DateWords.month(parts[place]) != nil, parts[2].count == 2, parts[1 - place].count <= 2
    else { return nil }
    return Self.numbers([parts[1 - place], parts[2]])?.last
  }

  private static func reading(_ year: Int, _ month: Int, _ day: Int) -> Reading {
    CalendarDate(year: year, month: month, day: day).map(Reading.day) ?? .invalid
  }

  private static func numbers(_ parts: [Substring]) -> [Int]? {
    let numbers = parts.compactMap { part in
      part.allSatisfy(isDigit) && (part.count <= 2 || part.count == 4) ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  // Versions such as 1.2.26 have points between numbers of one digit, and `26-01-05` may begin with its year.
  private static func isShort(_ digits: [Int], _ mark: UInt8) -> Bool {
    guard digits.count == 3, digits[2] == 2 else { return false }
    return mark == UInt8(ascii: ".") ? digits[0] == 2 && digits[1] == 2 : mark == UInt8(ascii: "/")
  }

  /// The year of two digits with which a day ends: 26 of `05.01.26` and `1/5/26 10:00`; nil for other texts.
  static func shortYear(in text: UnsafeRawBufferPointer) -> Int? {
    // The name of a month.
    if text.prefix(5).contains(where: { $0 >= 0x41 }) {
      return DayText(String(decoding: text, as: UTF8.self)).namedShortYear
    }
    var (digits, mark, index, year) = ([0], UInt8(0), 0, 0)
    while index < text.count, index < 10 {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        digits[digits.count - 1] += 1
        if digits.count == 3 { year = year * 10 + Int(byte &- 0x30) }  // At most ten digits.
      } else if isEnd(byte) {
        break
      } else {
        guard mark == 0 || byte == mark, digits.count < 3 else { return nil }
        mark = byte
        digits.append(0)
      }
      index += 1
    }
    guard index == text.count || isEnd(text[index]), isShort(digits, mark),
      (1...2).contains(digits[0]), (1...2).contains(digits[1])
    else { return nil }
    return year
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isWholeNumber }

  /// The time on the clock of 24 hours as ISO 8601 writes it, with its offset if it has one: `9:12 PM` becomes `21:12`;
  /// nil when it is no time.
  var isoTime: String? {
    var rest = time
    var isAfternoon: Bool?
    if let mark = ["AM", "PM"].first(where: { rest.uppercased().hasSuffix($0) }) {
      isAfternoon = mark == "PM"
      rest = rest.dropLast(2)
      while rest.last == " " { rest.removeLast() }
    }
    let clock = rest.prefix { Self.isDigit($0) || $0 == ":" || $0 == "." }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), (1...2).contains(parts[0].count), var hour = Int(parts[0]) else { return nil }
    if let isAfternoon {
      guard (1...12).contains(hour), clock.endIndex == rest.endIndex else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return ([CalendarDate.padded(hour, 2)] + parts.dropFirst().map(String.init)).joined(separator: ":")
      + rest[clock.endIndex...]
  }

  /// The evidence that a day gives of its column.
  static func evidence(in text: UnsafeRawBufferPointer) -> NotationEvidence {
    var numbers: [Int] = []
    var (number, digits, mark) = (0, 0, UInt8(0))
    var index = 0
    while index < text.count, numbers.count < 3 {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        digits += 1
        guard digits <= (numbers.count == 2 ? 4 : 2) else { return .neutral }
        number = number * 10 + Int(byte &- 0x30)  // At most four digits.
        if numbers.count == 2, digits == 4 { numbers.append(number) }
      } else if numbers.count == 2, isEnd(byte) {
        break
      } else {
        guard digits > 0, numbers.isEmpty || byte == mark, byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
        else { return .neutral }
        numbers.append(number)
        (number, digits, mark) = (0, 0, byte)
      }
      index += 1
    }
    // A year of two digits.
    if numbers.count == 2, digits == 2, mark == UInt8(ascii: "/") { numbers.append(number) }
    guard numbers.count == 3, index == text.count || isEnd(text[index]) else { return .neutral }
    switch (numbers[0], numbers[1]) {
    case (13...31, 1...12): return .dateOrder(.dayMonthYear)
    case (1...12, 13...31): return .dateOrder(.monthDayYear)
    case (1...12, 1...12) where numbers[0] != numbers[1]: return .ambiguous
    default: return .neutral
    }
  }

  // Separators between a day and a time behind it.
  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: ",") }

  /// Whether there is a time behind a day, other than midnight.
  static func hasTime(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count <= 64, let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let isNotZero = { (byte: UInt8) in byte &- 0x31 < 9 }
    return text[colon...].contains(where: isNotZero) || text[..<colon].suffix(2).contains(where: isNotZero)
  }
}
