import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

import struct GRDB.Configuration
import class GRDB.DatabaseQueue

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("An application of a name that another one had")
struct RemovedApplicationTests {
  private static let left = """
    {"version":1,"name":"left","entities":[{"name":"guest","attributes":[{"name":"name","required":true,"title":true}]}]}
    """

  // Uploads a file: the address of its plan.
  private static func upload(_ name: String, _ content: String, _ site: DesignedSite) async throws -> String {
    let head = "Content-Disposition: form-data; name=\"files\"; filename=\"\(name)\""
    let sent = try await site.client.execute(
      uri: "/left/import", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
      body: ByteBuffer(string: "--b\r\n\(head)\r\n\r\n\(content)\r\n--b--\r\n"))
    return try #require(sent.headers[.location])
  }

  @Test("It is not removed while an import runs in it")
  func importing() async throws {
    try await DesignedSite.test(Self.left) { site in
      let path = try await Self.upload("guests.csv", "name\nBob\nEve\n", site)
      // Another program's lock keeps the import from ending.
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let file = site.folder.appending(path: "left.sqlite").path(percentEncoded: false)
      let other = try DatabaseQueue(path: file, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let begun = try await site.post(path, "load-1=on&unresolved=empty&scope=good")
      #expect(begun.status == .seeOther)
      try await APICase.delete("/api/left?confirm=left", 409, has: ["import"]).run(site.client)
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      while try await site.get(path).status != .seeOther { await Task.yield() }
      #expect(try await site.count("guests") == 2)
      try await APICase.delete("/api/left?confirm=left").run(site.client)
    }
  }

  @Test(
    "A screen deletes it after a question, and the first screen brings it back with its records, history and uploads")
  func broughtBack() async throws {
    try await DesignedSite.test(Self.left) { site in
      try await site.add("guests", #"{"name":"Anna"}"#)
      _ = try await Self.upload("guests.csv", "name\nBob\n", site)
      #expect(try await site.page("/left/more").contains("/left/shape/delete"))
      let question = try await site.page("/left/shape/delete")
      #expect(question.contains("Delete Left?") && question.contains("1 guest") && question.contains("30 days"))
      let deleted = try await site.change(try await site.form("/left/shape/delete"))
      #expect(deleted.location == "/")
      #expect(try await site.get("/left/guests").status == .notFound)
      let home = try await site.page("/")
      #expect(home.contains("Bring back Left") && !home.contains("href=\"/left\""))
      let file = try #require(home.firstMatch(of: /value="(left[^"]*)"/)?.1)
      // A new application has its name now.
      try await APICase.send(.post, "/api/apps", Self.left, 201).run(site.client)
      #expect(try await site.post("/apps/deleted", "file=\(file)").location == "/left-2")
      #expect(try await site.count("guests") == 0)
      #expect(try await site.page("/left-2/guests").contains("Anna"))
      #expect(try await site.page("/left-2/import").contains("guests.csv"))
      #expect(try await site.page("/left-2/history").contains("Anna"))
      // The other one comes back under its own name.
      try await APICase.delete("/api/left?confirm=left").run(site.client)
      let later = try #require(try await site.page("/").firstMatch(of: /value="(left[^"]*)"/)?.1)
      #expect(try await site.post("/apps/deleted", "file=\(later)").location == "/left")
      #expect(try await site.count("guests") == 0)
      #expect(try await !site.page("/").contains("Bring back Left"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: site.folder.path(percentEncoded: false)).filter {
          $0.contains("deleted")
        }.isEmpty)
      #expect(try await site.post("/apps/deleted", "file=../left.sqlite").location == "/")
    }
  }

  @Test("It has neither its uploads nor its runs, and offers no undo of its changes")
  func anew() async throws {
    try await DesignedSite.test(Self.left) { site in
      let form = try await site.form("/left/guests", on: "/left/guests/new").with("name", "Anna")
      let added = try await site.change(form)
      let cookie = try #require(added.headers[values: .setCookie].first { $0.hasPrefix("undo-left=") })
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await site.get("/left/guests", cookie: pair).text.contains("Added Anna"))
      _ = try await Self.upload("secret.csv", "name\nBob\n", site)
      #expect(try await site.page("/left/import").contains("secret.csv"))
      try await APICase.delete("/api/left?confirm=left").run(site.client)
      try await APICase.send(.post, "/api/apps", Self.left, 201).run(site.client)
      #expect(try await !site.page("/left/import").contains("secret.csv"))
      try await site.add("guests", #"{"name":"Somebody else"}"#)
      let page = try await site.get("/left/guests", cookie: pair)
      #expect(!page.text.contains("Added Somebody else"))
    }
  }
}
