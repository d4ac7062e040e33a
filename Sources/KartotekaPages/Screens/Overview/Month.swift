import KartotekaModel

/// A calendar month.
struct Month: Hashable, Sendable {
  let year: Int
  let month: Int

  /// Parses `1998-04`, or the beginning of a date.
  init?(_ text: some StringProtocol) {
    guard let date = CalendarDate(iso: text.prefix(7) + "-01") else { return nil }
    self.init(date)
  }

  /// The month of a date.
  init(_ date: CalendarDate) { (year, month) = (date.year, date.month) }

  private init(number: Int) { (year, month) = (number / 12, number % 12 + 1) }

  // The months since the year 0.
  private var number: Int { year * 12 + month - 1 }

  /// A month later by the given number.
  func adding(_ months: Int) -> Month { Month(number: number + months) }

  /// The ISO text: `1998-04`.
  var text: String { Self.padded(year, 4) + "-" + Self.padded(month, 2) }

  /// The first day in ISO 8601.
  var firstDay: String { text + "-01" }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The name: `April 1998`.
  func name(in say: Localizer) -> String { say(DateText.months[month - 1]) + " " + String(year) }

  /// The short name: `Apr`.
  func shortName(in say: Localizer) -> String { DateText.shortName(ofMonth: month, in: say) }
}

extension FetchPredicate {
  /// The condition that a date, possibly of a related record, is within the months.
  static func day(of name: String, from first: Month, through last: Month) -> FetchPredicate {
    let steps = name.split(separator: ".").map(String.init)
    let range = FetchPredicate.all([
      .compare(steps.last ?? name, .gte, [.text(first.firstDay)]),
      .compare(steps.last ?? name, .lt, [.text(last.adding(1).firstDay)]),
    ])
    return steps.dropLast().reversed().reduce(range) { .leads($1, $0) }
  }
}
