import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Columns of tags")
struct TagGuessTests {
  private static let tags = [
    "red, round", "red", "", "round; heavy", "heavy, red", "red, round, heavy", "round", "red, heavy", "heavy",
  ]

  @Test("Few names that many cells repeat, several in a cell, are tags")
  func areTags() {
    #expect(TagGuess.areTags(Self.tags))
  }

  private static let places = ["Warsaw, Poland", "Łódź, Poland", "Berlin, Germany"]
  private static let numbers = ["1,5", "2,5", "3"]
  private static let sentences = ["It was late, and we all went home", "Yes, so", "No"]
  private static let addresses: [String] = (1...9).map { "Street \($0), Town \($0), x" }
  private static let rare: [String] = (1...9).map { $0 % 2 == 0 ? "a\($0), b" : "c\($0)" }
  private static let others: [[String]] = [
    fiveTimes(places), fiveTimes(numbers), fiveTimes(sentences), addresses, rare,
    ["red", "red", "round", "red", "round", "red"],
    ["red, round", "red", "round, red", "red, round"],
    ["red, ", "red, round", "round", "red", "red, round", "round, red", "red"],
  ]

  private static func fiveTimes(_ values: [String]) -> [String] { Array(repeatElement(values, count: 5).joined()) }

  @Test("Pairs, addresses, sentences, numbers and rare names are none", arguments: others)
  func areNone(values: [String]) {
    #expect(!TagGuess.areTags(values))
  }

  @Test("An application of a file has a kind of them with a name and a colour")
  func application() throws {
    let rows = Self.tags.enumerated().map { "Thing \($0),\"\($1)\"" }.joined(separator: "\n")
    let guess = try EntityGuess([
      ImportFile(try TextSource("Name,Features\n" + rows + "\n", name: "things.csv"))
    ])
    #expect(guess.tables[0].columns.map(\.meaning) == [.field, .tags])
    let entities = guess.entities
    #expect(entities.map(\.name) == ["thing", "feature"])
    let model = ModelDescription(drafts: entities)
    #expect(model.check().isEmpty, "\(model.check())")
    let features = try #require(model.entity(named: "thing")?.tags.first)
    #expect(features.label == "Features" && model.entity(named: "feature")?.tagName?.name == "name")
  }
}
