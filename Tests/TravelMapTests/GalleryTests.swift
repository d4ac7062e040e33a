import HTTPTypes
import Kartoteka
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
    #expect(page.firstMatch(of: /<use href="\/assets\/world\.[a-z0-9]+\.svg#PT">/) != nil)
    #expect(page.contains("viewBox=\"\(Int(outline.mainBounds.minX))"))
    #expect(page.contains("aria-label=\"Outline of Portugal\""))
    #expect(page.contains("class=\"pics alone\""))
  }

  @Test("TM-7 shows a ring for a country that is too small for an outline")
  func dot() async throws {
    let page = try await visited("MT").page("/countries/1").text
    #expect(page.contains("<circle class=ring"))
    #expect(!page.contains("Outline: Natural Earth"))
  }

  @Test("TM-7 adds several pictures as one deed, which undo takes back at once")
  func adds() async throws {
    let site = try await visited()
    let answer = try await bring([("a.png", SmallPicture.png), ("b.png", SmallPicture.wide)], to: site)
    #expect(answer.status == 303)
    #expect(answer.location == "/travelmap/countries/1#s-pictures")
    #expect(try await site.send(.get, "/api/travelmap/pictures/2/image", nil, [:]).bytes == SmallPicture.wide)
    #expect(try await site.api(.get, "/pictures/2").json.number("country") == 1)
    let deed = try #require(answer.cookie?.firstMatch(of: /deed-travelmap=(\d+)/)).1
    let done = try await site.store.deed(Int64(deed) ?? 0)
    #expect(done.map { Localizer.english($0.name) } == "Added 2 pictures")
    _ = try await site.submit("/deeds/\(deed)/undo", ["returnTo": "/travelmap/countries/1"])
    #expect(try await site.count("picture") == 0)
  }

  @Test("TM-7 keeps what is a picture and says of each other file why it is none")
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
    #expect(answer.cookie?.hasPrefix("deed-travelmap=") == true)
    #expect(try await site.count("picture") == 1)
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
      [("a.png", SmallPicture.png), ("b.png", SmallPicture.png), ("c.png", SmallPicture.png)], to: site)
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
      [("a.png", SmallPicture.png), ("b.png", SmallPicture.wide), ("c.png", SmallPicture.png)], to: site)
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

  @Test("TM-7 deletes a picture, which can be undone")
  func deletes() async throws {
    let site = try await visited()
    _ = try await bring([("a.png", SmallPicture.png), ("b.png", SmallPicture.wide)], to: site)
    let answer = try await site.submit("/countries/1/pictures/1/delete")
    #expect(answer.location == "/travelmap/countries/1#s-pictures")
    #expect(try await site.count("picture") == 1)
    let deed = try #require(answer.cookie?.firstMatch(of: /deed-travelmap=(\d+)/)).1
    let undone = try await site.submit("/deeds/\(deed)/undo", ["returnTo": "/travelmap/countries/1"])
    #expect(undone.location == "/travelmap/countries/1")
    #expect(try await site.count("picture") == 2)
  }
}
