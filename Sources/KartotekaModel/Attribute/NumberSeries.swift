/// The numbers that the store gives to new records by a pattern: fixed text, the year or month of the day, and a counter.
///
/// ```swift
/// let series = try NumberSeries("{year}-{0000}")
/// series.frame(on: .today).text(42)   // "2026-0042"
/// ```
package struct NumberSeries: Hashable, Sendable {
  /// A part of a pattern.
  private enum Part: Hashable, Sendable {
    case text(String)
    case year, shortYear, month, counter

    /// The number of bytes of its text; 0 for the counter.
    var width: Int {
      switch self {
      case .text(let text): text.utf8.count
      case .year: 4
      case .shortYear, .month: 2
      case .counter: 0
      }
    }
  }

  /// The texts around a counter. Each frame counts for itself, so that a pattern with the year begins anew each year.
  package struct Frame: Hashable, Sendable {
    /// The text before the counter.
    package let prefix: String
    /// The text behind the counter.
    package let suffix: String
    /// The fewest digits of the counter.
    package let fewestDigits: Int

    /// The text of a number.
    package func text(_ number: Int64) -> String {
      let text = String(number)
      return prefix + String(repeating: "0", count: max(0, fewestDigits - text.utf8.count)) + text + suffix
    }
  }

  /// The pattern that screens offer.
  package static let usual = "{year}-{0000}"
  /// The greatest number that is given.
  package static let greatest: Int64 = 999_999_999_999_999
  /// The most digits of a counter that people type and that the series goes on from: a slip leaves numbers to be given.
  package static let mostTypedDigits = 12

  private static let (mostDigits, mostCharacters) = (12, 60)
  private static let named: [String: Part] = ["year": .year, "yy": .shortYear, "month": .month]

  private let parts: [Part]
  private let digits: Int

  /// - Throws: ``ValueFault`` for a text that is no pattern.
  package init(_ pattern: String) throws(ValueFault) {
    if pattern.isEmpty { throw ValueFault("This can't be empty") }
    if let fault = TextKind.controlFault(pattern, multiline: false) { throw fault }
    guard pattern.unicodeScalars.count <= Self.mostCharacters else {
      throw ValueFault(Phrase("A pattern has at most {count} characters", ["count": .count(Self.mostCharacters)]))
    }
    // Typed numbers have neither of them.
    guard pattern.trimmingSpaces().withoutInvisible() == pattern else {
      throw ValueFault("A pattern has no spaces at its ends and no invisible characters")
    }
    (parts, digits) = try Self.parse(pattern)
  }

  private static func parse(_ pattern: String) throws(ValueFault) -> ([Part], Int) {
    var (parts, digits): ([Part], Int?) = ([], nil)
    var rest = Substring(pattern)
    while let next = rest.first {
      let end = rest.firstIndex { $0 == "{" || $0 == "}" } ?? rest.endIndex
      if end > rest.startIndex {
        parts.append(.text(String(rest[..<end])))
        rest = rest[end...]
        continue
      }
      guard next == "{", let close = rest.firstIndex(of: "}") else { throw unknown(String(rest)) }
      let name = String(rest[rest.index(after: rest.startIndex)..<close])
      rest = rest[rest.index(after: close)...]
      if let part = named[name] {
        parts.append(part)
      } else if !name.isEmpty, name.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) {
        guard digits == nil else { throw uncounted }
        guard name.utf8.count <= mostDigits else {
          throw ValueFault(Phrase("The counter has at most {count} digits", ["count": .count(mostDigits)]))
        }
        digits = name.utf8.count
        parts.append(.counter)
      } else {
        throw unknown("{" + name + "}")
      }
    }
    guard let digits else { throw uncounted }
    if parts.contains(.month), !parts.contains(.year), !parts.contains(.shortYear) {
      throw ValueFault("A pattern with the month needs the year, too")
    }
    return (parts, digits)
  }

  private static var uncounted: ValueFault {
    ValueFault(Phrase("A pattern has one counter, such as {counter}", ["counter": .text("{0000}")]))
  }

  private static func unknown(_ text: String) -> ValueFault {
    ValueFault(
      Phrase(
        "{text} can't be in a pattern. In braces there are {parts}.",
        ["text": .text(text), "parts": .text("{year}, {yy}, {month}, {0000}")]))
  }

  /// The most bytes of a number.
  package var longest: Int { parts.reduce(String(Self.greatest).utf8.count) { $0 + $1.width } }

  private var before: ArraySlice<Part> { parts.prefix { $0 != .counter } }
  private var behind: ArraySlice<Part> { parts.dropFirst(before.count + 1) }

  /// The frame of the numbers of a day.
  package func frame(on day: CalendarDate) -> Frame {
    Frame(prefix: Self.text(before, on: day), suffix: Self.text(behind, on: day), fewestDigits: digits)
  }

  private static func text(_ parts: ArraySlice<Part>, on day: CalendarDate) -> String {
    // `2026-11-30`
    let date = day.description
    return parts.map { part in
      switch part {
      case .text(let text): text
      case .year: String(date.prefix(4))
      case .shortYear: String(date.prefix(4).suffix(2))
      case .month: String(date.dropFirst(5).prefix(2))
      case .counter: ""
      }
    }.joined()
  }

  /// The frame and the counter of a text; nil for one that the pattern does not give on any day.
  package func read(_ text: String) -> (frame: Frame, number: Int64)? {
    let bytes = Array(text.utf8)
    let (start, end) = (before.reduce(0) { $0 + $1.width }, bytes.count - behind.reduce(0) { $0 + $1.width })
    guard end - start >= digits, end - start <= Self.mostTypedDigits, Self.matches(before, bytes[..<start]),
      Self.matches(behind, bytes[end...])
    else { return nil }
    let counter = bytes[start..<end]
    guard counter.allSatisfy(Self.isDigit), counter.count == digits || counter.first != UInt8(ascii: "0"),
      let number = Int64(String(decoding: counter, as: UTF8.self))
    else { return nil }
    let (prefix, suffix) = (
      String(decoding: bytes[..<start], as: UTF8.self), String(decoding: bytes[end...], as: UTF8.self)
    )
    return (Frame(prefix: prefix, suffix: suffix, fewestDigits: digits), number)
  }

  private static func matches(_ parts: ArraySlice<Part>, _ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    for part in parts {
      let own = rest.prefix(part.width)
      rest = rest.dropFirst(part.width)
      switch part {
      case .text(let text): if !own.elementsEqual(text.utf8) { return false }
      case .year, .shortYear: if !own.allSatisfy(isDigit) { return false }
      case .month:
        guard own.allSatisfy(isDigit), let month = Int(String(decoding: own, as: UTF8.self)), (1...12).contains(month)
        else { return false }
      case .counter: continue
      }
    }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension AttributeOption where Value == String {
  /// Has the store give new records numbers by a pattern: fixed text, `{year}`, `{yy}`, `{month}`, and a counter of at least as many
  /// digits as it has zeros. With the year or month in it, the counter begins anew with each of them. Values are unique; people may
  /// type another number.
  ///
  /// ```swift
  /// let number = Attribute<String>("Number", .title, .series("{year}-{0000}"))   // 2026-0042
  /// ```
  public static func series(_ pattern: String) -> Self { Self { $0.become(series: pattern) } }
}

extension ColumnDescription {
  /// Whether its values are numbers of a series.
  package var isSeries: Bool { if case .attribute(let attribute) = self { attribute.series != nil } else { false } }
}

extension AttributeDescription {
  /// Makes the values numbers of a series.
  package mutating func become(series pattern: String) { (series, isUnique) = (pattern, true) }

  /// The series of the values; nil for other attributes, and for a pattern that the check of the description reports.
  package var numbers: NumberSeries? { series.flatMap { try? NumberSeries($0) } }
}
