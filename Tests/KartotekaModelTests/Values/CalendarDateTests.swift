import KartotekaModel
import Testing

@Suite("Calendar dates")
struct CalendarDateTests {
  @Test(
    "A day is read as ISO 8601 writes it and written the same",
    arguments: ["2026-11-21", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func iso(_ text: String) {
    #expect(CalendarDate(iso: text)?.description == text)
  }

  @Test(
    "Days that the calendar lacks, and other ways to write them, are none",
    arguments: [
      "2023-02-29", "1900-02-29", "2100-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-01-00",
      "0000-01-01",
      "2026-1-1", "26-01-01", "2026/01/01", "2026-01-01 ", "+026-01-01", "２０２６-01-01", "", "2026-01-01-01",
    ])
  func none(_ text: String) {
    #expect(CalendarDate(iso: text) == nil)
  }

  @Test("Earlier days come first")
  func order() throws {
    let days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"].compactMap { CalendarDate(iso: $0) }
    #expect(days.count == 4)
    #expect(days.shuffled().sorted() == days)
  }

  @Test("A day some days later is that of the calendar, and stays within the years 1 to 9999")
  func later() throws {
    for (day, days, other) in [
      ("2024-02-28", 1, "2024-02-29"), ("2024-03-01", -1, "2024-02-29"), ("2026-12-31", 1, "2027-01-01"),
      ("1970-01-01", -1, "1969-12-31"), ("2000-01-01", 366, "2001-01-01"), ("0001-01-01", -1, "0001-01-01"),
      ("9999-12-31", 1, "9999-12-31"), ("2026-01-01", Int.max, "9999-12-31"), ("2026-01-01", Int.min, "0001-01-01"),
    ] {
      #expect(try #require(CalendarDate(iso: day)).adding(days: days).description == other, "\(day) \(days)")
    }
  }
}
