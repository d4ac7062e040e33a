import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
@_spi(System) import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages

@Suite("Pages of an application's own")
struct OwnPageTests {
  private struct Note: Entity { let text = Attribute<String>("Text", .required, .title) }

  @Test("A page that asks for the moments of the current day depends on the day; those of another day stay as they are")
  func moments() async throws {
    let store = try Store(inMemory: School.app.description.model)
    let call = OwnPage.Call(store, app: "school", query: [:], say: Localizer(language: .polish, catalogue: .platform))
    #expect(await Dependencies.tracking { call.moments() }.dependencies == .day)
    #expect(call.date(CalendarDate(year: 2026, month: 6, day: 1) ?? .distantPast) == "1 czerwca 2026")
    let other = await Dependencies.tracking { call.moments(of: CalendarDate(year: 2026, month: 6, day: 1)) }
    #expect(other.dependencies.isEmpty)
  }

  private func dependencies(
    ofPageWith blocks: [RecordBlock], for access: Access = SystemAccess.everything
  ) async throws -> Dependencies {
    let app = App("notes", title: "Notes", symbol: .book, hue: 30, entities: [Note.self], blocks: blocks) {
      Tab("Notes", symbol: .book) { List(Note.self, title: \.text).sorted(by: \.text) }
    }
    let running = RunningApp(app, on: try Store(inMemory: app.description.model))
    var note = Record<Note>()
    note.text = "Blue"
    try await Author.$current.withValue(Author(id: 7, name: "Ada")) { [note] in
      var note = note
      try await running.store.save(&note)
    }
    let icon = URLPath("icon")
    let screens = AppScreens(app: running, for: access, place: 0, assets: Assets(icon: icon, pixels: icon))
    let entity = try #require(running.store.model.entity(named: "note"))
    let list = try #require(ListScreen(screens, of: entity))
    let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/notes/notes/1")
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let asked = ScreenRequest(request, app: running, catalogue: running.catalogue)
    return try await Dependencies.tracking { _ = try await RecordScreen(list: list).page(1, asked) }.dependencies
  }

  @Test("A record's page with a block that asks for the day depends on the day")
  func block() async throws {
    let block = RecordBlock(on: Note.self, title: "Today") { call, _ in
      let today = call.store.today
      return Markup { html in html.paragraph(today.description) }
    }
    #expect(try await dependencies(ofPageWith: [block]).isOfDay)
    #expect(try await !dependencies(ofPageWith: []).isOfDay)
  }

  @Test("A card that says when it was changed last depends on the day")
  func change() async throws {
    #expect(try await dependencies(ofPageWith: [], for: SystemAccess.level(1)).isOfDay)
  }
}
