import Foundation
import Kartoteka
import KartotekaTransfer
import Testing

@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Number series in PostgreSQL", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct NumberSeriesServingTests {
  struct Bill: Entity {
    let number = Attribute<String>("Number", .title, .series("R-{000}"))
    let name = Attribute<String>("Name", .required)
  }

  private static let app = App("ledger", title: "Ledger", symbol: .receipt, hue: 1, entities: [Bill.self]) {
    Tab("Bills", symbol: .receipt) { List(Bill.self, title: \.number) }
  }

  private let database: TestDatabase

  init() throws { database = try TestDatabase() }

  private func server() throws -> Server { try Server(database.address(), of: Self.app) }

  private func add(_ server: Server, _ name: String, _ number: String? = nil) async throws -> String? {
    var bill = Record<Bill>()
    (bill.name, bill.number) = (name, number)
    return try await server.add(bill).number
  }

  @Test("Servers that save at once never give a number twice, and each knows the numbers of the others")
  func servers() async throws {
    let servers = [try server(), try server()]
    let numbers = try await withThrowingTaskGroup(of: String?.self) { group in
      for index in 0..<30 { group.addTask { try await add(servers[index % 2], "b\(index)") } }
      return try await group.reduce(into: [String]()) { numbers, number in if let number { numbers.append(number) } }
    }
    #expect(Set(numbers).count == 30 && numbers.sorted().last == "R-030")
    #expect(try await add(servers[0], "typed", "R-100") == "R-100")
    #expect(try await add(servers[1], "next") == "R-101")
    await #expect(throws: StoreError.self) { try await add(servers[1], "taken", "R-100") }
    // Deleted on one, given on the other: the undo of the deletion finds its number free.
    let bill = try servers[0].entity("bill")
    try await servers[0].catchUp()
    let last = try #require(try await servers[0].store.fetch(Bill.all).first { $0.number == "R-101" }?.id)
    let gone = try await servers[0].store.perform(.screen) { try $0.delete(bill, id: last) }.changeSet
    #expect(try await add(servers[1], "later") == "R-102")
    _ = try await servers[1].store.undo(try #require(gone), .screen)
    #expect(try await servers[1].store.record(Bill.self, id: last)?.number == "R-101")
    try await database.expectEqual(servers + [try server()], schema: "ledger")
    #expect(try database.value("SELECT last FROM ledger.kartoteka_numbers") == "102")
  }

  @Test("Rows of an import have numbers in the primary database, behind those of the file")
  func imports() async throws {
    let (one, two) = (try server(), try server())
    let rows = (1...1_500).map { $0 == 700 ? "R-2000,n\($0)" : ",n\($0)" }
    let file = try ImportFile(
      TextSource((["number,name"] + rows).joined(separator: "\n"), name: "bills.csv"), into: "bills")
    let importer = Importer(one.store)
    let report = try await importer.run(try importer.plan([file]))
    #expect(report.files.map(\.inserted) == [1_500])
    #expect(try database.number("SELECT count(DISTINCT number) FROM ledger.bills") == 1_500)
    #expect(try await add(two, "next") == "R-3500")
    try await database.expectEqual([one, two, try server()], schema: "ledger")
  }
}
