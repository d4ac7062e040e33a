import KartotekaModel
import Testing

@testable import KartotekaTransfer

@Suite("Where a table ends")
struct TableEndTests {
  private static let shops = (1...30).map { "Shop \($0),Street \($0),\($0 * 10).50" }
  private static let films = (0..<12).map { "Film \($0),Someone \($0),\(1980 + $0),\(90 + $0)" }

  private func shops(_ changes: [Int: String]) -> String {
    var rows = Self.shops
    for (row, text) in changes { rows[row - 1] = text }
    return "Name,Address,Price\n" + rows.joined(separator: "\n") + "\n"
  }

  private func films(_ last: String...) -> String {
    "Title,Who,Year,Minutes\n" + (Self.films + last).joined(separator: "\n") + "\n"
  }

  @Test(
    "A text in a column of numbers below a line break, or below a blank line, begins no table: all rows are records")
  func oddValue() async throws {
    let text = shops([10: "Shop 10,\"Street 10\nPrague\",105.50", 11: "Shop 11,Street 11,on request"])
    #expect(try await GuessedFile(text).column("Name").count == 30)
    let blank = shops([11: "\nShop 11,Street 11,on request"])
    #expect(try await GuessedFile(blank).column("Name").count == 30)
  }

  @Test("A last record that has a name only is a record, also below a text with a line break")
  func lastName() async throws {
    let text = shops([29: "Shop 29,\"Street 29\nPrague\",105.50", 30: "Shop 30,,"])
    #expect(try await GuessedFile(text).column("Name").last == "Shop 30")
  }

  @Test(
    "A last record whose name has a word for total, or ends like a sentence, is a record",
    arguments: [
      "Total Recall,,1990,113", "Acme Inc.,,,", "Media Markt,,1979,12", "Sum 41,,1996,4", "Balance bike,,2001,3",
      "Film 20,,unknown,", "Mean Girls,,2004,97",
    ])
  func names(last: String) async throws {
    let file = try await GuessedFile(films(last))
    #expect(try await file.column("Title").count == 13)
    #expect(try await file.column("Title").last == String(last.prefix { $0 != "," }))
  }

  @Test(
    "A row with the word alone, with the sum of a column, or a sentence is none",
    arguments: [
      "Total,,,1146", "Total minutes,,,1146", "Average length,,,95.5", "Total 2026,,,5", "SUM,,,1146",
      "* Without the lost ones,,,",
    ])
  func totals(last: String) async throws {
    let file = try await GuessedFile(films(last))
    #expect(try await file.column("Title").count == 12)
    #expect(file.remarks.contains { $0.contains(last.prefix { $0 != "," }) })
  }

  @Test("A total below hundreds of rows is none, too")
  func farTotal() async throws {
    let rows = (0..<400).map { "Film \($0),Someone \($0),\(1980 + $0 % 40),90\n" }.joined()
    let file = try await GuessedFile("Title,Who,Year,Minutes\n\(rows)Total of all,,,36000\n")
    #expect(try await file.column("Title").count == 400)
  }

  @Test(
    "Another table has rows of its own below its headings, and is a kind of its own",
    arguments: [
      ("Name,Points\nAnn,3\nBob,4\nCec,5\n\nTown,Country\nOslo,Norway\nRome,Italy\n", "Town"),
      ("Product,Sales\nTea,3\nCoffee,4\nCocoa,5\n\nRegion,Sales\nNorth,7\nSouth,5\n", "Region"),
    ])
  func another(text: String, heading: String) async throws {
    let file = try await GuessedFile(text)
    #expect(file.report.files.map(\.inserted) == [3, 2])
    #expect(file.entities.last?.attributes.first?.label == heading)
  }

  @Test("Headings with fewer cells than the rows below are headings, and titles are none")
  func narrowHeadings() async throws {
    let names = try await GuessedFile("Name\nSmith, John\nDoe, Jane\nRoe, Max\n")
    #expect(names.fields == ["Name", "Column B"])
    #expect(try await names.column("Name") == ["Smith", "Doe", "Roe"])
    for title in ["Members", "Report 2026", "All the members of the choir"] {
      let file = try await GuessedFile("\(title)\nName,Born,City\nAnn,1990,Oslo\nBob,1991,Rome\n")
      #expect(file.fields == ["Name", "Born", "City"], "\(title)")
    }
  }

  @Test("A group whose records lack a value stays below its title")
  func groupWithGaps() async throws {
    let paid = (1...120).map { "\($0),Cust \($0),\($0).50,2026-01-0\(1 + $0 % 9)\n" }.joined()
    let file = try await GuessedFile(
      "No,Customer,Amount,Paid on\n\(paid)\nOpen\n121,Ann,5.50,\n122,Bob,6.50,\n123,Cid,7.50,\n124,Dan,8.50,\n")
    #expect(try await file.column("Customer").suffix(4) == ["Ann", "Bob", "Cid", "Dan"])
  }

  @Test("Records whose letters are those of a title are records")
  func likeTheTitle() async throws {
    let file = try await GuessedFile("Zimmer\nName;Betten\nZimmer 1;4\nZimmer 2;3\n")
    #expect(try await file.column("Name") == ["Zimmer 1", "Zimmer 2"])
  }
}
