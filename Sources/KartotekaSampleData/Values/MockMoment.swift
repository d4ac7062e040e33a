import Foundation
import KartotekaModel

/// A time in UTC with a precision of seconds. Sample data do not depend on the current date: events are in ``years``, so that
/// a seed always gives the same records. Planned events may be some weeks later.
struct MockMoment: Comparable, Sendable {
  /// The days of events, counted from 1970-01-01.
  static let years = day("2023-01-01")...day("2025-12-31")
  private static let births = day("1945-01-01")...day("2004-12-31")

  static let daySeconds = 86_400

  /// The seconds since 1970-01-01.
  var seconds: Int

  /// A time during office hours within ``years``.
  static func event(_ random: inout MockRandom) -> MockMoment {
    at(random.within(years), 28_800 + random.below(36_000))
  }

  /// The date of birth of an adult.
  static func birth(_ random: inout MockRandom) -> MockMoment { at(random.within(births)) }

  /// A time by its day and seconds.
  static func at(_ day: Int, _ seconds: Int = 0) -> MockMoment {
    MockMoment(seconds: day * daySeconds + seconds)
  }

  /// The number of a day in ISO 8601.
  static func day(_ iso: String) -> Int {
    Int(clampingNearest: Timestamp.date(iso)?.timeIntervalSince1970 ?? 0) / daySeconds
  }

  /// A later time.
  func later(days: Int) -> MockMoment { MockMoment(seconds: seconds + days * Self.daySeconds) }

  /// The date, such as `2025-03-14`.
  var date: String { String(timestamp.prefix(10)) }

  /// The time, such as `2025-03-14T09:26:53.000Z`.
  var timestamp: String { Timestamp.text(Date(timeIntervalSince1970: Double(seconds))) }

  static func < (first: MockMoment, second: MockMoment) -> Bool { first.seconds < second.seconds }
}
