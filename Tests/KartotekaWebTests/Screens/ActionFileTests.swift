import Foundation
import HTTPTesting
import Hummingbird
import Kartoteka
import KartotekaHTTP
import Logging
import Testing

@testable import KartotekaWeb

@Suite("A file that an action makes, on the screens")
struct ActionFileTests {
  private struct Note: Entity {
    let text = Attribute<String>("Text", .required, .title)
  }

  private static let app = App(
    "notes", title: "Notes", symbol: .book, hue: 120, entities: [Note.self],
    actions: [
      Action("print", title: "Print") { call in
        let notes = try await call.perform { transaction in
          var note = Record<Note>()
          note.text = call.value("text")
          try transaction.insert(&note)
        }
        let file = ActionResult.File("zażółć.txt", type: "text/html", Data("<b>all</b>".utf8))
        return ActionResult("Printed", changeSet: notes.changeSet, file: file)
      }
      .asking("text", Attribute<String>("Text", .required)).answeringFile()
    ]
  ) { Tab("Notes", symbol: .book) { List(Note.self, title: \.text) } }

  @Test("a page offers it with the way back and undo; the download is an attachment that browsers don't show")
  func download() async throws {
    let running = RunningApp(Self.app, on: try Store(inMemory: Self.app))
    try await Server([running], logger: .quiet).application().test { client in
      let done = try await client.execute(
        uri: "/notes/actions/print", method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
        body: ByteBuffer(string: "text=Milk"))
      let page = String(buffer: done.body)
      #expect(done.status == .ok && page.contains("Printed") && page.contains("zażółć.txt"), "\(page)")
      #expect(done.headers[.setCookie] != nil)
      let link = try #require(page.firstMatch(of: #/href="?(\/notes\/actions\/print\/files\/[^" >]+)"? download/#))
      let file = try await client.execute(uri: String(link.1), method: .get)
      #expect(String(buffer: file.body) == "<b>all</b>")
      #expect(file.headers[.contentType] == "application/octet-stream")
      #expect(file.headers[.contentDisposition]?.hasPrefix("attachment; ") == true)
      #expect(file.headers[.cacheControl] == "no-store")
      let none = try await client.execute(uri: "/notes/actions/print/files/other", method: .get)
      #expect(none.status == .notFound)
    }
  }

  @Test("invalid inputs are asked again and make no file")
  func invalid() async throws {
    let running = RunningApp(Self.app, on: try Store(inMemory: Self.app))
    try await Server([running], logger: .quiet).application().test { client in
      let asked = try await client.execute(
        uri: "/notes/actions/print", method: .post,
        headers: [.contentType: "application/x-www-form-urlencoded"], body: ByteBuffer(string: "text="))
      #expect(asked.status == .unprocessableContent)
      #expect(!String(buffer: asked.body).contains("/files/"))
    }
  }
}
