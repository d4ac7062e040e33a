import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Times and texts of calendars")
struct CalendarFileTests {
  private func file(_ lines: [String]) throws -> (records: [[String: String]], notes: [Phrase]) {
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    let table = try #require(try FileMaker.tables(Array(text.utf8), "c.ics").first)
    let records = table.rows.dropFirst().map { row in
      Dictionary(zip(table.rows[0], row).filter { !$1.isEmpty }, uniquingKeysWith: { $1 })
    }
    return (records, table.notes)
  }

  /// The starts of events at local times of a zone that only the file describes.
  private func starts(_ zone: [String], _ times: [String]) throws -> [String?] {
    let events = times.flatMap {
      ["BEGIN:VEVENT", "SUMMARY:Event \($0)", "DTSTART;TZID=Own zone:\($0)", "END:VEVENT"]
    }
    let zone = ["BEGIN:VTIMEZONE", "TZID:Own zone"] + zone + ["END:VTIMEZONE"]
    return try file(zone + events).records.map { $0["Start"] }
  }

  private func change(_ name: String, _ start: String, _ offsets: String, _ more: String...) -> [String] {
    let offsets = offsets.split(separator: " ")
    return ["BEGIN:\(name)", "DTSTART:\(start)", "TZOFFSETFROM:\(offsets[0])", "TZOFFSETTO:\(offsets[1])"] + more
      + ["END:\(name)"]
  }

  @Test("A rule that has ended moves no clocks: those of America until 2006 beside those from 2007")
  func until() throws {
    let zone =
      change(
        "DAYLIGHT", "19870405T020000", "-0500 -0400", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z")
      + change(
        "STANDARD", "19671029T020000", "-0400 -0500", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z")
      + change("DAYLIGHT", "20070311T020000", "-0500 -0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU")
      + change("STANDARD", "20071104T020000", "-0400 -0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU")
    let times = [
      "20261028T120000", "20261102T120000", "20260320T120000", "20060403T120000", "20061028T120000", "20061030T120000",
      "20070320T120000", "20070201T120000",
    ]
    let offsets = ["-04:00", "-05:00", "-04:00", "-04:00", "-04:00", "-05:00", "-04:00", "-05:00"]
    #expect(try starts(zone, times).map { $0.map { String($0.suffix(6)) } } == offsets)
  }

  @Test(
    "The day of a change is that of the rule: the last one by its place, one among days of the month, a day of the month",
    arguments: [
      ("BYDAY=SU;BYSETPOS=-1", "20260329T030000"), ("BYDAY=-1SU", "20260329T030000"),
      ("BYDAY=SU;BYMONTHDAY=8,9,10,11,12,13,14", "20260308T030000"), ("BYMONTHDAY=20", "20260320T030000"),
      ("BYMONTHDAY=-1", "20260331T030000"), ("BYDAY=2SU", "20260308T030000"),
      ("BYDAY=SU;BYSETPOS=2", "20260308T030000"),
    ])
  func days(rule: String, moment: String) throws {
    let zone =
      change("DAYLIGHT", "20000326T030000", "+0100 +0200", "RRULE:FREQ=YEARLY;BYMONTH=3;\(rule)")
      + change("STANDARD", "20001029T030000", "+0200 +0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU")
    let before = "\(moment.prefix(8))T025900"
    let found = try starts(zone, [before, moment])
    #expect(found.map { $0?.hasSuffix("+01:00") } == [true, false])
    #expect(found[1]?.hasSuffix("+02:00") == true)
  }

  @Test("Moments in a list are changes, and before the first one the offset is the one it replaced")
  func moments() throws {
    let zone =
      change("STANDARD", "20000101T000000", "+0300 +0100", "RDATE:20200101T000000")
      + change("STANDARD", "20100101T000000", "+0100 +0500")
    let found = try starts(zone, ["19990101T120000", "20050101T120000", "20150101T120000", "20250101T120000"])
    #expect(found.map { $0.map { String($0.suffix(6)) } } == ["+03:00", "+01:00", "+05:00", "+01:00"])
  }

  @Test("A rule that is not understood gives no hour, and neither does an unknown zone: both are said")
  func unknown() throws {
    let zone =
      ["BEGIN:VTIMEZONE", "TZID:Own zone"]
      + change("DAYLIGHT", "20000326T030000", "+0100 +0200", "RRULE:FREQ=YEARLY;BYWEEKNO=13;BYDAY=SU")
      + change("STANDARD", "19991031T030000", "+0200 +0100") + ["END:VTIMEZONE"]
    let found = try file(
      zone + [
        "BEGIN:VEVENT", "SUMMARY:A", "DTSTART;TZID=Own zone:20260710T120000", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:B",
        "DTSTART;TZID=Nowhere:20260710T120000", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:C",
        "DTSTART;TZID=Own zone:20000101T120000", "END:VEVENT",
      ])
    #expect(
      found.records.map { $0["Start"] } == ["2026-07-10T12:00:00", "2026-07-10T12:00:00", "2000-01-01T12:00:00+01:00"])
    let note = try #require(found.notes.first)
    #expect(note.key == "{count} times are read as local ones, as their time zone is not known: {names}")
    #expect(note.arguments == ["count": .count(2), "names": .text("Nowhere, Own zone")])
  }

  @Test("Texts of version 1.0 in quoted-printable are read in their encoding, also over several lines")
  func version1() throws {
    let found = try file([
      "VERSION:1.0", "BEGIN:VEVENT", "SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Sch=C3=B6ne",
      "LOCATION;CHARSET=ISO-8859-2;ENCODING=QUOTED-PRINTABLE:=A3=F3d=BC",
      "DESCRIPTION;QUOTED-PRINTABLE;CHARSET=koi8-r:=D0=D2=C9=", "=D7=C5=D4", "DTSTART:20260710T120000Z", "END:VEVENT",
    ])
    #expect(
      found.records == [
        ["Title": "Schöne", "Place": "Łódź", "Description": "привет", "Start": "2026-07-10T12:00:00Z"]
      ])
  }

  @Test("What is no time or no position is kept as it is, and what no column takes is named")
  func leftOut() throws {
    let found = try file([
      "BEGIN:VEVENT", "SUMMARY:A", "DTSTART:20260710T990000", "GEO:here", "CONTACT:Ann", "DTSTAMP:20260101T000000Z",
      "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:B", "DTSTART:20260710T120000Z", "DTEND:soon", "PRIORITY:1", "CONTACT:Bob",
      "X-COLOR:red", "END:VEVENT",
    ])
    #expect(
      found.records == [
        ["Title": "A", "Start": "20260710T990000", "Position": "here"],
        ["Title": "B", "Start": "2026-07-10T12:00:00Z", "End": "soon", "Priority": "1"],
      ])
    #expect(found.notes == [Phrase("Left out of the events: {names}", ["names": .text("CONTACT (2), X-COLOR (1)")])])
  }
}
