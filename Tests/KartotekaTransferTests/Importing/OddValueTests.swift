import Foundation
import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Values as programs write them")
struct OddValueTests {
  @Test("Years of two digits are of this century where none would be far ahead")
  func thisCentury() async throws {
    let file = try await GuessedFile("Tag;Text\n05.01.19;A\n30.12.20;B\n01.02.21;C\n")
    #expect(file.kinds == [.date, .text])
    #expect(try await file.column("Tag") == ["2019-01-05", "2020-12-30", "2021-02-01"])
    let slashes = try await GuessedFile("Day,Text\n1/5/19,A\n12/30/20,B\n")
    #expect(try await slashes.column("Day") == ["2019-01-05", "2020-12-30"])
  }

  @Test("Years of two digits are of the last century where all would be later, and open where a column has both")
  func lastCentury() async throws {
    let born = try await GuessedFile("Geboren;Name\n05.01.85;A\n30.12.77;B\n")
    #expect(try await born.column("Geboren") == ["1985-01-05", "1977-12-30"])
    let both = try await GuessedFile("Geboren;Name\n05.01.85;A\n30.12.05;B\n")
    #expect(both.kinds == [.text, .text])
    #expect(try await both.column("Geboren") == ["05.01.85", "30.12.05"])
  }

  @Test("Days of the next years are of this century, those far ahead of the last one, and the result shows such years")
  func nextYears() async throws {
    // 26 in 2026.
    let now = CalendarDate.today.year % 100
    let soon = try await GuessedFile(
      "Name,Expires\nA,31.12.\(now + 2)\nB,30.06.\(now + 3)\nC,15.05.\(now + 5)\nD,01.04.\(now)\n")
    #expect(soon.kinds == [.text, .date])
    #expect(
      try await soon.column("Expires") == [
        "20\(now + 2)-12-31", "20\(now + 3)-06-30", "20\(now + 5)-05-15", "20\(now)-04-01",
      ])
    #expect(soon.remarks.contains("Years of two digits in Expires are read as 20\(now) to 20\(now + 5)"))
    let far = try await GuessedFile("Name,Born\nA,31.12.\(now + 16)\nB,30.06.\(now + 30)\n")
    #expect(try await far.column("Born") == ["19\(now + 16)-12-31", "19\(now + 30)-06-30"])
    #expect(far.remarks.contains("Years of two digits in Born are read as 19\(now + 16) to 19\(now + 30)"))
    let past = try await GuessedFile("Name,Born\nA,31.12.85\nB,30.06.77\n")
    #expect(past.remarks.isEmpty)
  }

  @Test("Later rows decide the century, too")
  func laterRows() async throws {
    var text = "Geboren;Name\n"
    for index in 0..<2_100 { text += "05.01.\(10 + index % 9);A\(index)\n" }
    let file = try await GuessedFile(text + "01.01.55;Z\n")
    #expect(file.kinds == [.text, .text])
    #expect(try await file.column("Geboren").last == "01.01.55")
  }

  @Test("Numbers with points under Version, and three of one digit each, are texts", arguments: ["1.10", "1.2.26"])
  func versions(text: String) async throws {
    let file = try await GuessedFile("App,Version\nA,\(text)\nB,1.9\nC,2.0\n")
    #expect(try await file.column("Version") == [text, "1.9", "2.0"])
    let dots = try await GuessedFile("App,Build\nA,1.2.26\nB,1.3.10\nC,2.1.12\n")
    #expect(try await dots.column("Build") == ["1.2.26", "1.3.10", "2.1.12"])
  }

  @Test("Amounts in several currencies keep them; one currency holds for amounts without a sign")
  func currencies() async throws {
    let several = try await GuessedFile("Name,Price\nA,12 €\nB,$13\nC,14 €\n")
    #expect(try await several.column("Price") == ["12 €", "$13", "14 €"])
    let one = try await GuessedFile("Name,Price\nA,$12.50\nB,($13.00)\nC,14\n")
    #expect(one.field("Price")?.currency == "USD")
    #expect(try await one.column("Price") == ["12.50", "-13.00", "14.00"])
  }

  @Test("Rows of delimiters alone are no records, and a day of zeros is none")
  func blanks() async throws {
    let file = try await GuessedFile("ID,Name,Born\n1,Ann,1985-01-05\n,,\n2,Bob,0000-00-00\n , ,\n3,Cid,1990-02-01\n")
    #expect(try await file.column("Name") == ["Ann", "Bob", "Cid"])
    #expect(try await file.column("Born") == ["1985-01-05", "", "1990-02-01"])
    #expect(file.fields == ["Name", "Born"], "ID has the records' numbers")
  }

  @Test("Codes that are digits are texts: ISBN, EAN, postal codes; an apostrophe before digits is no part of them")
  func codes() async throws {
    let file = try await GuessedFile("Title,ISBN13,Zip\nMomo,9783522177504,'01067\nKrabat,9783522202275,'20095\n")
    #expect(file.kinds == [.text, .text, .text])
    #expect(try await file.column("Zip") == ["01067", "20095"])
    let years = try await GuessedFile("Song,From\nA,'90\nB,'85\n")
    #expect(try await years.column("From") == ["'90", "'85"])
  }

  @Test("The preamble of a bank's file is no table, whatever its rows have")
  func preamble() async throws {
    let file = try await GuessedFile(
      "\"Konto\";\"DE12\"\n\"Zeitraum:\";\"2025 - 2026\"\n\"Stand:\";\"1.234,56 €\"\n\"\"\n"
        + "\"Datum\";\"Art\";\"Text\";\"Name\";\"Betrag\";\"Nummer\"\n"
        + "\"05.01.2026\";\"A\";\"x\";\"\";\"-12,40\";\"\"\n\"06.01.2026\";\"B\";\"y\";\"Z\";\"2.500\";\"1\"\n")
    #expect(file.fields == ["Datum", "Art", "Text", "Name", "Betrag", "Nummer"])
    #expect(try await file.column("Betrag") == ["-12.40", "2500.00"])
  }

  @Test(
    "Tables in JSON of other forms are read as tables",
    arguments: [
      #"{"data":{"items":[{"Name":"Ann","Age":31},{"Name":"Bob","Age":44}]},"next":null,"count":2}"#,
      #"[["Name","Age"],["Ann",31],["Bob",44]]"#, #"{"columns":["Name","Age"],"data":[["Ann",31],["Bob",44]]}"#,
      #"{"Name":["Ann","Bob"],"Age":[31,44]}"#, #"{"Name":{"0":"Ann","1":"Bob"},"Age":{"0":31,"1":44}}"#,
    ])
  func json(text: String) async throws {
    let file = try await GuessedFile(text, "people.json")
    #expect(file.fields == ["Name", "Age"])
    #expect(try await file.column("Name") == ["Ann", "Bob"])
    #expect(try await file.column("Age") == ["31", "44"])
  }

  @Test(
    "The first list of rows in JSON has headings where the rows show it, and is a record otherwise",
    arguments: [
      (#"[["Ann","Smith"],["Bob","Jones"],["Cid","Brown"]]"#, ["Column A", "Column B"]),
      (#"[["2026-01-05","x"],["2026-01-06","y"],["2026-01-07","z"]]"#, ["Column A", "Column B"]),
      (#"[["Name","Town"],["Bob","York"],["Cid","Bath"]]"#, ["Name", "Town"]),
      (#"[["Town","Since"],["York","2026-01-06"],["Bath","2026-01-07"]]"#, ["Town", "Since"]),
      (#"[["Town","Year"],["York",1990],["Bath",1991]]"#, ["Town", "Year"]),
      (#"{"columns":["Who","Town"],"data":[["Bob","York"],["Cid","Bath"]]}"#, ["Who", "Town"]),
    ])
  func lists(text: String, headings: [String]) throws {
    let rows = try FileMaker.rows(text, "people.json")
    #expect(rows.first == headings)
    #expect(rows.count == (headings[0] == "Column A" ? 4 : 3))
  }

  @Test("Numbers of JSON with exponents are numbers")
  func exponents() async throws {
    let file = try await GuessedFile("{\"n\":1.5}\n{\"n\":1e3}\n{\"n\":2E-1}\n", "rows.ndjson")
    #expect(try await file.column("n") == ["1.5", "1000.0", "0.2"])
  }
}
