import Foundation
import KartotekaModel
import Testing

@Suite("Units of days")
struct DayUnitTests {
  @Test(
    "have keys as ISO 8601 writes them",
    arguments: [
      ("1998-04-06", "1998-W15", "1998-04", "1998-Q2", "1998"),
      ("2021-01-03", "2020-W53", "2021-01", "2021-Q1", "2021"),
      ("2019-12-30", "2020-W01", "2019-12", "2019-Q4", "2019"),
      ("2026-12-31", "2026-W53", "2026-12", "2026-Q4", "2026"),
      ("0001-01-01", "0001-W01", "0001-01", "0001-Q1", "0001"),
      ("9999-12-31", "9999-W52", "9999-12", "9999-Q4", "9999"),
    ])
  func keys(_ text: String, _ week: String, _ month: String, _ quarter: String, _ year: String) throws {
    let day = try #require(CalendarDate(iso: text))
    #expect(DayUnit.allCases.map { $0.key(of: day) } == [text, week, month, quarter, year])
  }

  @Test("begin on a day that has their key, and no earlier day has it")
  func firstDays() throws {
    for number in stride(from: -719_162, through: 2_932_896, by: 7_919) {
      let day = CalendarDate(daysSince1970: number)
      for unit in DayUnit.allCases {
        let key = unit.key(of: day)
        let first = try #require(unit.first(of: key), "\(key)")
        #expect(first <= day && unit.key(of: first) == key)
        #expect(first.daysSince1970 == -719_162 || unit.key(of: first.adding(days: -1)) < key)
      }
    }
  }

  @Test(
    "are none of other texts",
    arguments: ["", "2026-W54", "2025-W53", "2026-W00", "2026-Q5", "2026-13", "x", "2026-W1a"])
  func others(_ text: String) { #expect(DayUnit.allCases.allSatisfy { $0.first(of: text) == nil }) }
}
