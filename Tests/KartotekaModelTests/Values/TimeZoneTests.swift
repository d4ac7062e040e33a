import Foundation
import KartotekaModel
import Testing

@Suite("Moments in a time zone")
struct TimeZoneTests {
  private func zone(_ name: String) throws -> TimeZone { try #require(TaskTimeZone.named(name)) }

  private func read(_ text: String, _ name: String) throws -> String? {
    Timestamp.date(text, in: try zone(name)).map { Timestamp.text($0) }
  }

  @Test(
    "A time without an offset is of the zone, in winter and summer, and is shown as it was written",
    arguments: [
      ("Europe/Warsaw", "2026-01-15T10:30", "2026-01-15T09:30:00.000Z", "+01:00"),
      ("Europe/Warsaw", "2026-07-15T10:30", "2026-07-15T08:30:00.000Z", "+02:00"),
      ("America/New_York", "2026-01-15T10:30", "2026-01-15T15:30:00.000Z", "-05:00"),
      ("America/New_York", "2026-07-15T22:30", "2026-07-16T02:30:00.000Z", "-04:00"),
      ("Asia/Kathmandu", "2026-07-15T03:30", "2026-07-14T21:45:00.000Z", "+05:45"),
    ])
  func zones(_ name: String, _ text: String, _ utc: String, _ offset: String) throws {
    #expect(try read(text, name) == utc)
    let moment = try #require(Timestamp.date(utc))
    #expect(Timestamp.local(moment, in: try zone(name)) == text + ":00.000")
    #expect(Timestamp.text(moment, withOffsetOf: try zone(name)) == text + ":00.000" + offset)
    #expect(try read(text + offset, "Asia/Tokyo") == utc)
    #expect(try read(utc, name) == utc)
  }

  @Test(
    "A time that clocks skip is as much later as they are; of one that they show twice the first is meant",
    arguments: [
      ("Europe/Warsaw", "2026-03-29T01:59", "2026-03-29T00:59:00.000Z"),
      ("Europe/Warsaw", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z"),
      ("Europe/Warsaw", "2026-03-29T03:00", "2026-03-29T01:00:00.000Z"),
      ("Europe/Warsaw", "2026-10-25T01:59", "2026-10-24T23:59:00.000Z"),
      ("Europe/Warsaw", "2026-10-25T02:00", "2026-10-25T00:00:00.000Z"),
      ("Europe/Warsaw", "2026-10-25T02:59", "2026-10-25T00:59:00.000Z"),
      ("Europe/Warsaw", "2026-10-25T03:00", "2026-10-25T02:00:00.000Z"),
      ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z"),
      ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"),
      ("America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00.000Z"),
      ("Asia/Kathmandu", "2026-03-29T02:30", "2026-03-28T20:45:00.000Z"),
    ])
  func transitions(_ name: String, _ text: String, _ utc: String) throws {
    #expect(try read(text, name) == utc)
  }

  @Test(
    "Every quarter of an hour round a change of clocks is read as it is shown, but the repeated hour",
    arguments: [
      ("Europe/Warsaw", "2026-03-29T00:00Z"), ("America/New_York", "2026-03-08T06:00Z"),
    ])
  func roundTrip(_ name: String, _ start: String) throws {
    let (zone, start) = (try zone(name), try #require(Timestamp.date(start)))
    for quarter in -400..<400 {
      let moment = start.addingTimeInterval(Double(quarter) * 900)
      #expect(Timestamp.date(Timestamp.local(moment, in: zone), in: zone) == moment)
      #expect(Timestamp.date(Timestamp.text(moment, withOffsetOf: zone)) == moment)
    }
  }

  @Test("An offset that is no number of minutes is never written: the moment is given in UTC")
  func localMeanTime() throws {
    let moment = try #require(Timestamp.date("1883-01-01T12:00:00Z"))
    #expect(try zone("America/New_York").secondsFromGMT(for: moment) % 60 != 0)
    #expect(Timestamp.text(moment, withOffsetOf: try zone("America/New_York")) == "1883-01-01T12:00:00.000Z")
  }

  @Test("The repeated hour is left alone by a form in which nobody edited it")
  func unchanged() throws {
    let description = EntityDescription(
      name: "visit", plural: "visits", table: "visits", nouns: Nouns("visit", "visits"),
      attributes: [AttributeDescription(name: "at", label: "At", kind: .timestamp)], relationships: [])
    var record = AnyRecord(description)
    let notation = ValueNotation(
      typedBy: Localizer(language: .polish, catalogue: Catalogue(), timeZone: try zone("Europe/Warsaw")))
    record.values[0] = .text("2026-10-25T01:30:00.000Z")
    #expect(record.read(text: "2026-10-25T02:30", at: 0, in: notation) == nil)
    #expect(record.values[0] == .text("2026-10-25T01:30:00.000Z"))
    #expect(record.read(text: "2026-10-25T02:31", at: 0, in: notation) == nil)
    #expect(record.values[0] == .text("2026-10-25T00:31:00.000Z"))
    #expect(record.read(text: "25.10.2026 12:00", at: 0, in: notation) == nil)
    #expect(record.values[0] == .text("2026-10-25T11:00:00.000Z"))
  }

  @Test(
    "A day, a minute and a second of a zone are ranges of moments",
    arguments: [
      ("2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"),
      ("2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
      ("21.11.2026", "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"),
      ("2026-11-21 09:12", "2026-11-21T08:12:00.000Z", "2026-11-21T08:13:00.000Z"),
      ("2026-11-21 09:12:07", "2026-11-21T08:12:07.000Z", "2026-11-21T08:12:08.000Z"),
      ("2026-11-21T09:12:07Z", "2026-11-21T09:12:07.000Z", "2026-11-21T09:12:08.000Z"),
    ])
  func ranges(_ text: String, _ start: String, _ end: String) throws {
    let notation = ValueNotation(timeZone: try zone("Europe/Warsaw"))
    #expect(try TimestampKind().range(of: text, in: notation) == start..<end)
  }

  @Test("A moment is shown, and tells the day, in the zone: near midnight they are different days")
  func display() throws {
    let attribute = AttributeDescription(name: "at", label: "At", kind: .timestamp)
    for (name, shown, day) in [
      ("Europe/Warsaw", "22 November 2026 at 00:30", "2026-11-22"),
      ("America/New_York", "21 November 2026 at 18:30", "2026-11-21"),
      ("Asia/Kathmandu", "22 November 2026 at 05:15", "2026-11-22"),
    ] {
      let say = Localizer(language: .english, catalogue: Catalogue(), timeZone: try zone(name))
      let value = Value.text("2026-11-21T23:30:00.000Z")
      #expect(attribute.behavior.display(value, for: attribute, in: say) == shown)
      let moment = try #require(Timestamp.date("2026-11-21T23:30:00Z"))
      #expect(CalendarDate(moment, in: try zone(name)).description == day)
    }
  }

  @Test("Today and the words of a task are of its zone")
  func task() throws {
    // They are 25 hours apart.
    let east = try TaskTimeZone.$current.withValue(zone("Pacific/Kiritimati")) { CalendarDate.today }
    let west = try TaskTimeZone.$current.withValue(zone("Pacific/Pago_Pago")) { CalendarDate.today }
    #expect(east > west)
    let say = try TaskTimeZone.$current.withValue(zone("Asia/Kathmandu")) {
      Localizer(language: .english, catalogue: Catalogue())
    }
    #expect(say.timeZone.identifier == "Asia/Kathmandu")
  }

  @Test("Days are added by the calendar")
  func adding() {
    #expect(CalendarDate(iso: "2024-02-28")?.adding(days: 2).description == "2024-03-01")
    #expect(CalendarDate(iso: "2026-03-28")?.adding(days: 1).description == "2026-03-29")
    #expect(CalendarDate(iso: "2026-10-26")?.adding(days: -365).description == "2025-10-26")
  }

  @Test(
    "What is no IANA name is no time zone",
    arguments: [
      "", "Mars/Base", "../../etc/passwd", "Europe/Warsaw\"", "Europe Warsaw", String(repeating: "a", count: 65),
    ])
  func names(_ name: String) {
    #expect(TaskTimeZone.named(name) == nil)
  }
}
