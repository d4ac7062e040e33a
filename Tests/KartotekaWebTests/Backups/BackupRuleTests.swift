import Foundation
import KartotekaApplication
import RandomTests
import Testing

@Suite("When backups are due, and which of them go")
struct BackupRuleTests {
  private static let zones = [
    "Europe/Warsaw", "America/St_Johns", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Apia", "Etc/UTC",
  ].compactMap { TimeZone(identifier: $0) }

  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// What has a number of its own: the local hour, day, week or month. A second way to count them.
  private static func bucket(_ date: Date, _ period: BackupRule.Period, _ zone: TimeZone) -> String {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day, .weekOfYear, .yearForWeekOfYear], from: date)
    return switch period {
    case .hour: "\((date.timeIntervalSince1970 / 3_600).rounded(.down))"
    case .day: "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)"
    case .week: "\(parts.yearForWeekOfYear ?? 0)-\(parts.weekOfYear ?? 0)"
    case .month: "\(parts.year ?? 0)-\(parts.month ?? 0)"
    }
  }

  @Test(
    "Of any backups those stay that are the last of one of the last hours, days, weeks and months", arguments: 0..<40)
  func surplus(seed: Int) throws {
    var random = SeededNumbers(UInt64(seed) + 1)
    let zone = Self.zones[seed % Self.zones.count]
    let now = Date(timeIntervalSince1970: 1_700_000_000 + Double(random.below(100_000_000)))
    let rule = BackupRule(
      hours: random.below(5), days: random.below(10), weeks: random.below(6), months: random.below(14))
    let times = (0..<random.below(400)).map { _ in
      // Most lie close together, some in the future of a clock that was set back.
      now.addingTimeInterval(3_600 * 24 - Double(random.below(1 << (10 + random.below(17)))))
    }
    let gone = rule.surplus(times, now: now, in: zone)
    guard rule.interval != nil else {
      #expect(gone.isEmpty)
      return
    }
    let past = times.filter { $0 <= now }.sorted(by: >)
    #expect(gone.allSatisfy { $0 < past[0] })
    let stay = past.filter { !gone.contains($0) }
    #expect(rule.surplus(stay, now: now, in: zone).isEmpty)
    #expect(Set(stay).count <= max(rule.hours + rule.days + rule.weeks + rule.months, 1))
    for period in BackupRule.Period.allCases {
      var buckets: [String] = []
      for time in past {
        let bucket = Self.bucket(time, period, zone)
        guard !buckets.contains(bucket), buckets.count < rule[period] else { continue }
        buckets.append(bucket)
        #expect(!gone.contains(time), "\(period) \(time)")
      }
    }
  }

  // The last ones change no clocks in these years.
  @Test(
    "Over a year of a timer, or two, each day and month has its backup, also where clocks are changed",
    arguments: zones.prefix(RandomTests.count(4, all: zones.count)))
  func years(zone: TimeZone) throws {
    let rule = BackupRule(hours: 6, days: 7, weeks: 4, months: 12)
    var (backups, now): ([Date], Date) = ([], try Self.date("2023-01-01T00:10:00Z"))
    let days = RandomTests.count(365, all: 731)
    let end = try Self.date("2023-01-01T00:00:00Z").addingTimeInterval(Double(days) * 86_400)
    var made = 0
    while now < end {
      if rule.isDue(backups, now: now, in: zone) {
        backups.append(now)
        made += 1
        let gone = rule.surplus(backups, now: now, in: zone)
        backups.removeAll { gone.contains($0) }
      }
      #expect(!rule.isOverdue(backups, now: now))
      now.addTimeInterval(1_800)
    }
    // One an hour: none is left out or doubled where clocks are changed.
    #expect(made == days * 24)
    #expect(Set(backups.map { Self.bucket($0, .day, zone) }).count >= 7)
    #expect(Set(backups.map { Self.bucket($0, .month, zone) }).count == 12)
    #expect(backups.count <= 29)
  }

  @Test("A clock that jumps back or ahead removes nothing that is needed, and backups go on")
  func jumps() throws {
    let (rule, zone) = (BackupRule(days: 3), TimeZone.gmt)
    let days = try (1...3).map { try Self.date("2026-11-0\($0)T02:00:00Z") }
    // Back by a year: the others are in the future, and a new one is made.
    let before = try Self.date("2025-11-03T02:00:00Z")
    #expect(rule.isDue(days, now: before, in: zone))
    #expect(rule.surplus(days + [before], now: before, in: zone).isEmpty)
    // Ahead by 70 years: one is made, and one goes, as on any day.
    let after = try Self.date("2096-11-04T02:00:00Z")
    #expect(rule.isDue(days, now: after, in: zone))
    #expect(rule.surplus(days + [after], now: after, in: zone) == [days[0]])
    // And back again: what was made then neither counts nor goes.
    let today = try Self.date("2026-11-04T02:00:00Z")
    #expect(rule.isDue(days + [after], now: today, in: zone))
    #expect(rule.surplus(days + [after], now: today, in: zone).isEmpty)
  }

  @Test("Times that no calendar has are counted, too")
  func odd() {
    let rule = BackupRule(hours: 1, days: 1, weeks: 1, months: 1)
    let times = [-Double.greatestFiniteMagnitude, -1e18, 0, 1e18].map { Date(timeIntervalSince1970: $0) }
    let gone = rule.surplus(times, now: Date(timeIntervalSince1970: 1e19), in: .gmt)
    #expect(gone.count == 3 && !gone.contains(times[3]))
    #expect(!rule.isDue(times, now: times[3], in: .gmt))
  }

  @Test("No rule makes none and removes none")
  func off() {
    #expect(!BackupRule().isDue([], now: Date(), in: .gmt))
    #expect(BackupRule().surplus([.distantPast, Date()], now: Date(), in: .gmt).isEmpty)
  }
}

/// Numbers that are the same for the same seed (SplitMix64).
private struct SeededNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((number ^ (number >> 31)) % UInt64(max(limit, 1)))
  }
}
