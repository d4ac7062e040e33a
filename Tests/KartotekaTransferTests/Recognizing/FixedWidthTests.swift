import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Texts in columns of blanks")
struct FixedWidthTests {
  @Test("Columns are those over whose gaps no line has a value")
  func aligned() async throws {
    let file = try await GuessedFile(
      """
      NAME        CITY          AMOUNT
      Ann Smith   New York    1,234.50
      Bob         Oslo           12.00
      Cid Jones   Rome           99.99

      """, "report.txt")
    #expect(file.kinds == [.text, .text, .decimal])
    #expect(try await file.column("CITY") == ["New York", "Oslo", "Rome"])
    #expect(try await file.column("AMOUNT") == ["1234.50", "12.00", "99.99"])
  }

  @Test("A line of hyphens tells the columns, and commas within values are none")
  func ruled() throws {
    let rows = try FileMaker.rows(
      """
      Stock of January

      Artikel Bezeichnung            Menge  Preis
      ------- --------------------- ------ ------
      4711    Schraube, verzinkt        12   1,50
      4712    Mutter                   100   0,20
      4713    Unterlegscheibe, rund      5

      """)
    #expect(rows.count { $0.first == "4711" } == 1)
    #expect(rows.contains(["Artikel", "Bezeichnung", "Menge", "Preis"]))
    #expect(rows.contains { $0.prefix(4) == ["4711", "Schraube, verzinkt", "12", "1,50"] })
    #expect(rows.contains { $0.prefix(3) == ["4713", "Unterlegscheibe, rund", "5"] })
  }

  @Test("A title above and minus signs behind amounts are understood, and a longer value finds its gap")
  func statement() async throws {
    let lines = (0..<250).map { "0\(1 + $0 % 9).01.2026  Lastschrift \(100 + $0)                  39,95-" }
    let text = """
                           KONTOAUSZUG  Nr. 1/2026
      Datum       Buchungstext                  Betrag EUR
      \(lines.joined(separator: "\n"))
      03.01.2026  Gehalt                     11.111.845,00

      """
    let file = try await GuessedFile(text, "auszug.txt")
    #expect(file.kinds == [.date, .text, .decimal])
    #expect(try await file.column("Betrag EUR").first == "-39.95")
    #expect(try await file.column("Betrag EUR").last == "11111845.00")
    #expect(try await file.column("Buchungstext").last == "Gehalt")
  }

  @Test("Lines below the first ones that don't keep to the columns are rejected, and a note at the end is left out")
  func unaligned() async throws {
    func line(_ name: String, _ city: String, _ amount: String) -> String {
      let cells = [
        name.padding(toLength: 12, withPad: " ", startingAt: 0),
        city.padding(toLength: 12, withPad: " ", startingAt: 0),
      ]
      return cells.joined() + String(repeating: " ", count: max(0, 8 - amount.count)) + amount
    }
    var lines = [line("Name", "City", "Amount")]
    for number in 0..<300 {
      lines.append(line(["Ann", "Bob Low", "Cidonie"][number % 3], ["Oslo", "New York"][number % 2], "\(number).50"))
    }
    lines += [
      // Over a gap, with the next value in the wrong column, without it, and with a number that reaches into its gap.
      "Maximiliane Schmidt  Rome    12.50", "Bob  Rome         13.50", "   Eve      Rome         14.50",
      line("Fay", "Rome", "1234567.5"), "", "All of these amounts are given in euros.",
    ]
    let file = try await GuessedFile(lines.joined(separator: "\n") + "\n", "report.txt")
    #expect(file.report.counts == ["read": 304, "inserted": 301, "rejected": 3])
    #expect(file.report.files.first?.rejects.map(\.line) == [302, 303, 304])
    #expect(try await file.column("Name").last == "Fay")
    #expect(try await file.column("Amount").last == "1234567.50")
    let remark = try #require(file.remarks.first { $0.contains("keep to the columns") })
    #expect(remark.hasPrefix("3 lines") && remark.contains("302: Maximiliane"))
    #expect(file.remarks.contains { $0.contains("All of these amounts are given") })
  }

  @Test(
    "Texts with delimiters, and lines that are not aligned, are no such columns",
    arguments: [
      "Name , City   , Age\nAnn  , Oslo   , 3\nBob  , Rome   , 4\n",
      "Name;  City;  Age\nAnn;   Oslo;  3\nBob;   Rome;  4\n",
      "One  two three\nFour five  six\nseven  eight nine\n",
    ])
  func others(text: String) throws {
    #expect(TextColumnsTests.gaps(text) == false)
  }

  private enum TextColumnsTests {
    static func gaps(_ text: String) -> Bool? { (try? TextSource(text)).map { TextColumns($0) != nil } }
  }

  @Test("In a short report, the last lines tell what the columns are, too")
  func lastLines() async throws {
    let file = try await GuessedFile(
      """
      NAME         CITY          NOTE
      Ann Smith    Oslo          ok
      Bob          Rome          none
      Eve          Bergen        fine
      Fay          Lund          ok
        Cid Jones  New  York     a  b
      Dan          Bonn          ok

      """, "report.txt")
    #expect(try await file.column("NAME") == ["Ann Smith", "Bob", "Eve", "Fay", "Cid Jones", "Dan"])
    #expect(try await file.column("NOTE")[4] == "a  b")
  }
}
