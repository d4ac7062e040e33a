import Foundation
import HTTPTesting
import Hummingbird
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

/// What is interrupted, and what is left behind.
extension ImportScreenTests {
  @Test("an import that was interrupted says so after a restart, has loaded nothing, and can be started again")
  func interrupted() async throws {
    var site = try await Site()
    let path = try await site.test { client in
      try #require(try await Self.upload([("authors.csv", Self.authors)], to: client).headers[.location])
    }
    // As it was written down when the import began.
    var pending = try #require(try await site.waiting.first)
    pending.state = .running(after: 0)
    try await ImportFolder(site.running).save(pending)
    site = try await site.restarted()
    let result = try await site.test { client in
      #expect(Self.text(try await Self.get("/library/import", from: client)).contains("Interrupted"))
      let page = Self.text(try await Self.get(path, from: client))
      #expect(page.contains("The import was interrupted, and what it had loaded is taken back."))
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      return try await Self.result(of: path, from: client)
    }
    #expect(try await site.authors == 1)
    // The program ended after the import and before that was written down.
    pending = try #require(try await site.waiting.first)
    pending.state = .running(after: 0)
    try await ImportFolder(site.running).save(pending)
    site = try await site.restarted()
    let found = try await site.test { client in try await Self.get(path, from: client).headers[.location] }
    #expect(found == result)
  }

  @Test("files whose reading was interrupted say so after a restart, and can be discarded")
  func interruptedReading() async throws {
    let site = try await Site()
    let folder = ImportFolder(site.running)
    let id = try await folder.begin()
    var pending = PendingImport(id: id, date: .now, files: [PendingImport.File(name: "books.xlsx", bytes: 7)])
    pending.state = .reading
    try Data("no book".utf8).write(to: folder.file(1, of: id))
    try await folder.add(pending)
    try await site.restarted().test { client in
      let page = try await client.execute(
        uri: "/library/import/files/\(id)", method: .get, headers: [.acceptLanguage: "en"])
      #expect(String(buffer: page.body).contains("The reading of the files was interrupted"))
      let list = try await client.execute(uri: "/library/import", method: .get, headers: [.acceptLanguage: "en"])
      #expect(String(buffer: list.body).contains("Interrupted"))
      #expect(try await client.execute(uri: "/library/import/files/\(id)/1", method: .get).status == .notFound)
      _ = try await Self.post("/library/import/files/\(id)", "_deed=discard", to: client)
      #expect(try await site.waiting.isEmpty)
    }
  }

  @Test("takes uploaded files away when they are loaded or discarded")
  func sweeps() async throws {
    let site = try await Site()
    try await site.test { client in
      let files = [("authors.csv", Self.authors)]
      let path = try #require(try await Self.upload(files, to: client).headers[.location])
      let pending = try #require(try await site.waiting.first)
      let place = ImportFolder(site.running).file(1, of: pending.id).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: place))
      _ = try await Self.post(path, "load-1=on&unresolved=empty&scope=good", to: client)
      _ = try await Self.result(of: path, from: client)
      while FileManager.default.fileExists(atPath: place) { await Task.yield() }
      let other = try #require(try await Self.upload(files, to: client).headers[.location])
      #expect(try await Self.post(other, "_deed=discard", to: client).headers[.location] == "/library/import")
      #expect(try await Self.get(other, from: client).status == .notFound)
      #expect(try await site.waiting.count == 1)
    }
  }

  @Test("takes away at the start what an upload left behind that was cut off")
  func orphans() async throws {
    let site = try await Site()
    let folder = ImportFolder(site.running)
    let (old, young) = (folder.url(String(repeating: "a", count: 16)), folder.url(String(repeating: "b", count: 16)))
    for url in [old, young] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)], ofItemAtPath: old.path(percentEncoded: false))
    let again = try await site.restarted()
    try await again.test { _ in
      let waiting = try await again.waiting
      #expect(waiting.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: old.path(percentEncoded: false)))
    #expect(FileManager.default.fileExists(atPath: young.path(percentEncoded: false)))
    #expect(try await ImportFolder(again.running).room > 0)
  }
}
