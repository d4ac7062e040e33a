import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Testing

@testable import KartotekaWeb

@Suite("API: designed applications")
struct DesignTests {
  private static let shelf =
    #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true},{"name":"pages","kind":"integer"}]}]}"#

  private static func changed(_ member: String) -> String {
    shelf.replacing(#"{"name":"pages","kind":"integer"}"#, with: member)
  }

  /// Runs a test against a server of a folder of its own.
  private func serving(_ body: @Sendable (TestClient, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    var server = Server([school], logger: .quiet)
    server.designs = DesignFolder(folder, besides: [school.app])
    try await server.application().test { try await body($0, folder) }
  }

  @Test("A description makes an application, which has its API and screens at once, and is found again later")
  func make() async throws {
    try await serving { client, folder in
      try await APICase.send(.post, "/api/apps", Self.shelf, 201, has: [#""name": "shelf""#])
        .answering(.location, "/api/shelf").run(client)
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Momo","pages":300}"#, 201).run(client)
      try await APICase.get("/api/shelf/books?search=mom", has: ["Momo", #""total":1"#]).run(client)
      try await APICase.get("/api", has: ["/api/shelf"]).run(client)
      try await APICase.get("/api/shelf/openapi.json", has: ["/api/shelf/books"]).run(client)
      for page in ["/", "/shelf/books", "/shelf/books/1", "/shelf/books/new", "/shelf/more"] {
        let response = try await client.execute(uri: page, method: .get)
        #expect(response.status == .ok, "\(page)")
        #expect(page == "/shelf/books/new" || page == "/shelf/more" || String(buffer: response.body).contains("helf"))
      }
      let opened = DesignFolder(folder, besides: []).apps()
      #expect(opened.apps.map(\.description.name) == ["shelf"] && opened.faults.isEmpty)
    }
  }

  @Test("There is a limit of applications, which is said")
  func most() async throws {
    try await serving { client, folder in
      for number in 2...DesignFolder.most {
        try Data("no database".utf8).write(to: folder.appending(path: "notes\(number).sqlite"))
      }
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      let other = Self.shelf.replacing(#""name":"shelf""#, with: #""name":"other""#)
      try await APICase.send(.post, "/api/apps", other, 409, has: ["at most 200 applications"]).run(client)
      try await APICase.get("/api/shelf").run(client)
    }
  }

  @Test("A name can't be that of a shipped application or of another file")
  func names() async throws {
    try await serving { client, folder in
      try Data("no database".utf8).write(to: folder.appending(path: "notes.sqlite"))
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      try await APICase.send(.post, "/api/apps", Self.shelf, 409).run(client)
      for name in ["school", "notes"] {
        let other = Self.shelf.replacing(#""name":"shelf""#, with: #""name":"\#(name)""#)
        try await APICase.send(.post, "/api/apps", other, 409, has: [name]).run(client)
      }
    }
  }

  @Test("All faults of a description are answered together with their places, and nothing is made")
  func faults() async throws {
    try await serving { client, folder in
      try await APICase.send(
        .post, "/api/apps", #"{"version":1,"name":"a","x":1,"entities":[{"name":"b","attributes":[{}]}]}"#, 422,
        has: ["/entities/0/attributes/0", #""/x""#]
      ).run(client)
      try await APICase.send(.post, "/api/apps", "{", 400).run(client)
      try await APICase.send(.post, "/api/apps", "[]", 422).run(client)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == [])
    }
  }

  @Test("A changed description migrates tables and records; the dry run reports losses")
  func change() async throws {
    try await serving { client, _ in
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Momo","pages":300}"#, 201).run(client)
      let next = Self.changed(#"{"name":"isbn"}"#)
      try await APICase.send(
        .put, "/api/shelf/description?dry-run=true", next, 200, has: [#""lost":[{"#, #""count":1"#, "books.pages"]
      ).run(client)
      try await APICase.get("/api/shelf/books/1", has: [#""pages":300"#]).run(client)
      try await APICase.send(.put, "/api/shelf/description", next, 200, has: ["isbn"]).run(client)
      try await APICase.get("/api/shelf/books/1", has: [#""isbn":null"#], lacks: ["pages"]).run(client)
      try await APICase.send(.patch, "/api/shelf/books/1", #"{"isbn":"1"}"#, 200).run(client)
      try await APICase.send(.put, "/api/shelf/description", Self.shelf, 200).run(client)
      try await APICase.get("/api/shelf/books/1", has: [#""pages":300"#]).run(client)
    }
  }

  @Test("The own description of an application in code changes nothing; another one is refused")
  func inCode() async throws {
    try await serving { client, _ in
      let path = "/api/school/description"
      let own = String(buffer: try await APICase.get(path).run(client).body)
      try await APICase.send(.put, path + "?dry-run=true", own, 200, has: [#""changed":false"#]).run(client)
      try await APICase.send(.put, path, own, 200, has: [#""name": "school""#]).run(client)
      try await APICase.send(.put, path, own, 412, headers: [.ifMatch: "\"0\""]).run(client)
      let other = own.replacing(#""hue": 120"#, with: #""hue": 7"#)
      try await APICase.send(.put, path, other, 409, has: ["application in code"]).run(client)
    }
  }

  @Test("A change of a description that somebody else has changed meanwhile is refused")
  func conflict() async throws {
    try await serving { client, _ in
      let made = try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      let tag = try #require(made.headers[.eTag])
      let next = Self.changed(#"{"name":"isbn"}"#)
      try await APICase.send(.put, "/api/shelf/description", next, 200, headers: [.ifMatch: tag]).run(client)
      try await APICase.send(.put, "/api/shelf/description", Self.shelf, 412, headers: [.ifMatch: tag]).run(client)
      try await APICase.get("/api/shelf/description", has: ["isbn"]).run(client)
    }
  }

  @Test("Records that stand in the way are named, and nothing is changed")
  func obstacles() async throws {
    try await serving { client, _ in
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Momo"}"#, 201).run(client)
      let strict = Self.changed(#"{"name":"pages","kind":"integer","required":true}"#)
      try await APICase.send(
        .put, "/api/shelf/description?dry-run=true", strict, 200, has: [#""obstacles":[{"table":"books""#]
      ).run(client)
      try await APICase.send(.put, "/api/shelf/description", strict, 409, has: [#""examples":[{"id":1"#]).run(client)
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Krabat"}"#, 201).run(client)
    }
  }

  @Test("A designed application is removed only with its name, and its file is kept under another one")
  func remove() async throws {
    try await serving { client, folder in
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
      try await APICase.delete("/api/shelf", 400).run(client)
      try await APICase.delete("/api/shelf?confirm=other", 400).run(client)
      try await APICase.delete("/api/school?confirm=school", 409).run(client)
      try await APICase.delete("/api/shelf?confirm=shelf").run(client)
      try await APICase.get("/api/shelf/books", 404).run(client)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      #expect(names.contains { $0.hasPrefix("shelf.sqlite.deleted-") } && !names.contains("shelf.sqlite"))
      try await APICase.send(.post, "/api/apps", Self.shelf, 201).run(client)
    }
  }

  @Test("Applications that another process creates or changes are served without a restart")
  func otherProcess() async throws {
    try await serving { client, folder in
      let designs = DesignFolder(folder, besides: [])
      let first = try AppDocument(json: Array(Self.shelf.utf8))
      _ = try DesignChange(first, in: designs).apply(in: designs)
      try await appears("/api/shelf/description", "pages", client)
      let second = try AppDocument(json: Array(Self.changed(#"{"name":"isbn"}"#).utf8))
      _ = try DesignChange(second, in: designs).apply(in: designs)
      try await appears("/api/shelf/description", "isbn", client)
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Momo","isbn":"1"}"#, 201).run(client)
    }
  }

  @Test(
    "Numbers that clients write while another process, or the server, changes their digits stand as they were written",
    arguments: [true, false])
  func digits(isOtherProcess: Bool) async throws {
    try await serving { client, folder in
      @Sendable func description(_ scale: Int) -> String {
        Self.changed(#"{"name":"price","kind":"decimal","scale":\#(scale)}"#)
      }
      try await APICase.send(.post, "/api/apps", description(2), 201).run(client)
      let designs = DesignFolder(folder, besides: [])
      let written = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<4 {
          group.addTask {
            var count = 0
            while count < 40 {
              let response = try await client.execute(
                uri: "/api/shelf/books", method: .post, headers: [.contentType: "application/json"],
                body: ByteBuffer(string: #"{"title":"\#(number)-\#(count)","price":"1.5"}"#))
              if response.status == .created {
                count += 1
              } else {
                // Nothing was stored, and the client may send it again.
                #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "1")
              }
            }
            return count
          }
        }
        group.addTask {
          for scale in [3, 1, 4, 2, 3] {
            if isOtherProcess {
              let document = try AppDocument(json: Array(description(scale).utf8))
              _ = try DesignChange(document, in: designs).apply(in: designs)
            } else {
              try await APICase.send(.put, "/api/shelf/description", description(scale), 200).run(client)
            }
          }
          return 0
        }
        return try await group.reduce(0, +)
      }
      try await appears("/api/shelf/description", #""scale": 3"#, client)
      try await APICase.get(
        "/api/shelf/books?filter[price][ne]=1.5&limit=1", has: [#""total":0"#]
      ).run(client)
      try await APICase.get("/api/shelf/books?limit=1", has: [#""total":\#(written)"#]).run(client)
    }
  }

  private func appears(_ path: String, _ text: String, _ client: TestClient) async throws {
    var last = ""
    for _ in 0..<500 {
      last = String(buffer: try await client.execute(uri: path, method: .get).body)
      if last.contains(text) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("\(text) never appeared: \(last.prefix(300))")
  }
}
