import Foundation
import GRDB
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaWeb

/// What another process imports into a designed application while its description is changed.
@Suite struct InterruptedImportTests {
  private static func description(_ field: String) -> String {
    #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true},\#(field)]}]}"#
  }

  // Notes a change set as one that a process makes in several transactions.
  private func note(_ changeSet: Int, by process: Int32, in folder: URL) throws {
    let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let start = stat?.split(separator: ")").last?.split(separator: " ")[19] ?? "0"
    try DatabaseQueue(path: folder.appending(path: "shelf.sqlite").path(percentEncoded: false)).write {
      try $0.execute(
        sql: "INSERT OR REPLACE INTO kartoteka_unfinished (key, value) VALUES (?, ?)",
        arguments: [
          "change-set-\(changeSet)",
          #"{"changeSet":\#(changeSet),"origin":"api","process":{"number":\#(process),"start":"\#(start)"},"token":"\#(UUID())"}"#,
        ])
    }
  }

  @Test(
    "An import of another process keeps the description as it is; what one has left is taken back before it changes")
  func otherProcess() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open()
    var server = Server([school], logger: .quiet)
    let designs = DesignFolder(folder, besides: [school.app])
    server.designs = designs
    try await server.application().test { client in
      let (old, new) = (#"{"name":"pages","kind":"integer"}"#, #"{"name":"pages","kind":"decimal","scale":2}"#)
      try await APICase.send(.post, "/api/apps", Self.description(old), 201).run(client)
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Momo","pages":7}"#, 201).run(client)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["600"]
      try process.start()
      try note(1, by: process.processIdentifier, in: folder)
      try await APICase.send(.put, "/api/shelf/description", Self.description(new), 409, has: ["Added Momo"]).run(
        client)
      try await APICase.get("/api/shelf/books", has: [#""total":1"#]).run(client)
      // Waiting needs the run loop of the thread that has started the process.
      await withCheckedContinuation { continuation in
        process.terminationHandler = { _ in continuation.resume() }
        // A process that tests have started may ignore other signals, as they do.
        kill(process.processIdentifier, SIGKILL)
      }
      try await APICase.send(.put, "/api/shelf/description", Self.description(new), 200).run(client)
      try await APICase.get("/api/shelf/books", has: [#""total":0"#]).run(client)
      // By the command, whose process is another one.
      try await APICase.send(.post, "/api/shelf/books", #"{"title":"Jim","pages":7}"#, 201).run(client)
      let id = try #require(
        try await DatabaseQueue(path: folder.appending(path: "shelf.sqlite").path(percentEncoded: false)).read {
          try Int.fetchOne($0, sql: "SELECT max(id) FROM kartoteka_deeds")
        })
      try note(id, by: 999_999_999, in: folder)
      try await DesignChange.settle("shelf", in: designs)
      try await APICase.get("/api/shelf/books", has: [#""total":0"#]).run(client)
    }
  }
}
