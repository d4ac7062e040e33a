import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Screens: several pictures and files of a record")
struct SeveralPicturesTests {
  static let shelf = """
    {"version":1,"name":"shelf","entities":[
     {"name":"book","attributes":[{"name":"title","required":true,"unique":true,"title":true}]}]}
    """
  private static let photos = "/shelf/books/1/pictures"
  private static let png = Album.png(300)

  static func test(_ sheet: String = "pictures", _ body: @Sendable (DesignedSite) async throws -> Void) async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.change(try await site.shapeForm("kinds/books/new/" + sheet))
      try await site.add("books", #"{"title":"Momo"}"#)
      try await body(site)
    }
  }

  /// Sends pictures as the form of a record's page does.
  @discardableResult
  static func bring(
    _ pictures: [(String, [UInt8])], _ site: DesignedSite, to path: String = photos, field: String = "picture",
    status: HTTPResponse.Status = .seeOther
  ) async throws -> String {
    let answer = try await site.client.post(
      path, [], files: pictures.map { (field: field, name: $0.0, bytes: $0.1) })
    #expect(answer.status == status, "\(String(buffer: answer.body).suffix(2_000))")
    return String(buffer: answer.body)
  }

  /// The names of the files, in the order in which the record's page has them.
  private static func names(_ site: DesignedSite) async throws -> [String] {
    try await site.page("/shelf/books/1").matches(of: /aria-label="Delete ([a-z0-9]+\.(?:png|txt|pdf))"/).map {
      String($0.1)
    }
  }

  /// Takes a change of the application back.
  private static func undo(_ revision: Int, _ site: DesignedSite) async throws {
    var undone = try await site.post("/shelf/shape/revisions/\(revision - 1)?undo=\(revision)", "")
    if undone.status != .seeOther {
      let question = PageForm.all(in: undone.text).first { $0.action.contains("revisions") }
      undone = try await site.send(try #require(question, "\(undone.text.suffix(2_000))").with("_confirmed", "yes"))
    }
    #expect(undone.status == .seeOther, "\(undone.text.suffix(2_000))")
  }

  private static func move(_ name: Int, _ place: String, _ site: DesignedSite) async throws {
    let form = try await site.form("\(photos)/\(name)/move", on: "/shelf/books/1")
    let parts = place.split(separator: "=").map(String.init)
    try await site.change(form.with(parts[0], parts[1]))
  }

  @Test("The sheet makes the kind of record, its small pictures and the section in one step, which undo takes back")
  func sheet() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      #expect(try await site.page("/shelf/shape/kinds/books").contains("/shelf/shape/kinds/books/new/pictures"))
      try await site.change(try await site.shapeForm("kinds/books/new/pictures"))
      let made = try await site.description()
      let pictures = try #require(made.entity("book")?.relationships.first)
      #expect(pictures.cardinality == .toMany && pictures.label == "Pictures")
      let item = try #require(made.entity(pictures.target))
      #expect(item.attributes.contains { $0.thumbnailOf == "picture" })
      #expect(item.relationships.first?.isRequired == true && item.relationships.first?.deleteRule == .cascade)
      let list = try #require(made.list(of: "book"))
      #expect(list.picture == pictures.name && list.sections.first?.gallery?.order == "place")
      #expect(made.check().isEmpty, "\(made.check())")
      // A second field of another name has a kind of its own.
      try await site.change(try await site.shapeForm("kinds/books/new/pictures").with("label", "Covers"))
      #expect(try await site.description().entities.count == 3)
      let before = try await site.description()
      let done = try await site.change(try await site.shapeForm("kinds/books/new/files"))
      #expect(try await site.description().check().isEmpty)
      try await Self.undo(try #require(Int(done.location.split(separator: "=").last ?? "")), site)
      #expect(try await site.description() == before)
    }
  }

  @Test("Many are added at once, in one change; equal ones and a form that is sent twice add nothing again")
  func adding() async throws {
    try await Self.test { site in
      let all = (0..<5).map { ("p\($0).png", Album.png(300, UInt8($0))) }
      try await Self.bring(all, site)
      #expect(try await Self.names(site) == ["p0.png", "p1.png", "p2.png", "p3.png", "p4.png"])
      try await Self.bring(all, site, status: .unprocessableContent)
      #expect(try await site.count("pictures") == 5)
      // Twice at once.
      let more = (5..<8).map { ("p\($0).png", Album.png(300, UInt8($0))) }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            _ = try? await site.client.post(
              Self.photos, [], files: more.map { (field: "picture", name: $0.0, bytes: $0.1) })
          }
        }
      }
      #expect(try await site.count("pictures") == 8)
      // What is no picture is named, and the others are kept.
      let mixed = try await Self.bring(
        [("a.txt", Array("no picture".utf8)), ("p9.png", Album.png(300, 9))], site, status: .unprocessableContent)
      #expect(mixed.contains("a.txt: This is no picture"))
      #expect(try await site.count("pictures") == 9)
    }
  }

  @Test("Buttons move one before or after another; a neighbour that is gone, and a form sent twice, move nothing more")
  func order() async throws {
    try await Self.test { site in
      try await Self.bring((1...4).map { ("p\($0).png", Album.png(300, UInt8($0))) }, site)
      try await Self.move(4, "before=1", site)
      #expect(try await Self.names(site) == ["p4.png", "p1.png", "p2.png", "p3.png"])
      try await Self.move(4, "before=1", site)
      #expect(try await Self.names(site) == ["p4.png", "p1.png", "p2.png", "p3.png"])
      try await Self.move(1, "after=3", site)
      #expect(try await Self.names(site) == ["p4.png", "p2.png", "p3.png", "p1.png"])
      // A new one stands last.
      try await Self.bring([("p5.png", Album.png(300, 5))], site)
      #expect(try await Self.names(site) == ["p4.png", "p2.png", "p3.png", "p1.png", "p5.png"])
      let form = try await site.form("\(Self.photos)/5/move", on: "/shelf/books/1")
      try await site.change(try await site.form("\(Self.photos)/2/delete", on: "\(Self.photos)/2"))
      try await site.change(form.with("before", "2"))
      #expect(try await Self.names(site) == ["p4.png", "p3.png", "p1.png", "p5.png"])
      #expect(try await site.send(form.with("before", "1"), to: "\(Self.photos)/99/move").status == .notFound)
      // The first one stands in the list.
      let list = try await site.page("/shelf/books")
      #expect(list.contains("<img class=face"), "\(list.suffix(3_000))")
      #expect(list.contains("/api/shelf/pictures/4/picture"))
    }
  }

  @Test("Undo takes an addition, a move and a deletion back, and files of deleted records are kept for it")
  func undo() async throws {
    try await Self.test { site in
      let large = Album.png(200_000, 7)
      try await Self.bring([("p1.png", large), ("p2.png", Album.png(300, 2))], site)
      try await Self.move(2, "before=1", site)
      func undo() async throws {
        let page = try await site.page("/shelf/history")
        let numbers = page.matches(of: /\/changesets\/(\d+)/).compactMap { Int($0.1) }
        let last = try #require(numbers.max(), "\(page.suffix(3_000))")
        let answer = try await site.post("/shelf/changesets/\(last)/undo", "returnTo=/shelf/books")
        #expect(answer.status == .seeOther, "\(answer.text.suffix(2_000))")
      }
      try await undo()
      #expect(try await Self.names(site) == ["p1.png", "p2.png"])
      // The record takes its pictures along, and brings them back.
      try await APICase.delete("/api/shelf/books/1").run(site.client)
      #expect(try await site.count("pictures") == 0)
      try await undo()
      #expect(try await Self.names(site) == ["p1.png", "p2.png"])
      let bytes = try await site.client.execute(uri: "/api/shelf/pictures/1/picture", method: .get)
      #expect(Array(bytes.body.readableBytesView) == large)
    }
  }

  @Test("Files of any kind have rows with their names, and PDF files a part that shows them")
  func files() async throws {
    try await Self.test("files") { site in
      let path = "/shelf/books/1/files"
      try await Self.bring(
        [("a.txt", Array("text".utf8)), ("b.pdf", Array("%PDF-1.7 x".utf8)), ("c.png", Self.png)], site, to: path,
        field: "file")
      let page = try await site.page("/shelf/books/1")
      #expect(page.contains("download=\"a.txt\"") && page.matches(of: /class=preview/).count == 1)
      #expect(try await Self.names(site) == ["a.txt", "b.pdf", "c.png"])
      let saved = try await site.client.execute(uri: "/api/shelf/files/1/file", method: .get)
      #expect(saved.headers[.contentDisposition] == "attachment; filename=\"a.txt\"")
      // A picture among them opens large.
      #expect(try await site.page("\(path)/3").contains("record large"))
    }
  }

  @Test("A new record is saved with its pictures, also after its form was refused, and once however often it is sent")
  func newRecord() async throws {
    try await Self.test { site in
      let form = try await site.form("/shelf/books", on: "/shelf/books/new")
      #expect(try await site.page("/shelf/books/new").contains("name=\"items-pictures\""))
      func send(
        _ fields: [(String, String)], _ files: [(field: String, name: String, bytes: [UInt8])]
      ) async throws -> (status: Int, text: String) {
        let answer = try await site.client.post("/shelf/books", fields, files: files)
        return (answer.status.code, String(buffer: answer.body))
      }
      let pictures = (1...2).map { (field: "items-pictures", name: "p\($0).png", bytes: Album.png(300, UInt8($0))) }
      let small = [(field: "small-pictures", name: "1", bytes: Album.png(200, 5))]
      // Another record has the title: what was chosen waits for the next form.
      let refused = try await send(form.with("title", "Momo").fields.map { ($0.name, $0.value) }, pictures + small)
      #expect((400..<500).contains(refused.status), "\(refused.text.suffix(3_000))")
      #expect(refused.text.contains("p1.png is chosen") && refused.text.contains("p2.png is chosen"))
      let again = try #require(PageForm.form("/shelf/books", in: refused.text))
      #expect(again.fields.filter { $0.name.hasPrefix("_file-pictures/") }.count == 3)
      let more = [(field: "items-pictures", name: "p3.png", bytes: Album.png(300, 3))]
      let fields = again.with("title", "Krabat").fields.map { ($0.name, $0.value) }
      let saved = try await send(fields, more)
      #expect(saved.status == 303, "\(saved.text.suffix(3_000))")
      _ = try await send(fields, more)
      #expect(try await site.count("books") == 2)
      #expect(try await site.count("pictures") == 3)
      let list = try await site.record("books/2/pictures?sort=place,id")
      #expect(list.matches(of: /"fileName":"([^"]+)"/).map { String($0.1) } == ["p1.png", "p2.png", "p3.png"])
      // The second one has a small picture.
      #expect(list.matches(of: /pictureSmall":"/).count == 1, "\(list)")
      // One that is no picture is named, and nothing is saved without it.
      let other = try await site.form("/shelf/books", on: "/shelf/books/new")
      let faulty = try await send(
        other.with("title", "Third").fields.map { ($0.name, $0.value) },
        pictures + [(field: "items-pictures", name: "a.txt", bytes: Array("no picture".utf8))])
      #expect(faulty.status == 422 && faulty.text.contains("a.txt: This is no picture"))
      #expect(try await site.count("books") == 2)
    }
  }

  @Test("The API adds one more by its bytes, once, and lists them with their addresses")
  func api() async throws {
    try await Self.test { site in
      func post(_ bytes: [UInt8], _ name: String = "") async throws -> (status: Int, location: String?, text: String) {
        let answer = try await site.client.execute(
          uri: "/api/shelf/books/1/pictures" + (name.isEmpty ? "" : "?name=" + name), method: .post,
          headers: [.contentType: "image/png"], body: ByteBuffer(bytes: bytes))
        return (answer.status.code, answer.headers[.location], String(buffer: answer.body))
      }
      let first = try await post(Self.png, "sea.png")
      #expect(first.status == 201 && first.location == "/api/shelf/pictures/1", "\(first)")
      #expect(first.text.contains(#""fileName":"sea.png""#))
      let again = try await post(Self.png)
      #expect(again.status == 200 && again.location == "/api/shelf/pictures/1")
      #expect(try await post(Album.png(300, 9)).status == 201)
      #expect(try await post(Array("no picture".utf8)).status == 415)
      let list = try await site.record("books/1/pictures?sort=place,id")
      #expect(list.contains(#""ids":[1,2]"#) && list.contains(#""picture":"/api/shelf/pictures/1/picture""#), "\(list)")
      // JSON names a record that exists, as at other relationships.
      let json = try await site.client.execute(
        uri: "/api/shelf/books/1/pictures", method: .post, headers: [.contentType: "application/json"],
        body: ByteBuffer(string: #"{"id":2}"#))
      #expect(json.status == .noContent)
      #expect(try await post(Self.png).status == 200)
      let missing = try await site.client.execute(
        uri: "/api/shelf/books/9/pictures", method: .post, headers: [.contentType: "image/png"],
        body: ByteBuffer(bytes: Self.png))
      #expect(missing.status == .notFound)
    }
  }

  @Test("The field goes with its kind of record, and undo brings both back with the pictures")
  func removal() async throws {
    try await Self.test { site in
      try await Self.bring([("p1.png", Self.png)], site)
      let before = try await site.description()
      let asked = try await site.post("/shelf/shape/kinds/books/fields/pictures/delete", "")
      let sheet = try #require(
        PageForm.all(in: asked.text).first { $0.action.hasSuffix("/fields/pictures/delete") }, "\(asked.status)")
      let done = try await site.change(sheet)
      #expect(try await site.description().entities.map(\.name) == ["book"])
      try await Self.undo(try #require(Int(done.location.split(separator: "=").last ?? "")), site)
      #expect(try await site.description() == before)
      #expect(try await Self.names(site) == ["p1.png"])
      let bytes = try await site.client.execute(uri: "/api/shelf/pictures/1/picture", method: .get)
      #expect(Array(bytes.body.readableBytesView) == Self.png)
    }
  }

  @Test("A picture field of a designed application has a small picture, which no screen shows as a field")
  func thumbnails() async throws {
    try await DesignedSite.test(Self.shelf) { site in
      try await site.change(try await site.shapeForm("kinds/books/new/picture").with("label", "Cover"))
      let book = try #require(try await site.description().entity("book"))
      #expect(book.attributes.map(\.name) == ["title", "cover", "coverSmall"])
      #expect(!(try await site.page("/shelf/shape/kinds/books").contains("fields/coverSmall")))
      try await site.add("books", #"{"title":"Momo"}"#)
      let form = try await site.page("/shelf/books/1")
      #expect(form.contains("class=small type=file name=\"coverSmall\" hidden"), "\(form.suffix(4_000))")
      let sent = try await site.client.post(
        "/shelf/books/1", [("title", "Momo")],
        files: [("cover", "a.png", Album.png(5_000)), ("coverSmall", "a.jpg", Album.png(500, 3))])
      #expect(sent.status == .seeOther)
      // Lists, tables and cards show the small one.
      for path in ["/shelf/books", "/shelf/books?layout=table&columns=title,cover", "/shelf/books/1"] {
        #expect(try await site.page(path).contains("/api/shelf/books/1/coverSmall"), "\(path)")
      }
      // A thumbnail without its picture is nothing.
      let alone = try await site.client.post(
        "/shelf/books/1", [("title", "Momo")], files: [("coverSmall", "b.jpg", Album.png(600, 4))])
      #expect(alone.status == .seeOther)
      let kept = try await site.client.execute(uri: "/api/shelf/books/1/coverSmall", method: .get)
      #expect(kept.body.readableBytes == 500)
      // Another picture without one: the list shows the picture itself.
      _ = try await site.client.post(
        "/shelf/books/1", [("title", "Momo")], files: [("cover", "c.png", Album.png(7_000))])
      let list = try await site.page("/shelf/books")
      #expect(list.contains("/api/shelf/books/1/cover") && !list.contains("coverSmall"))
      // A picture is a column of tables, and not of files.
      #expect(try await site.page("/shelf/books/columns").contains("Cover"))
      let file = try await site.page("/shelf/export/books.csv?as=shown&columns=title,cover")
      #expect(file.contains("Momo") && !file.contains("Cover"), "\(file)")
    }
  }
}
