import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("The first rows of a proposal")
struct PreviewTests {
  private static let say = Localizer(language: .english, catalogue: Catalogue(), timeZone: .gmt)

  private func table(
    _ text: String, _ name: String = "rows.csv", in notation: ValueNotation? = nil
  ) throws -> ProposedTable {
    let source = TextSource(utf8: ByteSource(Array(text.utf8), name: name), encoding: .utf8, replacedCharacters: 0)
    return try #require(EntityGuess([try TableSample(source, name: name)], in: notation).tables.first)
  }

  @Test(
    "They are as the records will be: read by their kinds, without columns that are left out, two halves as one position"
  )
  func rows() throws {
    let found = try table(
      "Name;Price;Bought;Lat;Lon;Paid\nTea;1.234,50 €;05.01.2026;53.5;-1.25;ja\nCup;n/a;;;;nein\nPot;3 €;6.1.2026;50;14;ja\n"
    )
    let (headings, rows) = found.firstRecords(in: Self.say)
    #expect(headings.map(\.label) == ["Name", "Price", "Bought", "Position", "Paid"])
    #expect(headings.map(\.isNumber) == [false, true, false, false, false])
    #expect(rows.count == 3 && rows[0][0] == "Tea" && rows[0][1].contains("1,234.50") && rows[0][3].contains("53.5"))
    #expect(rows[1][1] == "" && rows[1][3] == "")
    #expect(found.sampled == 3 && found.format == "CSV" && found.delimiter == .semicolon)
  }

  @Test("A column tells between which values it lies, what is missing or read as empty, and what is unlike the others")
  func digest() throws {
    var text = "Name,Count\n"
    for index in 1...20 {
      text += "\(index == 7 ? "Ann 7#" : "Name \(Character(UnicodeScalar(UInt8(64 + index)))) Fox"),"
      text += "\(index == 3 ? "n/a" : index == 4 ? "" : String(index * 5))\n"
    }
    let columns = try table(text).columns
    #expect(columns[0].digest?.odd == ["Ann 7#"])
    let count = try #require(columns[1].digest)
    #expect(count.least == "5" && count.greatest == "100" && count.empty == 1)
    #expect(count.placeholders == 1 && count.placeholder == "n/a")
    #expect(columns[1].remarks.map { Localizer.english($0) }.first == "from 5 to 100")
  }

  @Test("What nothing in the file decides is a question with both readings, which a chosen notation answers")
  func question() throws {
    let open = try table("Item;Count;Day\nTea;1.234;01/02/2026\nCup;2.500;03/04/2026\n")
    let numbers = try #require(open.question(about: .decimalMark))
    #expect(numbers.readings.first == "1.234" && numbers.readings.second == "1234")
    #expect(open.openQuestion == numbers && open.question(about: .dateOrder) != nil)
    var notation = ValueNotation.undecided
    notation.decimalMark = .comma
    notation.dateOrder = .monthDayYear
    let chosen = try table("Item;Count;Day\nTea;1.234;01/02/2026\nCup;2.500;03/04/2026\n", in: notation)
    #expect(chosen.openQuestion == nil && chosen.question(about: .decimalMark) != nil)
    #expect(chosen.firstRecords(in: Self.say).rows[0][1] == "1,234")
    #expect(try table("Item;Count\nTea;1.234\nCup;2.500,5\n").openQuestion == nil)
    #expect(try table("[{\"n\": 1.234}, {\"n\": 2.5}]", "rows.json").openQuestion == nil)
  }

  @Test("A value that doesn't fit is shown as such")
  func misfit() throws {
    let found = try table("Task,Due\nA,2026-01-05\nB,2026-01-06\nC,next week\nD,2026-02-01\n")
    #expect(found.firstRecords(in: Self.say).rows[2][1] == "–" && found.columns[1].misfits?.example == "next week")
  }

  @Test("Members that some JSON records lack stay with their records")
  func members() throws {
    let found = try table(#"[{"name": "A"}, {"name": "B", "size": 2}, {"size": 3}]"#, "rows.json")
    #expect(found.firstRecords(in: Self.say).rows == [["A", ""], ["B", "2"], ["", "3"]])
  }

  @Test("A column is guessed again by the notation that a person has chosen")
  func notation() throws {
    let source = TextSource(
      utf8: ByteSource(Array("Item;Count\nTea;1.234\nCup;2.500\n".utf8), name: "rows.csv"), encoding: .utf8,
      replacedCharacters: 0)
    let sample = try TableSample(source, name: "rows.csv")
    let tables = EntityGuess([sample]).tables
    var notation = ValueNotation.undecided
    notation.decimalMark = .comma
    let changed = EntityGuess([sample], changing: tables, at: 0, header: tables[0].header, in: notation).tables[0]
    #expect(changed.columns[1].field.kind == .integer && changed.notation == notation)
  }
}
