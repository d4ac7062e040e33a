import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaWeb

@Suite("The order of a section of a record's page")
struct SectionOrderTests {
  private static let json = """
    {"version":1,"name":"choir","entities":[
     {"name":"concert","attributes":[{"name":"name","required":true,"title":true}],
      "relationships":[{"name":"programme","kind":"toMany","to":"piece","inverse":"concert"}]},
     {"name":"piece","attributes":[{"name":"name","required":true,"title":true},{"name":"place","kind":"integer"}],
      "relationships":[{"name":"concert","to":"concert","required":true,"onDelete":"cascade","inverse":"programme"}]}],
     "tabs":[{"title":"Concerts","screen":{"list":{"entity":"concert","title":["name"],
       "sections":[{"name":"programme","offersNew":true,"order":"place"}]}}},
      {"title":"Pieces","screen":{"list":{"entity":"piece","title":["name"],"sort":["name"]}}}]}
    """

  @Test("is its own and not that of the list, and goes with its field, without the section")
  func order() async throws {
    try await DesignedSite.test(Self.json) { site in
      try await site.add("concerts", #"{"name":"Advent"}"#)
      for (name, place) in [("Ave Maria", 3), ("Requiem", 1), ("Sanctus", 2)] {
        try await site.add("pieces", #"{"name":"\#(name)","place":\#(place),"concert":1}"#)
      }
      func titles(_ page: String) -> [String] {
        let found = ["Ave Maria", "Requiem", "Sanctus"].compactMap { name in
          page.range(of: name).map { (name, $0.lowerBound) }
        }
        return found.sorted { $0.1 < $1.1 }.map(\.0)
      }
      #expect(titles(try await site.page("/choir/concerts/1")) == ["Requiem", "Sanctus", "Ave Maria"])
      var document = try await site.description()
      try document.removeField("place", of: "piece")
      guard case .list(let list)? = document.tabs?.first?.screen else { throw CocoaError(.coderValueNotFound) }
      #expect(list.sections.map(\.name) == ["programme"] && list.sections.first?.order == nil)
    }
  }
}
