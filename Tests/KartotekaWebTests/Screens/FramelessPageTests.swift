import Foundation
import HTTPTypes
import Kartoteka
import KartotekaTestSupport
import Testing

@Suite("Pages of an application's own without the frame, and with parts in their addresses")
struct FramelessPageTests {
  private struct Concert: Entity {
    let name = Attribute<String>("Name", .required, .title)
  }

  private static let app = App(
    "choir", title: "Choir", symbol: .book, hue: 200, entities: [Concert.self],
    catalogues: ["pl": Data(#"{"Programme": "Program", "Choir": "Chór"}"#.utf8)],
    pages: [framed, programme, town, wall]
  ) {
    Tab("Concerts", symbol: .calendar) { List(Concert.self, title: \.name).sorted(by: \.name) }
  }

  private static let framed = OwnPage("framed", title: "Framed", symbol: .list) { _ in
    Markup { $0.paragraph("Within") }
  }

  private static let wall = OwnPage("wall", title: "Wall", symbol: .list) { call in
    let number = try await call.store.count(Concert.all)
    return Markup { html in
      html.element(.paragraph, style: .large) { $0.plain("\(number) <concerts>") }
      html.element(.numberedList, style: .quiet) { $0.element(.item) { $0.plain("One") } }
      html.element(.span, id: "last") { $0.plain("Last") }
    }
  }
  .withoutFrame()

  private static let programme = OwnPage("programme/{concert}", title: "Programme", symbol: .list) { call in
    let concert = try await call.record(Concert.self, at: "concert")
    let name = try concert[\.name]
    return Markup { $0.heading(name) }
  }

  private static let town = OwnPage("towns/{town}", title: "Town", symbol: .list) { call in
    let town = try call.value(String.self, at: "town")
    return Markup { $0.paragraph("Town: \(town).") }
  }

  private let site: AppSite
  private let concert: RecordID

  init() async throws {
    #expect(Self.app.check() == [])
    site = try AppSite(Self.app)
    var concert = Record<Concert>()
    concert.name = "Advent"
    try await site.store.save(&concert)
    self.concert = try #require(concert.id)
  }

  @Test("such a page has its title and content, no navigation, and the typed writer's styles")
  func frameless() async throws {
    let page = try await site.page("/pages/wall").text
    #expect(page.contains("<h1>Wall</h1>") && page.contains("1 &lt;concerts"), "\(page)")
    #expect(page.contains("class=\" h1\"") && page.contains("class=\"numbered dim\"") && page.contains("id=\"last\""))
    #expect(!page.contains("class=tabs") && page.contains("id=\"own\""))
    #expect(page.contains("<main id=\"main\" class=shown>"), "\(page)")
    // It follows changes, with the parts that scripts need, and leads back.
    #expect(page.contains("data-changes=") && page.contains("id=\"say\""), "\(page)")
    #expect(page.contains(">Choir</a>"))
    let framed = try await site.page("/pages/framed").text
    #expect(framed.contains("class=tabs") && framed.contains("id=\"own\""))
  }

  @Test("its headers are those of every page")
  func headers() async throws {
    let (one, other) = (try await site.page("/pages/wall"), try await site.page("/pages/framed"))
    #expect(one.status == 200 && other.status == 200)
    #expect(one.headers[.contentSecurityPolicy]?.contains("script-src 'self'") == true)
    #expect(one.headers.ofEveryPage == other.headers.ofEveryPage)
  }

  @Test("a page with parts in its address reads a record by them, and stands nowhere in the navigation")
  func parameters() async throws {
    let page = try await site.page("/pages/programme/\(concert)").text
    #expect(page.contains("Advent"))
    #expect(try await site.page("/pages/programme/\(concert)", language: "pl").text.contains("Program"))
    for odd in ["99", "x", "-1", "9223372036854775808"] {
      let answer = try await site.page("/pages/programme/\(odd)")
      #expect(answer.status == 404, "\(odd)")
    }
    #expect(try await site.page("/pages/programme").status == 404)
    let more = try await site.page("/more").text
    #expect(more.contains("/choir/pages/framed") && !more.contains("pages/programme"), "\(more)")
  }

  @Test(
    "a part of the address is the text that it stands for, whatever its characters",
    arguments: [
      ("%C5%81%C3%B3d%C5%BA", "Łódź"), ("a%2Fb", "a/b"), ("%2E%2E%2F", "../"), ("50%25", "50%"), ("%FF", "%FF"),
      ("%3Cb%3E", "&lt;b"), ("a+b", "a+b"),
    ])
  func texts(part: String, text: String) async throws {
    let page = try await site.page("/pages/towns/\(part)")
    #expect(page.status == 200 && page.text.contains("Town: \(text)"), "\(page.text)")
    #expect(try await site.page("/pages/towns").status == 404)
  }
}

extension HTTPFields {
  /// Without those that are of one answer.
  fileprivate var ofEveryPage: HTTPFields {
    var copy = self
    for name in [HTTPField.Name.date, .contentLength, .eTag] { copy[name] = nil }
    return copy
  }
}
