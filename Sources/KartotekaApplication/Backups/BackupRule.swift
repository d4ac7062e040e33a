import Foundation
import KartotekaModel

/// The interval of backups, and the number that stay: the newest one of each of the last hours, days, weeks and months that have
/// one.
///
/// Backups are counted, not aged: a clock that jumps ahead removes none that it would not remove anyway. Backups whose time is
/// still to come, by a clock that was set back, neither count nor go.
package struct BackupRule: Codable, Sendable, Equatable {
  /// The period of which a backup is the last one.
  package enum Period: String, CaseIterable, Sendable {
    case hour, day, week, month

    /// The longest that it lasts, in seconds: a day with summer time's end has 25 hours.
    var length: TimeInterval {
      switch self {
      case .hour: 3_600
      case .day: 25 * 3_600
      case .week: 7 * 86_400 + 3_600
      case .month: 31 * 86_400 + 3_600
      }
    }
  }

  /// The most backups of a period that stay.
  package static let most = 1_000

  /// For how many of the last hours, days, weeks and months a backup stays.
  package var hours = 0, days = 0, weeks = 0, months = 0

  /// A rule by which none is made.
  package init(hours: Int = 0, days: Int = 0, weeks: Int = 0, months: Int = 0) {
    (self.hours, self.days, self.weeks, self.months) = (hours, days, weeks, months)
  }

  /// For how many of the last periods of a kind a backup stays.
  package subscript(period: Period) -> Int {
    get {
      switch period {
      case .hour: hours
      case .day: days
      case .week: weeks
      case .month: months
      }
    }
    set {
      switch period {
      case .hour: hours = newValue
      case .day: days = newValue
      case .week: weeks = newValue
      case .month: months = newValue
      }
    }
  }

  /// In each of which a backup is made; nil if none is made.
  package var interval: Period? { Period.allCases.first { self[$0] > 0 } }

  /// Whether a backup is due: the current hour, day, week or month has none.
  /// - Parameter times: the times of the backups that are there.
  package func isDue(_ times: [Date], now: Date, in zone: TimeZone) -> Bool {
    guard let interval else { return false }
    guard let last = times.filter({ $0 <= now }).max() else { return true }
    return Self.number(of: last, interval, zone) < Self.number(of: now, interval, zone)
  }

  /// Whether the last backup is older than it should ever be. The next one may take a quarter of the interval.
  package func isOverdue(_ times: [Date], now: Date) -> Bool {
    guard let interval else { return false }
    guard let last = times.filter({ $0 <= now }).max() else { return false }
    return now.timeIntervalSince(last) > interval.length * 1.25
  }

  /// The times of the backups that go. The newest one never does.
  /// - Parameter times: the times of the backups that are there.
  package func surplus(_ times: [Date], now: Date, in zone: TimeZone) -> Set<Date> {
    guard interval != nil else { return [] }
    let past = Set(times.filter { $0 <= now }).sorted(by: >)
    var stay = Set(past.prefix(1))
    for period in Period.allCases {
      var seen: Set<Int> = []
      for time in past where seen.count < self[period] {
        // Not the neighbours alone are compared: where summer time ends at midnight, a day comes back.
        if seen.insert(Self.number(of: time, period, zone)).inserted { stay.insert(time) }
      }
    }
    return Set(past).subtracting(stay)
  }

  /// The number of an hour, day, week (from Monday) or month since 1970. Days are those of the zone's calendar, hours are not: the
  /// hour that summer time's end repeats is two.
  static func number(of date: Date, _ period: Period, _ zone: TimeZone) -> Int {
    // Times of files may be any.
    let seconds = min(max(date.timeIntervalSince1970, -62_000_000_000), 250_000_000_000)
    if period == .hour { return Int(clampingFloor: seconds / 3_600) }
    let moment = Date(timeIntervalSince1970: seconds)
    let day = Int(clampingFloor: (seconds + Double(zone.secondsFromGMT(for: moment))) / 86_400)
    switch period {
    case .hour, .day: return day
    case .week: return Int(clampingFloor: Double(day + 3) / 7)
    case .month:
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let parts = calendar.dateComponents([.year, .month], from: moment)
      return (parts.year ?? 0) * 12 + (parts.month ?? 0)
    }
  }
}
