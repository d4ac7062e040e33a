/// A day relative to the current one, in the time zone of the person who asks. Declarations use it, because they are
/// read once, at the start of the program:
///
/// ```swift
/// StateDescription("soon", "Due soon", tone: .care, when: \Vaccination.due < .today + 31.days)
/// let due = Attribute<CalendarDate>("Due on", .default(.today + 28.days))
/// ```
/// Code that runs for a person has the current day itself: `Store.today`, `Transaction.today`.
public struct RelativeDay: Hashable, Sendable {
  /// A number of days: `31.days`.
  public struct Days: Hashable, Sendable {
    let count: Int

    // The years 1 to 9999 have fewer days, and the sum of two such numbers can't overflow.
    init(_ count: Int) { self.count = min(max(count, -4_000_000), 4_000_000) }
  }

  /// The number of days after the current one; negative for earlier days.
  let offset: Days

  /// The current day.
  public static let today = RelativeDay(offset: Days(0))

  /// The day that many days later.
  public static func + (day: RelativeDay, days: Days) -> RelativeDay {
    RelativeDay(offset: Days(day.offset.count + days.count))
  }

  /// The day that many days earlier.
  public static func - (day: RelativeDay, days: Days) -> RelativeDay {
    RelativeDay(offset: Days(day.offset.count - days.count))
  }
}

extension Int {
  /// That many days: `.today + 31.days`.
  public var days: RelativeDay.Days { RelativeDay.Days(self) }
}
