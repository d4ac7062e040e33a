import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Import, on the screens: another kind of records for a file")
struct ImportKindTests {
  // Guests and visitors share name and day; a note is a text of guests and a number of visitors.
  private static let club = """
    {"version":1,"name":"club","entities":[
    {"name":"guest","attributes":[{"name":"name","required":true,"title":true},{"name":"note"},
    {"name":"day","kind":"date"}]},
    {"name":"visitor","attributes":[{"name":"day","kind":"date"},{"name":"note","kind":"integer"},
    {"name":"name","required":true,"title":true}]}]}
    """

  private static func upload(_ content: String, _ site: DesignedSite) async throws -> String {
    let head = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.csv\"\r\n\r\n"
    let sent = try await site.client.execute(
      uri: "/club/import", method: .post, headers: [.contentType: "multipart/form-data; boundary=b"],
      body: ByteBuffer(string: head + content + "\r\n--b--\r\n"))
    return try #require(sent.headers[.location])
  }

  /// The form of the file after a choice that leads back to it.
  private static func chosen(_ form: PageForm, _ site: DesignedSite) async throws -> PageForm {
    let sent = try await site.send(form)
    #expect(sent.status == .seeOther && sent.location == form.action, "\(sent.text.suffix(3_000))")
    return try await site.form(form.action)
  }

  @Test("What was chosen for its columns stays where the other kind has the same, of that press and of earlier ones")
  func columns() async throws {
    try await DesignedSite.test(Self.club) { site in
      let path = try await Self.upload("Wer;Was;Wann;Sonst\nAnn;x;01/02/2026;y\nBob;z;03/04/2026;q\n", site) + "/1"
      let guests = try await Self.chosen(try await site.form(path).with("entity", "guests"), site)
      let stored = try await site.send(guests.with("column-1", "1").with("column-2", "2"))
      #expect(stored.status == .seeOther, "\(stored.text.suffix(3_000))")
      let again = try await site.form(path)
      #expect(again["column-1"] == "1" && again["column-2"] == "2" && again["entity"] == "guests")
      let visitors = try await Self.chosen(again.with("column-3", "3").with("entity", "visitors"), site)
      #expect(visitors["column-1"] == "3" && visitors["column-3"] == "1", "name and day, by their places in visitors")
      #expect(visitors["column-2"] == "" && visitors["column-4"] == "", "A text is no number")
      // How days are written is the file's.
      let days = try await site.send(visitors.with("dates-3", "mdy"))
      #expect(days.status == .seeOther)
      let back = try await Self.chosen(try await site.form(path).with("entity", "guests"), site)
      #expect(back["column-1"] == "1" && back["column-3"] == "3" && back["dates-3"] == "mdy")
    }
  }

  @Test("A column that becomes a new field becomes one of the other kind, after that was seen")
  func newField() async throws {
    try await DesignedSite.test(Self.club) { site in
      let path = try await Self.upload("name;Shoe\nAnn;41\nBob;43\n", site) + "/1"
      let guests = try await Self.chosen(try await site.form(path).with("entity", "visitors"), site)
      let asked = try await site.send(guests.with("entity", "guests").with("column-2", "new"))
      #expect(asked.status == .ok && asked.text.contains("press Done again"), "\(asked.text.suffix(3_000))")
      #expect(try await site.description().entities.allSatisfy { $0.attributes.count == 3 }, "Nothing is made yet")
      let form = try #require(PageForm.form(path, in: asked.text))
      #expect(form["entity"] == "guests" && form["column-2"] == "new" && form["load"] == "yes")
      #expect(try await site.send(form).status == .seeOther)
      #expect(try await site.description().entities.map(\.attributes.count) == [4, 3])
    }
  }
}
