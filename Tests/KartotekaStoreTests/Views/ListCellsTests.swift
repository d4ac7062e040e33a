import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Cells of lists")
struct ListCellsTests {
  @Test("Have values of records and of those that they refer to, and nothing where there is none")
  func related() async throws {
    let scratch = try Scratch()
    let anna = try await scratch.person("Anna", "Nowak", email: "anna@example.com")
    _ = try await scratch.course("Chess", teacher: anna)
    _ = try await scratch.course("Dance")
    let fields = ListCells.fields(
      ["name", "teacher", "teacher.email", "nothing", "teacher.nothing", "students", "id"], of: entity("course"),
      in: school)
    #expect(fields.map(\.path.text) == ["name", "teacher", "teacher.email", "students", "id"])
    var fetch = AnyFetchRequest("course")
    fetch.sort = [FetchSort("name")]
    let page = try await scratch.store.fetch(fetch)
    let cells = try await ListCells(fields, of: page, in: scratch.store, .english)
    #expect(cells.cell(0, of: page.records[0]).value == .text("Chess"))
    #expect(cells.cell(1, of: page.records[0]).title == "Anna Nowak")
    #expect(cells.cell(2, of: page.records[0]).value == .text("anna@example.com"))
    #expect(cells.cell(1, of: page.records[1]).title == nil)
    #expect(cells.cell(2, of: page.records[1]).value == .null)
  }

  @Test("Name the first related records of each record alone, where more are not shown")
  func limited() async throws {
    let scratch = try Scratch()
    let chess = try #require(try await scratch.course("Chess").id)
    let dance = try #require(try await scratch.course("Dance").id)
    let students = try #require(entity("course").relationship("students"))
    var people: [RecordID] = []
    for number in 1...5 { people.append(try #require(try await scratch.person("Anna", "Nowak \(number)").id)) }
    let ids = people
    _ = try await scratch.store.perform(.screen) { transaction in
      try transaction.relate(entity("course"), students, of: chess, to: ids)
      try transaction.relate(entity("course"), students, of: dance, to: Array(ids.suffix(1)))
    }
    var fetch = AnyFetchRequest("course")
    fetch.sort = [FetchSort("name")]
    let page = try await scratch.store.fetch(fetch)
    let fields = ListCells.fields(["students"], of: entity("course"), in: school)
    for most in [3, nil] {
      let cells = try await ListCells(fields, of: page, in: scratch.store, .english, links: most)
      let links = page.records.map { cells.cell(0, of: $0).links }
      #expect(links.map { $0.map(\.id) } == [Array(ids.prefix(most ?? 5)), Array(ids.suffix(1))])
      #expect(links[0].first?.title == "Anna Nowak 1")
    }
    let cells = try await ListCells(fields, of: page, in: scratch.store, .english, titlesOf: 4)
    #expect(cells.cell(0, of: page.records[0]).links.map(\.title) == ids.map { String($0) })
    #expect(cells.cell(0, of: page.records[1]).links.map(\.title) == ["Anna Nowak 5"])
  }
}
