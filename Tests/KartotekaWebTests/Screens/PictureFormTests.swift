import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Kartoteka
import KartotekaStore
import Testing

@testable import KartotekaHTML
@testable import KartotekaWeb

@Suite("Pictures in forms")
struct PictureFormTests {
  private func photo(_ album: Album, _ id: RecordID = 1) async throws -> Int? {
    try await album.store.record(Album.Page.self, id: id)?.photo?.count
  }

  private func token(in page: String) throws -> String {
    let match = try #require(page.firstMatch(of: /name="_file-photo" value="([^"]+)"/), "\(page.suffix(3_000))")
    return String(match.1)
  }

  @Test("NW-4 a form brings a new record with its picture", arguments: [500, 5_000])
  func create(count: Int) async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let sheet = try await client.execute(uri: "/album/pages/new", method: .get)
      #expect(String(buffer: sheet.body).contains("enctype=multipart/form-data"))
      #expect(String(buffer: sheet.body).contains("type=file") || String(buffer: sheet.body).contains("type=\"file\""))
      let done = try await client.post(
        "/album/pages", [("name", "Hill")], files: [("photo", "hill.png", Album.png(count))])
      #expect(done.status == .seeOther)
    }
    #expect(try await photo(album, 2) == count)
  }

  @Test("A file that was chosen in a field which was removed meanwhile is named, and nothing is saved")
  func removedField() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let answer = try await client.post(
        "/album/pages", [("name", "Hill"), ("_once", "1")], files: [("former", "hill.png", Album.png(500))])
      #expect(answer.status == .unprocessableContent && String(buffer: answer.body).contains("hill.png"))
    }
    #expect(try await album.store.record(Album.Page.self, id: 2) == nil)
  }

  @Test("NW-4 a form replaces a picture, leaves it alone and takes it away")
  func change() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      func save(_ fields: [(String, String)], _ bytes: [UInt8]? = nil) async throws {
        let files = bytes.map { [(field: "photo", name: "a.png", bytes: $0)] } ?? [("photo", "", [])]
        let done = try await client.post("/album/pages/1", [("name", "Sea")] + fields, files: files)
        #expect(done.status == .seeOther, "\(String(buffer: done.body).suffix(2_000))")
      }
      try await save([], Album.png(5_000))
      #expect(try await photo(album) == 5_000)
      let page = try await client.execute(uri: "/album/pages/1", method: .get)
      #expect(String(buffer: page.body).contains("src=\"/api/album/pages/1/photo?version="))
      // The head of the card shows it, and the field does not show it again.
      #expect(!String(buffer: page.body).contains("class=file><img"))
      // What the page carries of a picture is its address, and never its bytes.
      #expect(page.body.readableBytes < 30_000)
      try await save([])
      #expect(try await photo(album) == 5_000)
      try await save([], Album.png(6_000))
      #expect(try await photo(album) == 6_000)
      try await save([("_remove-photo", "1")])
      #expect(try await photo(album) == nil)
    }
  }

  @Test("NW-4 two people who replace the same picture at once: the second sees both, and chooses")
  func conflict() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      func hidden(_ page: String) throws -> [(String, String)] {
        try ["_etag", "_base"].map { name in
          let match = try #require(page.firstMatch(of: try Regex("name=\"?\(name)\"? value=\"([^\"]+)\"")))
          return (name, String(match[1].substring ?? "").replacing("&quot;", with: "\""))
        }
      }
      func save(_ base: [(String, String)], _ bytes: [UInt8]?, _ more: [(String, String)] = []) async throws -> (
        status: Int, page: String
      ) {
        let files = bytes.map { [(field: "photo", name: "mine.png", bytes: $0)] } ?? []
        let answer = try await client.post("/album/pages/1", [("name", "Sea")] + base + more, files: files)
        return (answer.status.code, String(buffer: answer.body))
      }
      let begun = try hidden(String(buffer: try await client.execute(uri: "/album/pages/1", method: .get).body))
      #expect(try await save(begun, Album.png(5_000)).status == 303)
      let late = try await save(begun, Album.png(6_000))
      #expect(late.status == 409 && late.page.contains("Someone else changed this card"), "\(late.page.suffix(2_000))")
      #expect(late.page.contains("mine.png · "))
      #expect(try await photo(album) == 5_000)
      // Theirs, then mine, as the sheet sends them.
      let token = try token(in: late.page)
      let now = try hidden(
        String(try #require(late.page.split(separator: "<dialog").dropFirst().first { $0.contains("_file-photo") })))
      #expect(try await save(now, nil, [("_file-photo", "")]).status == 303)
      #expect(try await photo(album) == 5_000)
      #expect(try await save(now, nil, [("_file-photo", token)]).status == 303)
      #expect(try await photo(album) == 6_000)
      // Whoever changed something else loses nobody's picture, and to take one away is to change it.
      #expect(try await save(now, nil).status == 303)
      #expect(try await photo(album) == 6_000)
      #expect(try await save(now, nil, [("_remove-photo", "1")]).status == 409)
      #expect(try await photo(album) == 6_000)
    }
  }

  @Test("NW-4 a picture that is refused takes nothing else that was typed with it")
  func refused() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      for (bytes, reason) in [
        (Array("no picture".utf8), "This is no picture"), (Album.png(400_001), "at most 400,000 bytes"),
      ] {
        let answer = try await client.post(
          "/album/pages", [("name", "Typed")], files: [("photo", "a.txt", bytes)])
        let page = String(buffer: answer.body)
        #expect(answer.status == .unprocessableContent && page.contains(reason), "\(page.suffix(2_000))")
        #expect(page.contains("\nTyped</textarea>"))
      }
    }
    #expect(try await album.store.count(Album.Page.all) == 1)
  }

  @Test("NW-4 a picture that was chosen stays chosen when something else is wrong")
  func kept() async throws {
    let album = try await Album()
    defer { album.remove() }
    try await album.server.application().test { client in
      let wrong = try await client.post(
        "/album/pages", [("name", "")], files: [("photo", "hill.png", Album.png(5_000))])
      let page = String(buffer: wrong.body)
      #expect(wrong.status == .unprocessableContent && page.contains("hill.png is chosen"))
      let token = try token(in: page)
      let done = try await client.post("/album/pages", [("name", "Hill"), ("_file-photo", token)])
      #expect(done.status == .seeOther)
      #expect(try await photo(album, 2) == 5_000)
      // It is not kept any longer than needed.
      let again = try await client.post("/album/pages", [("name", "Vale"), ("_file-photo", token)])
      #expect(again.status == .unprocessableContent)
      #expect(String(buffer: again.body).contains("Choose it again"))
    }
  }
}
