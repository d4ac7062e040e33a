import Foundation
import KartotekaModel

/// A moment in UTC, to the second. Sample data has no today: what has happened lies in ``years``, so that the same
/// seed gives the same records next year. What is planned may lie some weeks later.
struct MockMoment: Comparable, Sendable {
  /// The days when things happen, counted from 1970-01-01.
  static let years = day("2023-01-01")...day("2025-12-31")
  private static let births = day("1945-01-01")...day("2004-12-31")

  static let daySeconds = 86_400

  /// Seconds since the beginning of 1970.
  var seconds: Int

  /// A moment of an office day within ``years``.
  static func event(_ random: inout MockRandom) -> MockMoment {
    at(random.within(years), 28_800 + random.below(36_000))
  }

  /// The birthday of a person old enough to have a job and an account.
  static func birth(_ random: inout MockRandom) -> MockMoment { at(random.within(births)) }

  /// So many seconds after the beginning of a day.
  static func at(_ day: Int, _ seconds: Int = 0) -> MockMoment {
    MockMoment(seconds: day * daySeconds + seconds)
  }

  /// The number of a day, written in ISO 8601.
  static func day(_ iso: String) -> Int { Int(Timestamp.date(iso)?.timeIntervalSince1970 ?? 0) / daySeconds }

  /// A moment so many days later.
  func later(days: Int) -> MockMoment { MockMoment(seconds: seconds + days * Self.daySeconds) }

  /// `2025-03-14`.
  var date: String { String(timestamp.prefix(10)) }

  /// `2025-03-14T09:26:53.000Z`.
  var timestamp: String { Timestamp.text(Date(timeIntervalSince1970: Double(seconds))) }

  static func < (first: MockMoment, second: MockMoment) -> Bool { first.seconds < second.seconds }
}
