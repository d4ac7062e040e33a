import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Notes")
struct NotesTests {
  /// A tool with notes. It has an attribute `notes`, too.
  struct Tool: Entity {
    let name = Attribute<String>("Name", .required, .title, .length(1...40))
    let notes = Attribute<String>("Remarks")
    static let hasNotes = true
  }

  private static let app = App("shed", title: "Shed", symbol: .box, hue: 120, entities: [Tool.self]) {
    Tab("Tools", symbol: .box) { List(Tool.self, title: \.name).searching(\.name).sorted(by: \.name) }
  }

  private static let pdf = Array("%PDF-1.7 a contract".utf8)

  /// A shed with a saw, and a browser.
  private func visit(_ body: @Sendable (Store, TestClient) async throws -> Void) async throws {
    let store = try Store(inMemory: Self.app.description.model)
    var saw = Record<Tool>()
    saw.name = "Saw"
    try await store.save(&saw)
    try await Server([RunningApp(Self.app, on: store)], logger: .quiet).application().test { client in
      try await body(store, client)
    }
  }

  private func notes(_ store: Store) async throws -> [AnyRecord] {
    var request = AnyFetchRequest("toolNote")
    request.sort = [FetchSort("id")]
    return try await store.fetch(request).records
  }

  private func page(_ path: String, _ client: TestClient) async throws -> String {
    String(buffer: try await client.execute(uri: path, method: .get, headers: [.acceptLanguage: "en"]).body)
  }

  @Test("the notes of an entity are an entity with a required reference that cascades")
  func model() throws {
    let model = Self.app.description.model
    let notes = try #require(model.entity(named: "toolNote"))
    #expect(notes.plural == "tool-notes" && notes.table == "tool_notes" && notes.notesOwner == "tool")
    let owner = try #require(notes.relationship("tool"))
    #expect(owner.isRequired && owner.deleteRule == .cascade)
    let tool = try #require(model.entity(named: "tool"))
    #expect(tool.notes(in: model)?.name == "recordNotes", "the name of an attribute is taken")
    #expect(Self.app.check().isEmpty)
  }

  @Test("a document says of notes only that an entity has some, and is read back to the same description")
  func document() throws {
    let document = AppDocument(Self.app.description, catalogue: Catalogue())
    #expect(document.entities.map(\.name) == ["tool"] && document.tabs?.count == 1)
    #expect(document.json.contains("\"hasNotes\": true") && !document.json.contains("toolNote"))
    let read = try AppDocument(json: Array(document.json.utf8))
    #expect(read.description.model == Self.app.description.model)
    #expect(read.description.tabs == Self.app.description.tabs)
  }

  @Test("a comment and a file are written on the record's page, named, downloaded under their name, and undone")
  func adding() async throws {
    try await visit { store, client in
      let comment = try await client.post(
        "/shed/tools/1/recordNotes", [("text", "Lent to\nBo")], files: [("file", "", [])])
      #expect(comment.status == .seeOther, "\(String(buffer: comment.body).suffix(2_000))")
      let file = try await client.post(
        "/shed/tools/1/recordNotes", [("text", "")], files: [("file", "Vertrag Łódź.pdf", Self.pdf)])
      #expect(file.status == .seeOther)
      let notes = try await notes(store)
      #expect(notes.map { $0["text"] } == [.text("Lent to\nBo"), .null])
      #expect(notes.map { $0["fileName"] } == [.null, .text("Vertrag Łódź.pdf")])
      #expect(notes.allSatisfy { $0["tool"] == .integer(1) && $0["writtenAt"] != .null })
      let shown = try await page("/shed/tools/1", client)
      #expect(shown.contains("Lent to\nBo") && shown.contains("download=\"Vertrag Łódź.pdf\""))
      // The first line names a note of several lines.
      #expect(shown.contains("Delete Lent to…"))
      let bytes = try await client.execute(uri: "/api/shed/tool-notes/2/file", method: .get)
      #expect(Array(buffer: bytes.body) == Self.pdf)
      #expect(
        bytes.headers[.contentDisposition]?.contains("filename*=UTF-8''Vertrag%20%C5%81%C3%B3d%C5%BA.pdf") == true)
      let newest = try #require(try await store.lastChangeSet())
      try await store.undo(newest.id, .screen)
      #expect(try await self.notes(store).count == 1)
    }
  }

  @Test("an empty note is refused, and so is a record that does not exist")
  func refused() async throws {
    try await visit { store, client in
      let empty = try await client.post("/shed/tools/1/recordNotes", [("text", "  ")], files: [("file", "", [])])
      #expect(empty.status == .unprocessableContent)
      #expect(String(buffer: empty.body).contains("Write something, or choose a file"))
      let long = try await client.post(
        "/shed/tools/1/recordNotes", [("text", String(repeating: "a", count: 10_001))],
        files: [("file", "a.pdf", Self.pdf)])
      #expect(long.status == .unprocessableContent)
      #expect(String(buffer: long.body).contains("a.pdf is chosen"), "the file stays chosen")
      let gone = try await client.post("/shed/tools/9/recordNotes", [("text", "x")], files: [("file", "", [])])
      #expect(gone.status == .notFound)
      #expect(try await notes(store).isEmpty)
    }
  }

  @Test("notes go with their record, and come back with it")
  func cascade() async throws {
    try await visit { store, client in
      _ = try await client.post("/shed/tools/1/recordNotes", [("text", "Rusty")], files: [("file", "", [])])
      let tool = try #require(store.model.entity(named: "tool"))
      let deletion = try #require(try await store.perform(.screen) { try $0.delete(tool, id: 1) }.changeSet)
      #expect(try await notes(store).isEmpty)
      try await store.undo(deletion, .screen)
      #expect(try await notes(store).map { $0["text"] } == [.text("Rusty")])
      // The history of a record has its notes.
      #expect(try await page("/shed/tools/1/history", client).contains("Rusty"))
      // No menu leads to the list of all notes.
      #expect(!(try await page("/shed/more", client)).contains("href=\"/shed/tool-notes\""))
    }
  }
}
