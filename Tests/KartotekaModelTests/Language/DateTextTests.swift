import Foundation
import Testing

@testable import KartotekaModel

@Suite("Dates in words")
struct DateTextTests {
  @Test("The catalogue has the month and the order")
  func order() throws {
    let words = Data(
      #"{"{day} Nov {year}": "{day} lis {year}", "{day} November {year}": "{day} listopada {year}", "{date} at {time}": "{date}, {time}"}"#
        .utf8)
    let polish = Localizer(language: .polish, catalogue: try Catalogue(language: .polish, json: words))
    let date = try #require(CalendarDate(year: 2025, month: 11, day: 14))
    #expect(DateText.long(date, in: .english) == "14 November 2025")
    #expect(DateText.long(date, in: polish) == "14 listopada 2025")
    #expect(DateText.short(date, in: .english) == "14 Nov 2025")
    #expect(DateText.short(date, in: polish) == "14 lis 2025")
    let warsaw = Localizer(language: .english, catalogue: Catalogue(), timeZone: TimeZone(identifier: "Europe/Warsaw"))
    #expect(DateText.short(Date(timeIntervalSince1970: 1_763_111_520), in: warsaw) == "14 Nov 2025, 10:12")
    // The time zone is the server's: what stands there depends on the machine, its form does not.
    let moment = DateText.long(Date(timeIntervalSince1970: 1_763_111_520), in: polish)
    #expect(moment.hasPrefix("14 listopada 2025, ") || moment.hasPrefix("15 listopada 2025, "))
    #expect(moment.suffix(5).contains(":"))
  }
}
