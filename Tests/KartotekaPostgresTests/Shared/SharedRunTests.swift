import Foundation
import HTTPTesting
import Kartoteka
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPostgres
@testable import KartotekaStore

@Suite("Actions on several records of two servers", .enabled(if: Cluster.isInstalled), .timeLimit(.minutes(10)))
struct SharedRunTests {
  private typealias Parcel = TwoSites.Parcel
  private static let path = "/post/parcels/several"

  /// Sends parcels. Those with the names wait for the gate.
  private static func send(_ gate: AsyncStream<Void> = AsyncStream { $0.finish() }, at name: String = "") -> Action {
    Action("send", title: "Send", on: Parcel.self) { call, parcel in
      if parcel.name == name { for await _ in gate { break } }
      if parcel.name == "No" { throw ActionError.refused("It has no address") }
      let outcome = try await call.perform { transaction in
        var sent = parcel
        sent.isSent = true
        try transaction.update(sent)
      }
      return ActionResult("Sent", changeSet: outcome.changeSet)
    }
  }

  // The form that chooses the first records.
  private static func ticks(_ count: Int) -> String {
    (1...count).map { "tick-\($0)=yes&" }.joined() + "_count=\(count)"
  }

  @Test("One is begun at a server, seen and stopped at the other one, and undone as one change set")
  func stopping() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let sites = try TwoSites([Self.send(gate, at: "B")], on: TestDatabase())
    try await sites.add(["A", "B", "C"])
    try await sites.test {
      let begun = try await sites.post(Self.path, "\(Self.ticks(3))&_step=act&_action=send", to: 0)
      let run = try #require(begun.response.headers[.location])
      for server in 0..<2 {
        let progress = try await sites.get(run, from: server).text
        #expect(progress.contains("1 of 3") && progress.contains("Stop"))
      }
      // The other server's pages name it as soon as it has looked.
      for path in ["/post/parcels", "/post/parcels/several", "/post/history"] {
        while try await !sites.get(path, from: 1).text.contains("href=\"\(run)\"") { await Task.yield() }
      }
      #expect(try await sites.post(run, "", to: 1).response.headers[.location] == run)
      for server in 0..<2 {
        while try await !sites.get(run, from: server).text.contains("1 of 3 · Stopped") { await Task.yield() }
      }
      open.yield()
      // A redirect with the undo, then the page.
      let result = try await sites.page(run) { $0.response.status == .ok && !$0.text.contains("<progress") }
      #expect(result.text.contains("Stopped · Done: 2 parcels · Left as they were: 1 parcel"))
      #expect(try await sites.get(run).text.contains("Stopped · Done: 2 parcels"))
      for server in 0..<2 {
        while try await sites.get("/post/parcels", from: server).text.contains("run=") { await Task.yield() }
      }
      let changeSet = try #require(try await sites.apps[1].store.lastChangeSet())
      #expect(Localizer.english(changeSet.name) == "Send: 2 records")
    }
  }

  @Test("The result is seen once, on whichever server asks first, with all changes")
  func result() async throws {
    let sites = try TwoSites([Self.send()], on: TestDatabase())
    try await sites.add((1...20).map { $0 % 5 == 0 ? "No" : "P\($0)" })
    try await sites.test {
      let begun = try await sites.post(Self.path, "\(Self.ticks(20))&_step=act&_action=send", to: 0)
      let run = try #require(begun.response.headers[.location])
      var page = try await sites.get(run, from: 1)
      while page.response.status == .seeOther || page.text.contains("<progress") {
        page = try await sites.get(run, from: 1)
      }
      #expect(page.text.contains("Done: 16 parcels") && page.text.contains("It has no address"))
      #expect(page.text.contains("Not done · 4 parcels"))
      let sent = try await sites.apps[1].store.fetch(AnyFetchRequest("parcel")).records
      #expect(sent.count { $0["isSent"] == .integer(1) } == 16)
    }
  }

  @Test("One whose server has ended is gone on with at the other server, and nobody does so twice")
  func interruption() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let sites = try TwoSites([Self.send(gate, at: "C")], on: TestDatabase())
    try await sites.add(["A", "No", "C", "D"])
    try await sites.test {
      let begun = try await sites.post(Self.path, "\(Self.ticks(4))&_step=act&_action=send", to: 0)
      let run = try #require(begun.response.headers[.location])
      while try await !sites.get(run, from: 1).text.contains("2 of 4") { await Task.yield() }
      try sites.database.run("UPDATE kartoteka_work.entries SET beat = now() - interval '1 min', owner = 'none'")
      let page = try await sites.get(run, from: 1)
      let asked = page.response.status == .seeOther ? try await sites.get(run, from: 1).text : page.text
      let words =
        "The program ended before this was done. Done: 1 parcel · Not done: 1 parcel · Left as they were: 2 parcels"
      #expect(asked.contains(words))
      #expect(asked.contains("name=\"tick-3\"") && asked.contains("name=\"tick-4\""))
      #expect(!asked.contains("name=\"tick-1\"") && !asked.contains("name=\"tick-2\""))
      _ = try await sites.post(Self.path, "tick-4=yes&_step=act&_action=send&_count=1", to: 1)
      let rest = try await sites.get(run, from: 1).text
      #expect(rest.contains("name=\"tick-3\"") && !rest.contains("name=\"tick-4\""))
      // The server that was silent learns that it has lost the run.
      let token = try #require(run.split(separator: "=").last.map(String.init))
      while sites.apps[0].runs[token]?.isStopped == false { await Task.yield() }
      open.yield()
    }
  }

  @Test("The reasons of the database server are told and stored without its own words")
  func refusals() async throws {
    let sites = try TwoSites([Self.send()], on: TestDatabase())
    try await sites.add(["A", "B"])
    try await sites.test {
      try sites.database.run("ALTER TABLE post.parcels DROP COLUMN note")
      let begun = try await sites.post(Self.path, "\(Self.ticks(2))&_step=act&_action=send", to: 0)
      let run = try #require(begun.response.headers[.location])
      let result = try await sites.page(run) { $0.response.status == .ok && !$0.text.contains("<progress") }
      #expect(result.text.contains("Not done · 2 parcels"))
      let stored = try #require(try sites.database.value("SELECT progress FROM kartoteka_work.entries"))
      for text in [result.text, stored] {
        #expect(text.contains("Somebody has changed the application") && !text.contains("does not exist"), "\(text)")
      }
    }
  }

  @Test("Without the database server, the page of a run and its beginning say so")
  func lost() async throws {
    let database = try TestDatabase()
    let gateway = try Gateway(to: database.cluster.port)
    let address = try database.cluster.address(database.name, port: gateway.port)
    let sites = try TwoSites([Self.send()], on: database, at: address, patience: .zero)
    try await sites.add(["A"])
    try await sites.test {
      // Both have the record: a server that lacks it says that there are fewer records than were shown.
      for app in sites.apps { await app.store.catchUp() }
      gateway.close()
      for answer in try await [
        sites.get(Self.path + "?run=none"), sites.post(Self.path, "\(Self.ticks(1))&_step=act&_action=send"),
        sites.get("/post/import"), sites.post("/post/parcels/paste", "rows=Name%0AA"),
      ] {
        #expect(answer.response.status == .serviceUnavailable)
        #expect(answer.response.headers[.retryAfter] != nil)
      }
      #expect(try await sites.get("/post/parcels").response.status == .ok)
      for step in ["_step=delete", "_step=set&_field=note&note=x"] {
        let answer = try await sites.post(Self.path, "\(Self.ticks(1))&" + step)
        #expect(answer.response.status == .serviceUnavailable)
        #expect(answer.text.contains("be reached at the moment") && !answer.text.contains("127.0.0.1"))
      }
      try gateway.open()
      let done = try await sites.post(Self.path, "\(Self.ticks(1))&_step=act&_action=send")
      #expect(done.response.status == .seeOther)
    }
  }
}
