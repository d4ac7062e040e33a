import Foundation
import HTTPTesting
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaWeb

@Suite("The records of a section that people put in order")
struct PlaceScreenTests {
  private static func json(_ place: String = #","placeIn":"concert""#) -> String {
    """
    {"version":1,"name":"choir","entities":[
     {"name":"concert","attributes":[{"name":"name","required":true,"title":true}],
      "relationships":[{"name":"programme","kind":"toMany","to":"piece","inverse":"concert"}]},
     {"name":"piece","attributes":[{"name":"name","required":true,"title":true},
       {"name":"place","kind":"integer"\(place)}],
      "relationships":[{"name":"concert","to":"concert","required":true,"onDelete":"cascade","inverse":"programme"}]}],
     "tabs":[{"title":"Concerts","screen":{"list":{"entity":"concert","title":["name"],
       "sections":[{"name":"programme","offersNew":true}]}}},
      {"title":"Pieces","screen":{"list":{"entity":"piece","title":["name"],"sort":["name"]}}}]}
    """
  }

  private static let names = ["Ave Maria", "Requiem", "Sanctus"]

  private func titles(_ page: String) -> [String] {
    let found = Self.names.compactMap { name in page.range(of: name).map { (name, $0.lowerBound) } }
    return found.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func fill(_ site: DesignedSite) async throws {
    for name in ["Advent", "Easter"] { try await site.add("concerts", #"{"name":"\#(name)"}"#) }
    for name in Self.names { try await site.add("pieces", #"{"name":"\#(name)","concert":1}"#) }
  }

  @Test("are moved by forms that name a neighbour, so that a page of before the other's move does no harm")
  func moving() async throws {
    try await DesignedSite.test(Self.json()) { site in
      try await fill(site)
      let page = try await site.page("/choir/concerts/1")
      #expect(titles(page) == Self.names)
      #expect(page.contains("Move Ave Maria down") && page.contains("Move Sanctus up"))
      func move(_ fields: String) async throws -> [String] {
        let response = try await site.post("/choir/concerts/1/programme/move", fields)
        #expect(response.status == .seeOther, "\(fields)")
        return titles(try await site.page("/choir/concerts/1"))
      }
      #expect(try await move("moved=3&before=1") == ["Sanctus", "Ave Maria", "Requiem"])
      // Another window, whose page is older, says the same, and then something of its own.
      #expect(try await move("moved=3&before=1") == ["Sanctus", "Ave Maria", "Requiem"])
      #expect(try await move("moved=1&before=&behind=2") == ["Sanctus", "Requiem", "Ave Maria"])
      // What is gone, or of another concert, moves nothing.
      #expect(try await move("moved=9&before=1") == ["Sanctus", "Requiem", "Ave Maria"])
      #expect(try await move("moved=1&before=9") == ["Sanctus", "Requiem", "Ave Maria"])
      #expect(try await site.post("/choir/concerts/2/programme/move", "moved=1&before=3").status == .seeOther)
      #expect(titles(try await site.page("/choir/concerts/1")) == ["Sanctus", "Requiem", "Ave Maria"])
      let list = try await site.page("/api/choir/pieces?sort=place")
      #expect(titles(list) == ["Sanctus", "Requiem", "Ave Maria"])
      for place in 1...3 { #expect(list.contains(#""place":\#(place)"#)) }
    }
  }

  @Test("are put in order by the sheet of the section, which makes the field with the numbers, and no longer")
  func sheet() async throws {
    try await DesignedSite.test(Self.json("")) { site in
      var document = try await site.description()
      #expect(document.place(in: "programme", of: "concert") == nil)
      try document.setArranged(true, "programme", of: "concert", label: "No.")
      let place = try #require(document.place(in: "programme", of: "concert"))
      #expect(place.label == "No." && place.placeIn == "concert")
      // Once more changes nothing.
      let before = document
      try document.setArranged(true, "programme", of: "concert", label: "No.")
      #expect(document == before)
      try document.setArranged(false, "programme", of: "concert", label: "No.")
      #expect(document.place(in: "programme", of: "concert") == nil)
      // A section that is sorted by a number takes this one.
      try document.setSection(
        "programme", adding: "", note: "", offersNew: true, isNewestFirst: false, order: "place", of: "concert")
      try document.setArranged(true, "programme", of: "concert", label: "No.")
      #expect(document.place(in: "programme", of: "concert")?.name == "place")
      // Without the owner it is a number.
      try document.removeField("concert", of: "piece")
      #expect(document.entity("piece")?.attributes.first { $0.name == "place" }?.placeIn == nil)
    }
  }

  @Test("have no buttons without places")
  func plain() async throws {
    try await DesignedSite.test(Self.json("")) { site in
      try await fill(site)
      #expect(!(try await site.page("/choir/concerts/1")).contains("Move Ave Maria down"))
      #expect(try await site.post("/choir/concerts/1/programme/move", "moved=3&before=1").status == .notFound)
    }
  }
}
