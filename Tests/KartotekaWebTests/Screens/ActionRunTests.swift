import HTTPTesting
import Hummingbird
import Kartoteka
import KartotekaHTTP
import Logging
import Testing

@testable import KartotekaWeb

@Suite("A long action on several records, on the screens")
struct ActionRunTests {
  private struct Parcel: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let isSent = Attribute<Bool>("Sent")
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
        let response = try await client.execute(
          uri: path, method: form == nil ? .get : .post,
          headers: [.contentType: "application/x-www-form-urlencoded", .acceptLanguage: "en"],
          body: form.map { ByteBuffer(string: $0) })
        return (response, String(buffer: response.body))
      }
      let (begun, _) = try await send("/post/parcels/several", "_all=yes&_step=act&_action=send&_count=3")
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
}
