import Foundation
import KartotekaModel
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "A moment is kept in UTC with milliseconds, whatever its offset",
    arguments: [
      ("2026-11-21T09:12:00Z", "2026-11-21T09:12:00.000Z"),
      ("2026-11-21t09:12:00z", "2026-11-21T09:12:00.000Z"),
      ("2026-11-21 09:12", "2026-11-21T09:12:00.000Z"),
      ("2026-11-21", "2026-11-21T00:00:00.000Z"),
      ("2026-11-21T09:12:00+02:00", "2026-11-21T07:12:00.000Z"),
      ("2026-11-21T09:12:00-0530", "2026-11-21T14:42:00.000Z"),
      ("2026-11-21T00:30:00+01:00", "2026-11-20T23:30:00.000Z"),
      ("2024-02-28T23:30:00-01:00", "2024-02-29T00:30:00.000Z"),
      ("2026-12-31T23:59:59.9996Z", "2027-01-01T00:00:00.000Z"),
      ("2026-11-21T09:12:00.1234567Z", "2026-11-21T09:12:00.123Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"),
      ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ])
  func utc(_ text: String, _ kept: String) throws {
    let date = try #require(Timestamp.date(text))
    #expect(Timestamp.text(date) == kept)
  }

  @Test(
    "What is no moment is none",
    arguments: [
      "", "09:12", "2026-11-21T", "2026-11-21T24:00:00Z", "2026-11-21T09:60Z", "2026-11-21T09:12:60Z",
      "2026-11-21X09:12",
      "2026-11-21T9:12Z", "2026-11-21T09:12:0e1Z", "2026-11-21T09:12:00e1Z", "2026-11-21T09:12:00+25:00",
      "2026-02-29T00:00Z", "2026-11-21T09:12:00.5.5Z",
      "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:59.9999Z",
    ])
  func none(_ text: String) {
    #expect(Timestamp.date(text) == nil)
  }

  @Test("The order of the texts is the order of the moments, and reading gives the moment back")
  func order() throws {
    var random = SplitMix(state: 9)
    let moments = (0..<500).map { _ in
      Date(timeIntervalSince1970: (Double.random(in: -62e9...253e9, using: &random) * 1000).rounded() / 1000)
    }.sorted()
    let texts = moments.map(Timestamp.text)
    #expect(texts == texts.sorted())
    #expect(texts.allSatisfy { $0.utf8.count == 24 })
    #expect(texts.map { Timestamp.date($0).map(Timestamp.text) } == texts)
  }

  @Test("The stored form is read as every other form of the moment is")
  func stored() throws {
    var random = SplitMix(state: 11)
    for _ in 0..<2_000 {
      let text = Timestamp.text(Date(timeIntervalSince1970: Double.random(in: -62e9...253e9, using: &random)))
      let moment = try #require(Timestamp.date(text))
      #expect(moment == Timestamp.date(String(text.dropLast()) + "+00:00"), "\(text)")
    }
    for text in [
      "2026-02-29T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "2026-11-21T24:00:00.000Z",
      "2026-11-21T09:60:00.000Z", "2026-11-21T09:12:60.000Z", "2026-11-21T09-12:00.000Z", "2026-11-21T09:12:0a.000Z",
    ] {
      #expect(Timestamp.date(text) == nil, "\(text)")
    }
  }

  @Test("A moment of no year from 1 to 9999 becomes the nearest one")
  func far() {
    #expect(Timestamp.text(Date(timeIntervalSince1970: 1e300)) == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp.text(Date(timeIntervalSince1970: -1e300)) == "0001-01-01T00:00:00.000Z")
    #expect(Timestamp.text(.distantPast) == "0001-01-01T00:00:00.000Z")
  }
}
