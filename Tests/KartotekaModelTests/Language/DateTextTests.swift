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

  @Test("English in the United States has the month before the day, and twelve hours")
  func unitedStates() throws {
    let zone = TimeZone(identifier: "Europe/Warsaw")
    let (american, polish) = Region.$current.withValue(.unitedStates) {
      (
        Localizer(language: .english, catalogue: Catalogue(), timeZone: zone),
        Localizer(language: .polish, catalogue: Catalogue(), timeZone: zone)
      )
    }
    let date = try #require(CalendarDate(year: 2026, month: 11, day: 27))
    #expect(DateText.long(date, in: american) == "November 27, 2026")
    #expect(DateText.short(date, in: american) == "Nov 27, 2026")
    #expect(DateText.long(days: "23–29", of: date, in: american) == "November 23–29, 2026")
    #expect(DateText.long(days: "23–29", of: date, in: .english) == "23–29 November 2026")
    let moment = Date(timeIntervalSince1970: 1_763_111_520)
    #expect(DateText.short(moment, in: american) == "Nov 14, 2025, 10:12\u{202f}AM")
    #expect(DateText.long(moment, in: american) == "November 14, 2025 at 10:12\u{202f}AM")
    #expect(DateText.long(date, in: polish) == "27 November 2026")
    #expect((american.locale, polish.locale, Localizer.english.locale) == ("en-US", "pl", "en"))
    let hours = [0, 9, 12, 21]
    #expect(
      hours.map { DateText.hour($0, in: american) } == ["12\u{202f}AM", "9\u{202f}AM", "12\u{202f}PM", "9\u{202f}PM"])
    #expect(hours.map { DateText.hour($0, in: .english) } == ["0:00", "9:00", "12:00", "21:00"])
    #expect(DateText.clock(0, 5, in: american) == "12:05\u{202f}AM" && DateText.clock(0, 5, in: .english) == "00:05")
  }

  @Test(
    "The region is that of the language that a browser prefers to all others",
    arguments: [
      ("en-US", Region.unitedStates), ("en-US,en;q=0.9", .unitedStates), ("pl;q=0.5, EN-us", .unitedStates),
      ("en-GB,en-US;q=0.9,en;q=0.8", .world), ("pl-PL,pl;q=0.9,en-US;q=0.8,en;q=0.7", .world), ("en", .world),
      ("en-CA", .world), ("", .world), ("*", .world), (",;,", .world),
    ])
  func region(_ header: String, _ region: Region) {
    #expect(Region(acceptLanguage: header) == region)
  }
}
