import Foundation

/// Durations as people write them, in minutes: `1:30`, `90 min`, `1.5 h`, `1 h 30 min`, `90`.
enum DurationText {
  /// Hours and minutes: `1:30`.
  static func text(_ minutes: Int64) -> String {
    let size = minutes.magnitude
    let rest = size % 60
    return (minutes < 0 ? "-" : "") + String(size / 60) + (rest < 10 ? ":0" : ":") + String(rest)
  }

  /// The minutes of a text; nil for what is no duration, and for what is no whole number of minutes.
  static func minutes(_ text: String) -> Int64? {
    var body = text.trimmingSpaces()[...]
    let isNegative = body.first == "-" || body.first == "−"
    if isNegative { body = body.dropFirst().drop(while: \.isWhitespace) }
    guard let size = body.contains(":") ? clock(body) : words(body) else { return nil }
    return isNegative ? -size : size
  }

  // So many digits of hours fit in 64 bits as minutes.
  private static let mostDigits = 15

  private static func whole(_ text: Substring) -> Int64? {
    guard (1...mostDigits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }

  // `1:30`, and `1:30:00` as spreadsheets write it.
  private static func clock(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 && parts[2] == "00", parts[1].utf8.count == 2,
      let hours = whole(parts[0]),
      let minutes = whole(parts[1]), minutes < 60
    else { return nil }
    return hours * 60 + minutes
  }

  private static func words(_ text: Substring) -> Int64? {
    var rest = text
    var hours: Int64?
    var minutes: Int64?
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.isEmpty { break }
      let number = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
      rest = rest[number.endIndex...].drop(while: \.isWhitespace)
      let unit = rest.prefix(while: \.isLetter)
      rest = rest[unit.endIndex...]
      if !unit.isEmpty, rest.first == "." { rest = rest.dropFirst() }
      // Minutes are the last.
      guard minutes == nil else { return nil }
      let word = unit.lowercased()
      if hourWords.contains(word) {
        guard hours == nil, let size = minutesOfHours(number) else { return nil }
        hours = size
      } else {
        guard word.isEmpty || minuteWords.contains(word), let size = whole(number) else { return nil }
        minutes = size
      }
    }
    if hours == nil, minutes == nil { return nil }
    return (hours ?? 0) + (minutes ?? 0)
  }

  // `1`, `1.5` and `1,5`, where that is a whole number of minutes. Three digits behind the mark look like a group: `1,500`.
  private static func minutesOfHours(_ text: Substring) -> Int64? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count <= 2, parts.allSatisfy({ whole($0) != nil }),
      parts.count == 1 || parts[1].utf8.count <= 2,
      let number = Decimal(string: parts.joined(separator: "."), locale: nil)
    else { return nil }
    return DecimalKind.unscaled(number * 60, scale: 0)
  }

  // In all languages: a colleague's file may be in another one.
  private static let hourWords: Set<String> = [
    "h", "hr", "hrs", "hour", "hours", "g", "godz", "godzina", "godziny", "godzin", "ч", "час", "часа", "часов",
  ]
  private static let minuteWords: Set<String> = [
    "m", "min", "mins", "minute", "minutes", "minuta", "minuty", "minut", "мин", "минута", "минуты", "минут", "м",
  ]
}

/// Ratings as people see them: `★★★★☆`.
enum StarText {
  /// The stars of a number; nil for one that has none.
  static func text(_ number: Int64, of attribute: AttributeDescription) -> String? {
    guard let most = attribute.stars?.upperBound, (0...most).contains(number) else { return nil }
    return String(repeating: "★", count: Int(number)) + String(repeating: "☆", count: Int(most - number))
  }

  /// The number of full stars in a text of stars; nil for any other text.
  static func number(_ text: String) -> Int64? {
    guard !text.isEmpty, text.allSatisfy({ $0 == "★" || $0 == "☆" }) else { return nil }
    return Int64(text.count { $0 == "★" })
  }
}
