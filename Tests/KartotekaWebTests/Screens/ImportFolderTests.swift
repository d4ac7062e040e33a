import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
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
      let pending = try #require(folder.all().first)
      #expect(pending.files.first?.understood != nil)
      let file = folder.file(1, of: pending.id)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
      // The preview is made of what is stored: it names the encoding that the file came in.
      let preview = try await client.execute(uri: try #require(answer.headers[.location]), method: .get)
      #expect(String(buffer: preview.body).contains("1251"))
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
  }

  @Test("Files that wait use up an application's quota")
  func quota() throws {
    let folder = ImportFolder(app, quota: 100)
    #expect(folder.room == 100)
    let id = try folder.begin()
    try Data(count: 60).write(to: folder.file(1, of: id))
    #expect(folder.room == 40)
    try Data(count: 60).write(to: folder.file(2, of: id))
    #expect(folder.room == 0)
    folder.remove(id)
    #expect(folder.room == 100)
  }
}
