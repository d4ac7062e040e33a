import Foundation
import HTTPTesting
import Hummingbird
import Kartoteka
import Logging
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("A long action on several records, on the screens")
struct ActionRunTests {
  private struct Parcel: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let isSent = Attribute<Bool>("Sent")
  }

  // A page, or the answer to a form.
  private func exchange(
    _ path: String, _ form: String?, _ client: TestClient
  ) async throws -> (TestResponse, text: String) {
    let response = try await client.execute(
      uri: path, method: form == nil ? .get : .post,
      headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
      body: form.map { ByteBuffer(string: $0) })
    return (response, String(buffer: response.body))
  }

  @Test("it is found again from its list and History; when it is stopped, what was done is one change set")
  func stop() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let send = Action("send", title: "Send", on: Parcel.self) { call, parcel in
      // The second one waits.
      if parcel.id == 2 { for await _ in gate { break } }
      let outcome = try await call.perform { transaction in
        var sent = parcel
        sent.isSent = true
        try transaction.update(sent)
      }
      return ActionResult("Sent", changeSet: outcome.changeSet)
    }
    let app = App(
      "post", title: "Post", symbol: .book, hue: 120, entities: [Parcel.self], actions: [send]
    ) { Tab("Parcels", symbol: .book) { List(Parcel.self, title: \.name) } }
    let running = RunningApp(app, on: try Store(inMemory: app))
    _ = try await running.store.perform(.code) { transaction in
      for name in ["A", "B", "C"] {
        var parcel = Record<Parcel>()
        parcel.name = name
        try transaction.insert(&parcel)
      }
    }
    try await Server([running], logger: .quiet).application().test { client in
      func send(_ path: String, _ form: String? = nil) async throws -> (TestResponse, text: String) {
        try await exchange(path, form, client)
      }
      let question = try await send("/post/parcels/several", "_all=yes&_step=act&_action=send").text
      let form = try #require(PageForm.form("/post/parcels/several", in: question))
      let (begun, _) = try await send("/post/parcels/several", form.body)
      let run = try #require(begun.headers[.location])
      let progress = try await send(run).text
      #expect(progress.contains("1 of 3") && progress.contains("Stop"))
      for path in ["/post/parcels", "/post/parcels/several", "/post/history"] {
        #expect(try await send(path).text.contains("href=\"\(run)\""), "\(path)")
      }
      let (stopped, _) = try await send(run, "")
      #expect(stopped.headers[.location] == run)
      #expect(try await send(run).text.contains("1 of 3 · Stopped"))
      open.yield()
      var result = try await send(run)
      // A redirect with the undo, then the page.
      while result.text.contains("<progress") || result.0.status == .seeOther { result = try await send(run) }
      #expect(result.text.contains("Stopped · Done: 2 parcels · Left as they were: 1 parcel"))
      #expect(try await !send("/post/parcels").text.contains("run="))
      let changeSet = try #require(try await running.store.lastChangeSet())
      #expect(Localizer.english(changeSet.name) == "Send: 2 records")
      try await running.store.undo(changeSet.id, .code)
      let parcels = try await running.store.fetch(AnyFetchRequest("parcel")).records
      #expect(parcels.allSatisfy { $0["isSent"] != .integer(1) })
    }
  }

  @Test("one that the end of the process interrupted says what was done, and goes on with the rest")
  func interrupted() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let send = Action("send", title: "Send", on: Parcel.self) { call, parcel in
      if parcel.name == "C" { throw ActionError.refused("It has no address") }
      let outcome = try await call.perform { transaction in
        var sent = parcel
        sent.isSent = true
        try transaction.update(sent)
      }
      return ActionResult("Sent", changeSet: outcome.changeSet)
    }
    let app = App(
      "post", title: "Post", symbol: .book, hue: 120, entities: [Parcel.self], actions: [send]
    ) { Tab("Parcels", symbol: .book) { List(Parcel.self, title: \.name) } }
    let runs = folder.appending(path: "runs/post")
    try FileManager.default.createDirectory(at: runs, withIntermediateDirectories: true)
    // As a process that has ended leaves it: the last line was not written to its end.
    let file = """
      {"process":{"number":1,"start":"none"},"action":"send","title":"Send","entity":"parcel","ids":[1,2,3,4]}
      {"id":1,"changeSet":2}
      {"id":3,"reason":{"key":"It has no address","arguments":{}},"changeSet":2}
      {"id":2,"chan
      """
    try Data(file.utf8).write(to: runs.appending(path: "abc.ndjson"))
    let store = try Store(app.description.model, at: folder.appending(path: "post.sqlite"))
    _ = try await store.perform(.code) { transaction in
      for name in ["A", "B", "C", "D"] {
        var parcel = Record<Parcel>()
        parcel.name = name
        try transaction.insert(&parcel)
      }
    }
    // The second one was sent, too, but the process ended before it noted that.
    _ = try await store.perform(.code) { transaction in
      for id in [RecordID(1), 2] {
        guard var parcel = try transaction.record(Parcel.self, id: id) else { continue }
        parcel.isSent = true
        try transaction.update(parcel)
      }
    }
    let running = RunningApp(app, on: store)
    try await Server([running], logger: .quiet).application().test { client in
      func send(_ path: String, _ form: String? = nil) async throws -> (TestResponse, text: String) {
        try await exchange(path, form, client)
      }
      #expect(try await send("/post/parcels").text.contains("run=abc"))
      var page = try await send("/post/parcels/several?run=abc")
      if page.0.status == .seeOther { page = try await send("/post/parcels/several?run=abc") }
      let words =
        "The program ended before this was done. Done: 2 parcels · Not done: 1 parcel · Left as they were: 1 parcel"
      #expect(page.text.contains(words))
      #expect(page.text.contains("name=\"tick-4\""))
      #expect([1, 2, 3].allSatisfy { !page.text.contains("name=\"tick-\($0)\"") })
      let question = try await send("/post/parcels/several", "tick-4=yes&_step=act&_action=send").text
      #expect(question.contains("Send: 1 parcel"))
      _ = try await send("/post/parcels/several", "tick-4=yes&_step=act&_action=send&_count=1")
      let sent = try await running.store.fetch(AnyFetchRequest("parcel")).records.filter { $0["isSent"] == .integer(1) }
      #expect(sent.map(\.id) == [1, 2, 4])
      // Nobody goes on with the same records a second time.
      #expect(try await !send("/post/parcels/several?run=abc").text.contains("name=\"tick-4\""))
    }
    // Nothing is left for the next start.
    #expect(try FileManager.default.contentsOfDirectory(atPath: runs.path(percentEncoded: false)).isEmpty)
  }
}
