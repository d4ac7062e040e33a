import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("What all rows say otherwise than the first ones")
struct ProposalChangeTests {
  /// The tables that are guessed from the first rows, and those of all rows.
  private func tables(
    _ files: [(name: String, text: String)], choosing: (inout [ProposedTable]) -> Void = { _ in }
  ) throws -> (shown: [ProposedTable], found: [ProposedTable], isNew: Bool) {
    let opened = try files.map { ImportFile(try TextSource($0.text, name: $0.name)) }
    var shown = try EntityGuess(opened).tables
    choosing(&shown)
    let widened = try zip(shown, opened).map { try GuessCheck.widened($0, by: $1.text) }
    let (found, isNew) = try LinkCheck.checked(widened) { opened[$0].text }.withChanges(since: shown)
    return (shown, found, isNew)
  }

  private func texts(_ tables: [ProposedTable]) -> [String] {
    tables.flatMap(\.changes).map { Localizer.english($0) }
  }

  /// A file with more rows than the first ones that are looked at.
  private func rows(_ headings: String, last: String, _ row: (Int) -> String) -> String {
    headings + "\n" + (1...2_500).map { row($0) + "\n" }.joined() + last + "\n"
  }

  @Test("A column that becomes text, in its own words for each reason")
  func texts() throws {
    let count = rows("name,count", last: "last,12a") { "n\($0),\($0)" }
    #expect(
      try texts(tables([("a.csv", count)]).found) == ["count: there are values such as 12a, so it was changed to Text"])
    let days = rows("name,day", last: "last,spring of 1951") { "n\($0),2026-01-\(10 + $0 % 9)" }
    let day = try tables([("a.csv", days)])
    #expect(day.shown[0].columns[1].field.kind == .date && day.found[0].columns[1].field.kind == .text)
    #expect(texts(day.found) == ["day: there are values such as spring of 1951, so it was changed to Text"])
    let kinds = rows("name,kind", last: "last,x") {
      "n\($0),\($0 > 2_200 ? "kind \($0)" : $0 % 2 == 0 ? "tea" : "cup")"
    }
    let kind = try tables([("a.csv", kinds)])
    #expect(kind.shown[0].columns[1].field.kind == .choice)
    #expect(texts(kind.found) == ["kind: there are too many different values for a choice, so it was changed to Text"])
  }

  @Test("Values that will be empty, unless the first rows had such values already")
  func empty() throws {
    let days = rows("name,day", last: "last,sometime") { "n\($0),2026-01-\(10 + $0 % 9)" }
    let found = try tables([("a.csv", days)])
    #expect(found.found[0].columns[1].field.kind == .date && found.isNew)
    #expect(
      texts(found.found) == [
        "day: there are values that don't fit, such as sometime. They will be empty, unless you choose Text."
      ])
    let early = rows("name,day", last: "last,sometime") { "n\($0),\($0 == 9 ? "soon" : "2026-01-\(10 + $0 % 9)")" }
    #expect(try !tables([("a.csv", early)]).isNew)
    // A kind that a person has chosen stays.
    let count = rows("name,count", last: "last,12a") { "n\($0),\($0)" }
    let chosen = try tables([("a.csv", count)]) { $0[0].columns[1].isChosen = true }
    #expect(chosen.found[0].columns[1].field.kind == .integer && texts(chosen.found).first?.contains("12a") == true)
  }

  @Test("A key that two rows have, guessed or chosen, and numbers of records that repeat")
  func keys() throws {
    let code = rows("code,count", last: "C7,1") { "C\($0),\($0)" }
    let guessed = try tables([("a.csv", code)])
    #expect(guessed.shown[0].columns[0].field.isUnique && !guessed.found[0].columns[0].field.isUnique)
    #expect(texts(guessed.found) == ["code: two rows have the same value, so it does not tell the records apart"])
    let chosen = try tables([("a.csv", code)]) { $0[0].columns[0].isChosen = true }
    #expect(texts(chosen.found).first?.hasSuffix("one of them can't be loaded") == true)
    let ids = rows("id,name", last: "7,n") { "\($0),n\($0)" }
    #expect(texts(try tables([("a.csv", ids)]).found).first?.hasPrefix("id: not every row has a number") == true)
  }

  @Test("A column that names records of another file in the first rows only")
  func links() throws {
    let plants = rows("plant,bed", last: "last,Roof") { "p\($0),\($0 % 2 == 0 ? "North" : "South")" }
    let found = try tables([("plants.csv", plants), ("beds.csv", "bed,size\nNorth,3\nSouth,4\n")])
    #expect(found.shown[0].columns[1].meaning == .one(1) && found.found[0].columns[1].meaning == .field)
    #expect(texts(found.found) == ["bed: some rows name none of beds, so it is a field"])
  }

  @Test("Nothing is told where all rows agree, where a field only grows, and what was told before")
  func agreeing() throws {
    let same = rows("name,count,price,kind", last: "last,7,1.25,new") {
      "n\($0),\($0),\($0).5,\($0 % 2 == 0 ? "tea" : "cup")"
    }
    let grown = try tables([("a.csv", same)])
    #expect(!grown.isNew && texts(grown.found).isEmpty)
    #expect(grown.found[0].columns[2].field.scale == 2 && grown.found[0].columns[3].field.choices.count == 3)
    let days = rows("name,day", last: "last,sometime") { "n\($0),2026-01-\(10 + $0 % 9)" }
    let told = try tables([("a.csv", days)]).found
    let again = try tables([("a.csv", days)]) { $0 = told }
    #expect(!again.isNew && texts(again.found) == texts(told))
  }
}
