import Foundation
import KartotekaModel
import KartotekaStore
import RandomTests
import Testing

@testable import KartotekaTransfer

@Suite("Totals in exports")
struct ListTotalsTests {
  private struct Sale: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let amount = Attribute<Decimal>("Amount", .scale(2), .currency("EUR"))
    let count = Attribute<Int>("Count")
    let note = Attribute<String>("Note")
  }

  private static let model = ModelDescription([Sale.self])
  private static let columns = ["name", "amount", "count", "note"]

  private func desk(_ sales: [(String, Int64?, Int64?)]) async throws -> Desk {
    let desk = try Desk(Self.model)
    _ = try await desk.store.perform(.code) { transaction in
      for (name, amount, count) in sales {
        var sale = AnyRecord(Sale.declaration.description)
        sale["name"] = .text(name)
        sale["amount"] = amount.map(Value.integer) ?? .null
        sale["count"] = count.map(Value.integer) ?? .null
        try transaction.insert(sale)
      }
    }
    return desk
  }

  private func bytes(
    _ desk: Desk, _ figures: [String], _ format: ViewFormat = .csv, filter: FetchPredicate? = nil
  ) async throws -> MemorySink {
    var request = AnyFetchRequest("sale")
    request.predicate = filter
    let labels = zip(Self.columns, ["Name", "Amount", "Count", "Note"]).map { (path: $0, label: $1) }
    let sink = MemorySink()
    try await ViewExporter(desk.store, .english).write(
      request, columns: labels, figures: figures.compactMap { ListFigure(text: $0) }, as: format, named: "Sales",
      to: sink)
    return sink
  }

  private static let four: [(String, Int64?, Int64?)] = [
    ("Apples", 1_250, 3), ("Pears", 305, nil), ("Plums", 10_010, 4), ("Sum of it", nil, 9),
  ]

  @Test("are the last rows, below their columns, of the records that the file has")
  func rows() async throws {
    let desk = try await desk(Self.four)
    let figures = ["sum:amount", "avg:count", "sum:count", "min:amount", "empty:note"]
    let text = try await bytes(desk, figures).text
    #expect(
      text == """
        Name,Amount,Count,Note\r
        Apples,12.50,3,\r
        Pears,3.05,,\r
        Plums,100.10,4,\r
        Sum of it,,9,\r
        Sum,115.65,16,\r
        Average,,5.33,\r\n
        """)
    let some = try await bytes(desk, figures, filter: .compare("count", .null, [.integer(0)])).text
    #expect(some.hasSuffix("Sum,112.60,16,\r\nAverage,,5.33,\r\n"))
  }

  @Test("are in no file of records alone, and not below so few records that an import could not tell them")
  func without() async throws {
    let desk = try await desk(Self.four)
    let json = try await bytes(desk, ["sum:amount"], .json).text
    #expect(!json.contains("115.65"))
    let few = try await bytes(desk, ["sum:amount"], filter: .compare("id", .lte, [.integer(2)])).text
    #expect(!few.contains("15.55"))
    let word = try await bytes(desk, ["distinct:name", "sum:nothing"]).text
    #expect(word.hasSuffix("Sum of it,,9,\r\n"))
  }

  // The words of the platform's catalogues.
  @Test(
    "are left out by an import, in each language",
    arguments: [("Sum", "Average"), ("Suma", "Średnia"), ("Сумма", "Среднее")])
  func roundTrip(_ sum: String, _ average: String) async throws {
    var generator = SystemRandomNumberGenerator()
    for count in RandomTests.doesAll ? [3, 4, 12, 40] : [3, 12] {
      let sales = (0..<count).map { number in
        (
          "Sale \(number)", Int64.random(in: 1...99_999, using: &generator) as Int64?,
          Int64.random(in: 1...90, using: &generator) as Int64?
        )
      }
      let from = try await desk(sales)
      for figures in [["sum:amount"], ["sum:amount", "sum:count"], ["sum:count", "avg:amount", "avg:count"]] {
        let text = try await bytes(from, figures).text
          .replacing("\r\nSum,", with: "\r\n\(sum),").replacing("\r\nAverage,", with: "\r\n\(average),")
        let file = try await GuessedFile(text, "sales.csv")
        #expect(try await file.column("Name") == sales.map(\.0), "\(figures) \(text.suffix(120))")
      }
    }
  }

  @Test("have numbers in spreadsheets")
  func spreadsheet() async throws {
    let desk = try await desk(Self.four)
    let plain = try await bytes(desk, [], .xlsx).bytes.count
    let totals = try await bytes(desk, ["sum:amount"], .xlsx).bytes.count
    #expect(totals > plain)
  }
}
