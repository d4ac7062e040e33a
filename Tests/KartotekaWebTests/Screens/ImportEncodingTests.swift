import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Import, on the screens: the encoding of a file")
struct ImportEncodingTests {
  private static let club = """
    {"version":1,"name":"club","entities":[{"name":"guest","attributes":[{"name":"name","required":true,"title":true}]}]}
    """

  // Names in windows-1250, with a heading that has a letter of it.
  private static let czech: [UInt8] =
    "name;m\u{EC}sto\nDvo\u{F8}\u{E1}k;Plze\u{F2}\nNov\u{E1}k;Brno\n"
    .unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }

  // Uploads a file: the address of its plan.
  private static func upload(_ name: String, _ content: [UInt8], _ site: DesignedSite) async throws -> String {
    let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n\r\n"
    let sent = try await site.client.execute(
      uri: "/club/import", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
      body: ByteBuffer(bytes: Array(head.utf8) + content + Array("\r\n--b--\r\n".utf8)))
    return try #require(sent.headers[.location])
  }

  @Test(
    "One that can't read the file is refused with its reason: the form keeps what was chosen, and the file its encoding"
  )
  func unreadable() async throws {
    try await DesignedSite.test(Self.club) { site in
      let path = try await Self.upload("guests.csv", Self.czech, site)
      let form = try await site.form(path + "/1")
      let before = try #require(form["encoding"])
      let sent = try await site.send(
        form.with("encoding", "UTF-16LE").with("column-2", "new").without("load"))
      #expect(sent.status == .unprocessableContent)
      #expect(sent.text.contains("be read as UTF-16LE and is still read as \(before)"), "\(sent.text.suffix(3_000))")
      let kept = try #require(PageForm.form(path + "/1", in: sent.text))
      #expect(kept["column-2"] == "new" && kept["load"] == nil && kept["encoding"] == before)
      #expect(try await site.description().entities[0].attributes.count == 1, "No field is made")
      let stored = try await site.form(path + "/1")
      #expect(stored["encoding"] == before && stored["load"] == "yes" && stored["column-2"] == "")
      #expect(try await site.page(path).contains("Load 1 file<"))
    }
  }

  @Test("Another one comes before new fields, which are made when the columns were seen with their letters")
  func newField() async throws {
    try await DesignedSite.test(Self.club) { site in
      let path = try await Self.upload("guests.csv", Self.czech, site)
      let form = try await site.form(path + "/1")
      try #require(form["encoding"] == "windows-1250")
      let other = try await site.send(form.with("encoding", "windows-1252").with("column-2", "new"))
      #expect(other.status == .ok && other.text.contains("is read as windows-1252 now"), "\(other.text.suffix(3_000))")
      #expect(other.text.contains("mìsto"))
      let asked = try #require(PageForm.form(path + "/1", in: other.text))
      #expect(asked["encoding"] == "windows-1252" && asked["column-2"] == "new" && asked["load"] == "yes")
      #expect(try await site.description().entities[0].attributes.count == 1, "No field is made of wrong letters")
      let led = try await site.client.execute(
        uri: path + "/1", method: .post, headers: [.contentType: "application/x-www-form-urlencoded"],
        body: ByteBuffer(string: asked.with("encoding", "windows-1250").body))
      #expect(led.status == .temporaryRedirect && led.headers[.location] == path + "/1/fields")
      let back = try await site.send(asked.with("encoding", "windows-1250"))
      #expect(back.status == .ok && back.text.contains("město"))
      let made = try await site.send(try #require(PageForm.form(path + "/1", in: back.text)))
      #expect(made.status == .seeOther && made.location == path, "\(made.text.suffix(3_000))")
      let labels = try await site.description().entities[0].attributes.map { $0.label.lowercased() }
      #expect(labels.last == "město", "\(labels)")
    }
  }

  @Test("Why a file is not understood is found once, and not at each view of its page")
  func refusal() async throws {
    try await DesignedSite.test(Self.club) { site in
      let path = try await Self.upload("notes.txt", Array("Dear diary\ntoday\n".utf8), site)
      let id = try #require(path.split(separator: "/").last)
      let fault = "It is not clear what the records of notes.txt are"
      #expect(try await site.page(path).contains(fault))
      // The file isn't opened again.
      try FileManager.default.removeItem(at: site.folder.appending(path: "imports/club/\(id)/1"))
      #expect(try await site.page(path).contains(fault))
    }
  }
}
