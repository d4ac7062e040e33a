import KartotekaModel

/// A property of a calendar (RFC 5545, 3.1): `DTSTART;TZID=Europe/Warsaw:20260310T190000`.
struct CalendarProperty {
  private static let quotedPrintable = "QUOTED-PRINTABLE"

  /// The name in capitals.
  let name: String
  /// The parameters by their names in capitals, without quotes.
  let parameters: [String: String]
  /// The value as it is written, without quoted-printable, which version 1.0 has.
  let value: String

  /// - Parameter line: an unfolded line. Nil for one without a colon.
  init?(_ line: String) {
    var isQuoted = false
    var parts = [""]
    var end: String.Index?
    for index in line.indices {
      let character = line[index]
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ":", !isQuoted {
        end = line.index(after: index)
        break
      } else if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard let end else { return nil }
    name = parts[0].uppercased()
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { parameters[pair[0].uppercased()] = String(pair[1]) }
      if part.uppercased() == Self.quotedPrintable { parameters["ENCODING"] = part }
    }
    self.parameters = parameters
    let isQuotedPrintable = parameters["ENCODING"]?.uppercased() == Self.quotedPrintable
    let written = String(line[end...])
    value = isQuotedPrintable ? ContentLine.unquoted(written, parameters["CHARSET"]) : written
  }

  /// The value without escapes.
  var text: String { ContentLine.unescaped(value).trimmingSpaces() }

  /// A person: the name, else the address.
  var person: String {
    if let name = parameters["CN"], !name.isEmpty { return name }
    return value.lowercased().hasPrefix("mailto:") ? String(value.dropFirst(7)) : value
  }
}

/// A day or a time of a calendar: `20260301`, `20260310T190000`, `20260310T180000Z`.
struct CalendarTime: Comparable {
  let day: CalendarDate
  /// The seconds since the day's beginning; nil for a day alone.
  let seconds: Int?
  let isUniversal: Bool

  /// - Parameter text: the value of a property.
  init?(_ text: String) {
    let text = text.trimmingSpaces().filter { $0 != "-" && $0 != ":" }
    let digits = text.prefix(8)
    guard digits.count == 8, digits.allSatisfy({ $0.isASCII && $0.isWholeNumber }),
      let day = CalendarDate(iso: "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
    else { return nil }
    self.day = day
    isUniversal = text.hasSuffix("Z")
    let rest = text.dropFirst(8)
    guard rest.first == "T" else {
      guard rest.isEmpty else { return nil }
      seconds = nil
      return
    }
    let clock = rest.dropFirst().prefix(6)
    guard clock.count >= 4, clock.allSatisfy({ $0.isASCII && $0.isWholeNumber }), let hour = Int(clock.prefix(2)),
      hour < 24,
      let minute = Int(clock.dropFirst(2).prefix(2)), minute < 60
    else { return nil }
    let second = min(59, Int(clock.dropFirst(4)) ?? 0)
    seconds = hour * 3_600 + minute * 60 + second
  }

  init(_ day: CalendarDate, _ seconds: Int?, isUniversal: Bool) {
    (self.day, self.seconds, self.isUniversal) = (day, seconds, isUniversal)
  }

  /// The time in ISO 8601 without an offset.
  var local: String {
    guard let seconds else { return day.description }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(day)T\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  static func < (one: CalendarTime, other: CalendarTime) -> Bool {
    (one.day, one.seconds ?? 0) < (other.day, other.seconds ?? 0)
  }

  /// The time after a length such as `PT1H30M` or `P2D` (RFC 5545, 3.3.6); nil for an invalid one.
  func adding(_ duration: String) -> CalendarTime? {
    let text = duration.trimmingSpaces()
    let isBack = text.hasPrefix("-")
    guard let mark = text.firstIndex(of: "P") else { return nil }
    var (total, digits, isTime) = (0, "", false)
    for character in text[text.index(after: mark)...] {
      if character == "T" { isTime = true }
      if character.isASCII, character.isWholeNumber {
        digits.append(character)
      } else {
        let unit =
          switch character {
          case "W": 604_800
          case "D": 86_400
          case "H": 3_600
          case "M": isTime ? 60 : 0
          case "S": 1
          default: 0
          }
        // Lengths beyond some thousand years are none.
        guard digits.count <= 9 else { return nil }
        // At most nine digits.
        let part = (Int(digits) ?? 0) * unit
        guard part < 100_000_000_000, total < 100_000_000_000 else { return nil }
        total += part
        digits = ""
      }
    }
    let sum = (seconds ?? 0) + (isBack ? -total : total)
    return moved(to: sum)
  }

  /// The time a number of seconds later, which is less than some thousand years.
  func adding(seconds more: Int) -> CalendarTime { moved(to: (seconds ?? 0) + more) }

  // The time some seconds after the day's beginning.
  private func moved(to sum: Int) -> CalendarTime {
    let days = sum >= 0 ? sum / 86_400 : -((86_399 - sum) / 86_400)
    let day = day.adding(days: days)
    return CalendarTime(day, seconds == nil ? nil : sum - days * 86_400, isUniversal: isUniversal)
  }
}
