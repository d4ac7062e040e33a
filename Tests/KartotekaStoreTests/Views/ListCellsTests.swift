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
    #expect(fields.map(\.path.text) == ["name", "teacher", "teacher.email", "id"])
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
}
