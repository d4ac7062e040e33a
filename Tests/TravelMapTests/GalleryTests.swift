import Foundation
import HTTPTypes
import Kartoteka
import KartotekaModel
import KartotekaTestSupport
import Testing
import TravelMap

@Suite("A country's pictures")
struct GalleryTests {
  private func visited(_ country: String = "PT") async throws -> AppSite {
    let site = try AppSite(travelMap)
    try await site.add("/countries", #"{"isoCode": "\#(country)"}"#)
    return site
  }

  private func bring(
    _ files: [(name: String, bytes: [UInt8])], to site: AppSite, country: Int = 1
  ) async throws -> Answer {
    let form = MultipartForm(files: files.map { ("image", $0.name, $0.bytes) })
    return try await site.send(.post, "/travelmap/countries/\(country)/pictures", form.body, form.headers)
  }

  @Test("TM-7 shows the country's outline where there are no pictures, so that no page is bare")
  func poster() async throws {
    let page = try await visited().page("/countries/1").text
    let outline = try #require(CountryCode("PT").flatMap { WorldMap.outline(of: $0) })
    #expect(page.firstMatch(of: /<use href="\/assets\/outlines\.[a-z0-9]+\/PT\.svg#PT">/) != nil)
    #expect(page.contains("viewBox=\"\(Int(clampingFloor: outline.mainBounds.minX))"))
    #expect(page.contains("aria-label=\"Outline of Portugal\""))
    #expect(page.contains("class=\"pics alone\""))
  }

  @Test("TM-7 shows a ring for a country that is too small for an outline")
  func dot() async throws {
    let page = try await visited("TV").page("/countries/1").text
    #expect(page.contains("<circle class=ring"))
    #expect(!page.contains("Outline: Natural Earth"))
    let malta = try await visited("MT").page("/countries/1").text
    #expect(malta.contains("Outline: Natural Earth"), "which is a dot on the map")
  }

  @Test("TM-7 adds several pictures as one change set, which undo takes back at once")
  func adds() async throws {
    let site = try await visited()
    let answer = try await bring([("a.png", SmallPicture.png), ("b.png", SmallPicture.wide)], to: site)
    #expect(answer.status == 303)
    #expect(answer.location == "/travelmap/countries/1#s-pictures")
    #expect(try await site.send(.get, "/api/travelmap/pictures/2/image", nil, [:]).bytes == SmallPicture.wide)
    #expect(try await site.api(.get, "/pictures/2").json.number("country") == 1)
    let changeSet = try #require(answer.cookie?.firstMatch(of: /undo-travelmap=(\d+)/)).1
    let done = try await site.store.changeSet(Int64(changeSet) ?? 0)
    #expect(done.map { Localizer.english($0.name) } == "Added 2 pictures")
    _ = try await site.submit("/changesets/\(changeSet)/undo", ["returnTo": "/travelmap/countries/1"])
    #expect(try await site.count("picture") == 0)
  }

  @Test("TM-7 keeps the pictures and says of each other file why it is no picture")
  func refuses() async throws {
    let site = try await visited()
    let answer = try await bring(
      [
        ("notes.txt", Array("hello".utf8)), ("a.png", SmallPicture.png), ("bomb.png", SmallPicture.bomb),
        ("IMG_1.HEIC", [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)),
      ], to: site)
    #expect(answer.status == 422)
    #expect(answer.text.contains("notes.txt: This is no picture as PNG, JPEG, GIF, WebP, AVIF or BMP"))
    #expect(answer.text.contains("bomb.png: This picture has too many pixels."))
    #expect(answer.text.contains("IMG_1.HEIC: Pictures as HEIC can") && answer.text.contains("Save it as JPEG"))
    #expect(!answer.text.contains("a.png:"))
    #expect(answer.cookie?.hasPrefix("undo-travelmap=") == true)
    #expect(try await site.count("picture") == 1)
  }

  @Test("TM-7 stores a HEIC picture as JPEG where a converter is installed, and refuses it where that fails")
  func convertsHEIC() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "heic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    // Stands for heif-convert -q 90 INPUT OUTPUT.
    let program = folder.appending(path: "heif-convert").path(percentEncoded: false)
    try Data(SmallPicture.png).write(to: folder.appending(path: "picture"))
    try Data("#!/bin/sh\ncp \"${0%/*}/picture\" \"$4\"\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    let services = Services(
      pictures: Services.none.pictures, places: Services.none.places, heic: HEICConverter(program: program))
    let site = try AppSite(travelMap, services: services)
    try await site.add("/countries", #"{"isoCode": "PT"}"#)
    #expect(try await bring([("IMG_1.HEIC", heic)], to: site).status == 303)
    #expect(try await site.send(.get, "/api/travelmap/pictures/1/image", nil, [:]).bytes == SmallPicture.png)
    try await site.add("/pictures", #"{"country": 1, "image": "\#(Data(SmallPicture.wide).base64EncodedString())"}"#)
    let put = { try await site.send(.put, "/api/travelmap/pictures/2/image", heic, [:]) }
    #expect(try await put().status == 204)
    #expect(try await site.send(.get, "/api/travelmap/pictures/2/image", nil, [:]).bytes == SmallPicture.png)
    try FileManager.default.removeItem(at: folder.appending(path: "picture"))
    let answer = try await bring([("IMG_2.HEIC", heic)], to: site)
    #expect(answer.status == 422 && answer.text.contains("IMG_2.HEIC: Pictures as HEIC can"))
    #expect(try await put().status == 415)
    #expect(try await site.count("picture") == 2)
  }

  @Test("TM-7 refuses a picture that is larger than one can be, and keeps the others")
  func tooLarge() async throws {
    let site = try await visited()
    let large = SmallPicture.png + [UInt8](repeating: 0, count: 50_000_001)
    let answer = try await bring([("large.png", large), ("a.png", SmallPicture.png)], to: site)
    #expect(answer.status == 422)
    #expect(answer.text.contains("large.png: A picture can have at most 50 MB"))
    #expect(try await site.count("picture") == 1)
  }

  @Test("TM-7 says that nothing was chosen")
  func nothing() async throws {
    let site = try await visited()
    let answer = try await bring([("", [])], to: site)
    #expect(answer.status == 422)
    #expect(answer.text.contains("No picture was chosen."))
    #expect(answer.cookie == nil)
  }

  @Test("TM-7 adds nothing to a country that is not there")
  func noCountry() async throws {
    let site = try await visited()
    #expect(try await bring([("a.png", SmallPicture.png)], to: site, country: 9).status == 404)
    #expect(try await site.count("picture") == 0)
  }

  @Test("TM-7 credits a picture with a link to where it is from")
  func credit() async throws {
    let site = try await visited()
    _ = try await bring(
      [("a.png", SmallPicture.png), ("b.png", SmallPicture.wide), ("c.png", SmallPicture.high)], to: site)
    for (id, author, link) in [
      (1, "Joana <Costa>", "https://www.pexels.com/photo/1"), (2, "Own", ""), (3, "", "javascript:alert(1)"),
    ] {
      let changed = try await site.api(.patch, "/pictures/\(id)", #"{"author": "\#(author)"}"#)
      #expect(changed.status == 200)
      if id == 1 { _ = try await site.api(.patch, "/pictures/1", #"{"sourceLink": "\#(link)"}"#) }
    }
    let page = try await site.page("/countries/1").text
    #expect(
      page.contains(
        #"<a href="https://www.pexels.com/photo/1" rel=external>Joana &lt;Costa&gt; · pexels.com</a>"#
      ))
    #expect(page.contains("<p>Own</p>"))
    #expect(page.contains("loading=lazy decoding=async"))
  }

  @Test("TM-7 shows one picture large, with its size, and those before and after")
  func large() async throws {
    let site = try await visited()
    _ = try await bring(
      [("a.png", SmallPicture.png), ("b.png", SmallPicture.wide), ("c.png", SmallPicture.high)], to: site)
    let page = try await site.page("/countries/1/pictures/2").text
    #expect(page.contains("<h1 class=vh id=\"rt\">Picture 2 of 3</h1>"))
    #expect(page.contains("alt=\"Portugal, picture 2\" width=\"3\" height=\"1\""))
    #expect(page.contains("rel=prev href=\"/travelmap/countries/1/pictures/1\""))
    #expect(page.contains("rel=next href=\"/travelmap/countries/1/pictures/3\""))
    let last = try await site.page("/countries/1/pictures/3").text
    #expect(!last.contains("rel=next"))
    try await site.add("/countries", #"{"isoCode": "FR"}"#)
    #expect(try await site.page("/countries/2/pictures/2").status == 404, "of another country")
    #expect(try await site.page("/countries/1/pictures/9").status == 404)
  }

  @Test("TM-7 shows caption and date with a picture, and the caption to those who don't see it")
  func caption() async throws {
    let site = try await visited()
    _ = try await bring([("a.png", SmallPicture.png)], to: site)
    let body = #"{"caption": "Tram <28>", "takenOn": "2024-05-03"}"#
    #expect(try await site.api(.patch, "/pictures/1", body).status == 200)
    let page = try await site.page("/countries/1").text
    #expect(page.contains("<p class=strong>Tram &lt;28&gt; · "))
    #expect(page.contains(#"alt="Tram &lt;28&gt;""#))
    let large = try await site.page("/countries/1/pictures/1").text
    #expect(large.contains("Tram &lt;28&gt; · "))
    #expect(try await site.page("/pictures?search=tram").text.contains(#"href="/travelmap/pictures/1"#))
  }

  @Test("TM-7 takes the day of a photo from its Exif data, and leaves it to the person where there are none")
  func takenOn() async throws {
    let site = try await visited()
    _ = try await bring([("a.jpg", SmallPicture.photo), ("b.png", SmallPicture.png)], to: site)
    #expect(try await site.api(.get, "/pictures/1").json.text("takenOn") == "2019-07-21")
    #expect(try await site.api(.get, "/pictures/2").json.text("takenOn") == nil)
    _ = try await site.api(.patch, "/pictures/1", #"{"takenOn": "2019-07-22"}"#)
    #expect(try await site.api(.get, "/pictures/1").json.text("takenOn") == "2019-07-22")
  }

  @Test("TM-7 keeps the thumbnails that a browser made, shows those in lists, and the whole picture in the large view")
  func thumbnails() async throws {
    let site = try await visited()
    let form = MultipartForm(files: [
      ("image", "a.png", SmallPicture.wide), ("thumbnail", "a.png", SmallPicture.png),
      ("image", "b.png", SmallPicture.high), ("image", "c.png", SmallPicture.png),
      ("thumbnail", "c.png", Array("no picture".utf8)),
    ])
    let answer = try await site.send(.post, "/travelmap/countries/1/pictures", form.body, form.headers)
    #expect(answer.status == 303)
    #expect(try await site.count("picture") == 3)
    for path in ["/countries/1", "/pictures"] {
      let page = try await site.page(path).text
      #expect(page.contains("/api/travelmap/pictures/1/thumbnail"))
      #expect(!page.contains("/api/travelmap/pictures/1/image"))
      #expect(page.contains("/api/travelmap/pictures/2/image") && page.contains("/api/travelmap/pictures/3/image"))
    }
    let large = try await site.page("/countries/1/pictures/1").text
    #expect(large.contains("/api/travelmap/pictures/1/image"))
    // The form takes one from the script alone, beside the picture.
    let edited = try await site.page("/pictures/1").text
    #expect(edited.ranges(of: #"name="thumbnail""#).count == 1)
    #expect(edited.contains(#"class=small type=file name="thumbnail" hidden"#), "nobody sees a field for it")
  }

  @Test("TM-7 removes a picture's thumbnail when the picture is changed without it")
  func changed() async throws {
    let site = try await visited()
    let form = MultipartForm(files: [
      ("image", "a.png", SmallPicture.wide), ("thumbnail", "a.png", SmallPicture.png),
    ])
    _ = try await site.send(.post, "/travelmap/countries/1/pictures", form.body, form.headers)
    _ = try await site.api(.patch, "/pictures/1", #"{"caption": "Tram"}"#)
    #expect(try await site.page("/countries/1").text.contains("/pictures/1/thumbnail"))
    let put = try await site.send(
      .put, "/api/travelmap/pictures/1/image", SmallPicture.high, [.contentType: "image/png"])
    #expect(put.status == 204 || put.status == 200)
    #expect(!(try await site.page("/countries/1").text.contains("/pictures/1/thumbnail")))
  }

  @Test("TM-7 adds no picture to a country twice")
  func once() async throws {
    let site = try await visited()
    _ = try await bring([("a.png", SmallPicture.png)], to: site)
    let again = try await bring(
      [("b.png", SmallPicture.png), ("c.png", SmallPicture.wide), ("d.png", SmallPicture.wide)], to: site)
    #expect(again.text.contains("2 pictures are there already."))
    #expect(try await site.count("picture") == 2)
    try await site.add("/countries", #"{"isoCode": "FR"}"#)
    _ = try await bring([("a.png", SmallPicture.png)], to: site, country: 2)
    #expect(try await site.count("picture") == 3, "another country may have it, too")
  }

  @Test("TM-7 deletes a picture, which can be undone")
  func deletes() async throws {
    let site = try await visited()
    _ = try await bring([("a.png", SmallPicture.png), ("b.png", SmallPicture.wide)], to: site)
    let answer = try await site.submit("/countries/1/pictures/1/delete")
    #expect(answer.location == "/travelmap/countries/1#s-pictures")
    #expect(try await site.count("picture") == 1)
    let changeSet = try #require(answer.cookie?.firstMatch(of: /undo-travelmap=(\d+)/)).1
    let undone = try await site.submit("/changesets/\(changeSet)/undo", ["returnTo": "/travelmap/countries/1"])
    #expect(undone.location == "/travelmap/countries/1")
    #expect(try await site.count("picture") == 2)
  }
}
