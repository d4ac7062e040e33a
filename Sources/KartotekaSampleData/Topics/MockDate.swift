/// A row of the table of dates: names of attributes and the generator of their dates. Dates of one record are consistent:
/// goods are shipped after they are ordered, people are hired as adults.
struct MockDate: Sendable {
  typealias Make = @Sendable (inout MockRecord, inout MockRandom) -> MockMoment

  let names: String
  let make: Make

  init(_ names: String, make: @escaping Make) {
    self.names = names
    self.make = make
  }

  /// The row for an attribute's date or time.
  static func find(_ hint: MockHint) -> MockDate? { hint.find(in: table) }

  /// A date of unknown meaning.
  static let any = MockDate("") { _, random in MockMoment.event(&random) }

  private static let table = MockHint.table(rows) { $0.names }

  private static let rows: [MockDate] = [
    MockDate("birth date, birthday, date of birth, born, birth, born on") { record, _ in record.birth },
    MockDate("hire date, hired, hired on, employed since, employee: start date") { record, random in
      let first = max(record.birth.later(days: 8000), MockMoment.at(MockMoment.day("1995-01-01")))
      let days = (MockMoment.at(MockMoment.years.upperBound).seconds - first.seconds) / MockMoment.daySeconds
      return first.later(days: random.below(max(days, 1)))
    },
    MockDate(
      """
      order date, ordered, ordered at, ordered on, date, invoice date, purchase date, visit, date of visit,
      visited, visited on, start date, start, starts, starts at, begin, from, valid from, created, created at,
      created on, date created, registered, registered at, joined, joined at, published, published at
      """
    ) { record, _ in record.event },
    MockDate("required date, required, due date, due, deadline, due on") { record, random in
      record.event.later(days: random.pick([14, 28, 28, 28, 42]))
    },
    MockDate("shipped date, shipped, shipped at, delivery date, delivered, delivered at, paid, paid at, sent") {
      record, random in record.event.later(days: 1 + random.below(20))
    },
    MockDate(
      "end date, end, ends, ends at, until, to, valid to, valid until, expires, expires at, expiry date"
    ) {
      record, random in record.event.later(days: 1 + random.below(365))
    },
    MockDate(
      "updated, updated at, updated on, modified, modified at, changed, changed at, last seen, last login"
    ) { record, random in
      let rest = MockMoment.at(MockMoment.years.upperBound + 1).seconds - record.event.seconds
      return MockMoment(seconds: record.event.seconds + random.below(min(rest, 200 * MockMoment.daySeconds)))
    },
  ]
}
