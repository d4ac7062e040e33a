import Foundation
import Testing

@testable import KartotekaModel

@Suite("Number series")
struct NumberSeriesTests {
  private static func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(iso: text)) }

  private static func phrase(_ pattern: String) -> String? {
    do throws(ValueFault) { _ = try NumberSeries(pattern) } catch { return Localizer.english(error.phrase) }
    return nil
  }

  @Test("A pattern has fixed text, year, month and a counter, which grows beyond its digits")
  func texts() throws {
    let day = try Self.day("2026-03-05")
    let cases: [(pattern: String, number: Int64, text: String)] = [
      ("{year}-{0000}", 42, "2026-0042"), ("{year}-{0000}", 10_000, "2026-10000"),
      ("RE {yy}/{month}-{00}", 7, "RE 26/03-07"),
      ("{year}{0000}", 42, "20260042"), ("{0}", 1, "1"), ("{000}/{year}", 12, "012/2026"),
      ("فاتورة-{000}", 1, "فاتورة-001"),
      ("1{0}2", 3, "132"), ("№{0}e\u{301}", 5, "№5e\u{301}"), ("{year}{month}{000}", 1, "202603001"),
    ]
    for (pattern, number, text) in cases {
      let series = try NumberSeries(pattern)
      #expect(series.frame(on: day).text(number) == text, "\(pattern)")
      let read = try #require(series.read(text), "\(pattern)")
      #expect(read.frame == series.frame(on: day) && read.number == number, "\(pattern)")
    }
  }

  @Test("Each year or month has numbers of its own, also those of days that come later or were earlier")
  func frames() throws {
    let series = try NumberSeries("{year}-{0000}")
    let (last, first) = (series.frame(on: try Self.day("2026-12-31")), series.frame(on: try Self.day("2027-01-01")))
    let early = series.frame(on: try Self.day("2026-01-01"))
    #expect(last != first && last == early)
    let read = try #require(series.read("1999-0007"))
    #expect(read.frame.prefix == "1999-")
    let monthly = try NumberSeries("{yy}{month}-{0}")
    #expect(monthly.frame(on: try Self.day("2026-12-31")).prefix == "2612-")
    #expect(monthly.read("2613-1") == nil && monthly.read("2600-1") == nil)
  }

  @Test(
    "A text that the pattern gives on no day is none of its numbers",
    arguments: [
      "", "2026-", "2026-042", "2026-00042", "2026-0042 ", "2026-004x", "202x-0042", "2026-٠٠٤٢", "2026–0042",
      "2026-1000000000000", "x2026-0042", "2026-+042", "2026--042",
    ])
  func foreign(text: String) throws { #expect(try NumberSeries("{year}-{0000}").read(text) == nil) }

  @Test("What is no pattern is refused with the reason")
  func refused() {
    let cases: [(pattern: String, reason: String)] = [
      ("", "empty"), ("RE-{year}", "one counter"), ("{0}-{00}", "one counter"), ("{0}{0}", "one counter"),
      ("{day}-{0}", "{day} can't be in a pattern"), ("{0", "{0 can't be"), ("0}", "can't be"), ("{}{0}", "{} can't be"),
      ("{01}", "{01} can't be"), ("{Year}-{0}", "{Year} can't be"), ("{month}-{0}", "needs the year"),
      ("{0000000000000}", "at most 12 digits"), (String(repeating: "a", count: 200) + "{0}", "at most 60 characters"),
      (" {0}", "no spaces"), ("{0} ", "no spaces"), ("\u{202e}{0}", "invisible"), ("a\nb{0}", "one line"),
      ("a\u{0}b{0}", "control character"), ("{{0}}", "can't be"),
    ]
    for (pattern, reason) in cases {
      #expect(Self.phrase(pattern)?.contains(reason) == true, "\(pattern): \(Self.phrase(pattern) ?? "fine")")
    }
  }

  @Test("The longest number of any pattern fits into its field")
  func longest() throws {
    for pattern in [
      "{0}", NumberSeries.usual, String(repeating: "ż", count: 57) + "{0}", "{year}{yy}{month}{000000000000}",
    ] {
      let series = try NumberSeries(pattern)
      let text = series.frame(on: .today).text(NumberSeries.greatest)
      #expect(text.utf8.count == series.longest && series.longest <= TextKind.longest.oneLine, "\(pattern)")
    }
  }

  @Test("Descriptions have the pattern alone: a series is unique")
  func description() throws {
    var attribute = AttributeDescription(name: "number", label: "Number", kind: .text)
    attribute.become(series: NumberSeries.usual)
    #expect(attribute.isUnique && attribute.numbers != nil)
    var json = JSONWriter()
    json.value(AttributeDescription.shape.write(attribute))
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"name":"number","series":"{year}-{0000}"}"#)
  }
}
