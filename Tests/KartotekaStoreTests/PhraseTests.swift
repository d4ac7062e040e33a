import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Names of change sets in the database")
struct PhraseTests {
  @Test(
    "are read as they were written",
    arguments: [
      Phrase("Changed data"), Phrase("Say \"no\"\n\u{1F600} {title}", ["title": .text("Zażółć \\ \t \u{0}")]),
      Phrase("{count} of {country}", ["count": .count(-1_000), "country": .country(CountryCode.all[7])]),
      Phrase("Undid: {deed}", ["deed": .phrase(Phrase("Added {title}", ["title": .phrase("Someone")]))]),
    ])
  func roundTrip(_ phrase: Phrase) throws {
    #expect(try JSONDecoder().decode(Phrase.self, from: Data(JSONText.json(phrase).utf8)) == phrase)
  }

  @Test("are read from files that earlier versions have written")
  func earlier() throws {
    let text = #"{"key":"Added {title}","arguments":{"title":{"phrase":{"_0":{"key":"A","arguments":{}}}}}}"#
    let phrase = try #require(JSONText.value(Phrase.self, text))
    #expect(phrase == Phrase("Added {title}", ["title": .phrase("A")]))
  }
}
