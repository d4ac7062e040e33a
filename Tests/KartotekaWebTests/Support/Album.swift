import Foundation
import HTTPTesting
import Hummingbird
import Kartoteka
import KartotekaStore

@testable import KartotekaHTML
@testable import KartotekaHTTP
@testable import KartotekaWeb

/// An album with a page in it, in a file of a folder that goes with the test. Of more than 1,000 bytes each picture lies
/// in a file of its own.
struct Album {
  struct Page: Entity {
    let name = Attribute<String>("Name", .required, .title, .sorted)
    let photo = Attribute<Data>("Photo", as: .picture, .length(0...400_000))
    let film = Attribute<Data>("Film")
  }

  static let app = App("album", title: "Album", symbol: .book, hue: 120, entities: [Page.self]) {
    Tab("Pages", symbol: .book) { List(Page.self, title: \.name).sorted(by: \.name).withPictures(\.photo) }
  }

  static let photo = "/api/album/pages/1/photo"

  let folder: URL
  let store: Store
  private let running: RunningApp

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    var options = StoreOptions()
    options.largestInside = 1_000
    store = try Store(Self.app.description.model, at: folder.appending(path: "album.sqlite"), options: options)
    running = RunningApp(Self.app, on: store)
    var page = Record<Page>()
    page.name = "Sea"
    try await store.save(&page)
  }

  /// With screens.
  var server: Server { Server([running], logger: .quiet) }
  /// Without.
  var api: Server { Server(testing: running) }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// So many bytes that begin like a picture.
  static func png(_ count: Int, _ number: UInt8 = 0) -> [UInt8] {
    pngHeader(width: 40, height: 30)
      + (24..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) ^ number }
  }

  /// How a picture begins that says it has so many pixels.
  static func pngHeader(width: UInt32, height: UInt32) -> [UInt8] {
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [width, height].flatMap { side in (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) } }
  }

  /// A bitmap of one row, and how a database of Microsoft Access keeps it.
  static let bitmap: [UInt8] =
    Array("BM".utf8) + little(66) + [0, 0, 0, 0] + little(54) + little(40) + little(4) + little(1) + [1, 0, 24, 0]
    + (0..<6).flatMap { _ in little(0) } + (0..<12).map { $0 * 20 }
  static let wrapped: [UInt8] =
    [0x15, 0x1c, 0x2f, 0x00] + (4..<78).map { UInt8($0 & 15) } + bitmap + [1, 2, 3]

  private static func little(_ number: UInt8) -> [UInt8] { [number, 0, 0, 0] }

  /// What a browser sends for a form with files.
  static func form(_ fields: [(String, String)], files: [(field: String, name: String, bytes: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value) in fields {
      body += Array("--xyz\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    for file in files {
      body += Array(
        "--xyz\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n\r\n".utf8)
      body += file.bytes + Array("\r\n".utf8)
    }
    return body + Array("--xyz--\r\n".utf8)
  }
}

extension TestClient {
  /// Sends a form with files.
  func post(
    _ path: String, _ fields: [(String, String)], files: [(field: String, name: String, bytes: [UInt8])] = []
  ) async throws -> TestResponse {
    try await execute(
      uri: path, method: .post, headers: [.contentType: "multipart/form-data; boundary=xyz", .acceptLanguage: "en"],
      body: ByteBuffer(bytes: Album.form(fields, files: files)))
  }
}
