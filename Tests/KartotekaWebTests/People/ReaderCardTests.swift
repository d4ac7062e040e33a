import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaPeople
@testable import KartotekaWeb

@Suite("Cards of people who only read")
struct ReaderCardTests {
  @Test("Days, yes and no stand on the card of a reader as people read them")
  func values() async throws {
    let site = try await PeopleSite()
    var ada = try await site.token(of: "Ada")
    ada[.contentType] = "application/json"
    var rita = try await site.token(of: "Rita")
    rita[.acceptLanguage] = "en"
    try await site.server.application().test { [ada, rita] (client: TestClient) async throws -> Void in
      let made = try await client.execute(
        uri: "/api/school/courses", method: .post, headers: ada,
        body: ByteBuffer(string: #"{"name":"Pottery","isOpen":false,"starts":"2026-11-24","price":"1250.50"}"#))
      #expect(made.status == .created, "\(made.text)")
      let id = try #require(made.text.firstMatch(of: /"id":(\d+)/)?.1)
      let card = try await client.page("/school/courses/\(id)", rita).text
      #expect(card.contains(/<output id="?f-starts"?>24 November 2026</), "\(card.suffix(3_000))")
      #expect(card.contains(/<output id="?f-isOpen"?>No</))
      #expect(card.contains(/<output id="?f-price"?>1,250.50</))
    }
  }

  @Test(
    "Related records stay without the form that chooses them; notes without any have no section",
    arguments: [false, true])
  func sections(mayChange: Bool) {
    let reach = Reach(isSignedIn: true, identity: 1) { _, sends in mayChange || !sends }
    var html = HTMLWriter(.english, reach: reach)
    html.add(
      RelatedSection(
        id: "s-students", title: "Students", count: "1", choosing: ("Add students", URLPath("courses/1/students")),
        rows: [.init(id: 7, place: "to-people-7", href: URLPath("people/7"), title: "Ada")],
        note: "Taking out leaves her."))
    html.add(
      NotesSection(
        id: "s-notes", title: "Notes", count: "0", rows: [], trail: "", action: URLPath("courses/1/notes"), fields: []))
    let text = String(buffer: html.finish())
    #expect(text.contains("Ada") && text.contains("Students"))
    for part in ["Add students", "Take out", "Taking out leaves her.", "Notes", "Add note"] {
      #expect(text.contains(part) == mayChange, "\(part): \(text)")
    }
  }

  @Test("A record alone in an order has no buttons that move it, and the one that deletes it leads back to the owner")
  func alone() {
    var html = HTMLWriter(.english, reach: Reach(isSignedIn: true, identity: 1) { _, _ in true })
    var section = RelatedSection(
      id: "s-programme", title: "Programme", count: "1",
      rows: [.init(id: 7, place: "to-pieces-7", href: URLPath("pieces/7"), title: "Sanctus")],
      deletion: (URLPath("pieces"), "concerts/1"))
    section.moves = (URLPath("concerts/1/programme/move"), [])
    html.add(section)
    let text = String(buffer: html.finish())
    #expect(text.contains("Delete Sanctus") && !text.contains("Move Sanctus"), "\(text)")
    #expect(text.contains(URLPath("pieces").appending(7).appending("delete").with("via", "concerts/1").text), "\(text)")
  }
}
