import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Uploaded files of imports")
final class ImportFolderTests: Sendable {
  private let data = FileManager.default.temporaryDirectory.appending(path: "school-\(UUID())")
  private let app: RunningApp

  init() async throws {
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    app = try #require(try await RunningApp.open([School.app], in: data).first)
  }

  deinit { try? FileManager.default.removeItem(at: data) }

  @Test("A file is converted to UTF-8 once, when it comes, and its plan is kept")
  func convertedOnce() async throws {
    let text = "Name;Notes\n" + (1...40).map { "Наталья \($0);Преподаватель математики и физики\n" }.joined()
    let windows = try #require(text.data(using: .windowsCP1251))
    try await Server([app], port: 0, logger: .quiet).application().test { client in
      var body = ByteBuffer(
        string: "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"people.csv\"\r\n\r\n")
      body.writeBytes(windows)
      body.writeString("\r\n--b--\r\n")
      let answer = try await client.execute(
        uri: "/school/import", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"], body: body)
      #expect(answer.status == .seeOther)
      let folder = ImportFolder(app)
      var pending = try #require(try await folder.all().first?.content)
      // On a busy machine the reading goes on after the answer.
      let deadline = ContinuousClock.now + .seconds(120)
      while pending.files.first?.understood == nil, .now < deadline {
        await Task.yield()
        pending = try #require(try await folder.all().first?.content)
      }
      #expect(pending.files.first?.understood != nil)
      let file = folder.file(1, of: pending.id)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
      // The preview is made of what is stored: it names the encoding that the file came in.
      let preview = try await client.execute(uri: try #require(answer.headers[.location]), method: .get)
      #expect(String(buffer: preview.body).contains("1251"))
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  /// Uploads that servers share, none of which has files. Something happens while expired ones are removed.
  private struct Sweeping: SharedWork {
    let meanwhile: @Sendable () throws -> Void

    func sweep(olderThan seconds: Int) throws -> Set<String> {
      try meanwhile()
      return []
    }

    func entries(_ id: String?, isBrief: Bool) -> [SharedEntry] { [] }
    func add(_ id: String, _ content: SharedContent, files: [URL]) {}
    func change(_ id: String, _ content: SharedContent) {}
    func begin(_ id: String, _ content: SharedContent, lane: String?, isNew: Bool) -> Bool { false }
    func beat(_ id: String, progress: Data?) -> SharedOrder { .goOn }
    func end(_ id: String, _ content: SharedContent, files: [URL]?) {}
    func stop(_ id: String) {}
    func isRunning(lane: String) -> Bool { false }
    func remove(_ id: String) {}
    func removeFiles(of id: String) {}
    func bring(_ id: String, to folder: URL) -> Bool { false }
    func size() -> Int { 0 }
    func watch(_ notify: @escaping @Sendable ([SharedEntry]) -> Void) -> any Sendable { 0 }
  }

  @Test("Files that come while expired ones are removed stay")
  func comingMeanwhile() async throws {
    let place = data.appending(path: "shared")
    @Sendable func complete(_ id: String) throws {
      try FileManager.default.createDirectory(at: place.appending(path: id), withIntermediateDirectories: true)
      try Data().write(to: place.appending(path: id).appending(path: "complete"))
    }
    let (old, new) = (String(repeating: "a", count: 16), String(repeating: "b", count: 16))
    try complete(old)
    let folder = ImportFolder(at: place, shared: Sweeping { try complete(new) })
    try await folder.sweep()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false)) == [new])
  }

  @Test("What is no upload in a folder stays, whatever its age")
  func ownFiles() async throws {
    let place = data.appending(path: "imports")
    let names = ["2024", "photo-of-mine.jpg"]
    for name in names {
      let url = place.appending(path: name)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -86_400 * 30)], ofItemAtPath: url.path(percentEncoded: false))
    }
    try await ImportFolder(at: place).sweep()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path(percentEncoded: false)).sorted() == names)
  }

  @Test("The folders of an opened file have the name of the file")
  func besideOpened() {
    let side = data.appending(path: "shop.sqlite.kartoteka")
    for folder in WorkFolder.allCases {
      #expect(folder.url(of: "shop", beside: side).lastPathComponent == "shop.sqlite.kartoteka-\(folder.rawValue)")
    }
  }

  @Test("Files that wait use up an application's quota")
  func quota() async throws {
    let folder = ImportFolder(app, quota: 100)
    #expect(try await folder.room == 100)
    let id = try await folder.begin()
    try Data(count: 60).write(to: folder.file(1, of: id))
    #expect(try await folder.room == 40)
    try Data(count: 60).write(to: folder.file(2, of: id))
    #expect(try await folder.room == 0)
    try await folder.remove(id)
    #expect(try await folder.room == 100)
  }
}
