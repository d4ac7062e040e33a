import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@Suite("The check of what an application declares in code")
struct CodeCheckTests {
  private struct Answer: Codable, Sendable { let number: Int }

  private func rules(
    rules: [Rule] = [], hooks: [Hook] = [], pages: [OwnPage] = [], blocks: [RecordBlock] = [], routes: [Route] = []
  ) -> [String] {
    let app = App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Person.self, Shelf.self], rules: rules,
      hooks: hooks, pages: pages, blocks: blocks, routes: routes
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
    }
    let faults = app.check()
    #expect(faults.allSatisfy { $0.problem.hasSuffix(".") && $0.hint.hasSuffix(".") && $0.place != nil })
    return faults.map(\.rule)
  }

  private func page(_ name: String, symbol: Symbol = .book) -> OwnPage {
    OwnPage(name, title: "Page", symbol: symbol) { _ in Markup { $0.paragraph("") } }
  }

  private func route(_ path: String) -> Route {
    Route(.get, path, summary: "Answers") { _ -> Answer in Answer(number: 1) }
  }

  @Test("rules, hooks and blocks are for entities of the application")
  func entities() {
    #expect(rules(rules: [Rule(for: Course.self) { _ in }]) == ["code-entity-exists"])
    #expect(rules(hooks: [Hook.beforeSaving(Course.self) { _ in }]) == ["code-entity-exists"])
    #expect(rules(blocks: [RecordBlock(on: Course.self, title: "Block") { _, _ in nil }]) == ["code-entity-exists"])
    #expect(rules(rules: [Rule(for: Person.self) { _ in }]) == [])
  }

  @Test("pages have names for addresses, each once, and symbols without scripts")
  func pages() {
    #expect(rules(pages: [page("load"), page("visits-today")]) == [])
    #expect(rules(pages: [page("My page")]) == ["page-name-valid"])
    #expect(rules(pages: [page("load"), page("load")]) == ["page-names-unique"])
    #expect(rules(pages: [page("load", symbol: Symbol("paw", svg: "<script>1</script>"))]) == ["symbols-sound"])
  }

  @Test("routes have paths that are free, each once")
  func routes() {
    #expect(rules(routes: [route("loads"), route("loads/{day}")]) == [])
    for path in ["people", "batch", "Loads", "loads/", "{day}", ""] {
      #expect(rules(routes: [route(path)]) == ["route-path-free"], "\(path)")
    }
    #expect(rules(routes: [route("loads"), route("loads")]) == ["route-path-free"])
  }

  @Test("the words of an application have the titles of its own pages and blocks, and what any of its languages says")
  func words() throws {
    let app = App(
      "library", title: "Library", symbol: .book, hue: 120, entities: [Person.self],
      catalogues: [.russian: "{\"Nobody reads\":\"Никто не читает\"}".data(using: .utf8) ?? .init()],
      pages: [page("load")], blocks: [RecordBlock(on: Person.self, title: "Loans") { _, _ in nil }]
    ) {
      Tab("People", symbol: .people) { List(Person.self, title: \.lastName) }
    }
    for word in ["Library", "Page", "Loans", "Nobody reads"] {
      #expect(app.words.filter { $0 == word }.count == 1, "\(word)")
    }
  }
}
