import KartotekaModel
import Testing

@Suite("Periods of days")
struct DayPeriodTests {
  // A Wednesday.
  private let today = CalendarDate(iso: "2026-03-04")

  @Test(
    "Relative periods have a first and a last day",
    arguments: [
      ("today", "2026-03-04..2026-03-04"), ("yesterday", "2026-03-03..2026-03-03"),
      ("tomorrow", "2026-03-05..2026-03-05"),
      ("this-week", "2026-03-02..2026-03-08"), ("last-week", "2026-02-23..2026-03-01"),
      ("next-week", "2026-03-09..2026-03-15"), ("this-month", "2026-03-01..2026-03-31"),
      ("last-month", "2026-02-01..2026-02-28"), ("next-month", "2026-04-01..2026-04-30"),
      ("this-year", "2026-01-01..2026-12-31"), ("last-year", "2025-01-01..2025-12-31"),
      ("last-7-days", "2026-02-26..2026-03-04"), ("next-7-days", "2026-03-04..2026-03-10"),
    ])
  func relative(_ text: String, _ days: String) throws {
    let period = try #require(DayPeriod(text))
    let range = period.range(on: try #require(today))
    #expect("\(range.from?.description ?? "")..\(range.through?.description ?? "")" == days)
    #expect(period.isRelative)
    #expect(period.text == text)
  }

  @Test("Last month in January is December, and every day is in its own week")
  func edges() throws {
    let january = try #require(CalendarDate(iso: "2026-01-01"))
    let range = DayPeriod.relative(.lastMonth).range(on: january)
    #expect(range.from?.description == "2025-12-01")
    #expect(range.through?.description == "2025-12-31")
    for offset in -800...800 {
      let day = january.adding(days: offset)
      let week = DayPeriod.relative(.thisWeek).range(on: day)
      #expect(try #require(week.from) <= day)
      #expect(try day <= #require(week.through))
    }
  }

  @Test(
    "Fixed periods are days, months, years and ranges with or without ends",
    arguments: [
      ("2026-11", "2026-11-01..2026-11-30"), ("2024", "2024-01-01..2024-12-31"), ("2024-02-29", "2024-02-29"),
      ("2026-11-01..2026-11-20", "2026-11-01..2026-11-20"), ("..2026-11-20", "..2026-11-20"),
      ("2026-11-01..", "2026-11-01.."),
    ])
  func fixed(_ text: String, _ written: String) throws {
    let period = try #require(DayPeriod(text))
    #expect(period.text == written)
    #expect(!period.isRelative)
  }

  @Test(
    "Anything else is no period",
    arguments: ["", "..", "last-0-days", "last--days", "last-99999-days", "2026-13", "2026-02-30", "soon", "2026-1..x"])
  func invalid(_ text: String) { #expect(DayPeriod(text) == nil) }
}
