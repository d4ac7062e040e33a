import Foundation
import KartotekaModel
import Testing

@Suite("Unique keys")
struct UniqueKeyTests {
  private struct Shelf: Entity {
    let name = Attribute<String>("Name", .required)
  }

  private struct Place: Entity {
    let shelf = ToOne<Shelf>("Shelf", required: true)
    let row = ToOne<Shelf>("Row", required: true)
    static let uniqueKeys = [UniqueKey(\Place.shelf, \.row)]
  }

  @Test("Are lowered to the names of their fields, and stay with an entity that screens change")
  func lowering() throws {
    let model = ModelDescription([Shelf.self, Place.self])
    let place = try #require(model.entity(named: "place"))
    #expect(place.uniqueKeys == [["shelf", "row"]])
    #expect(place.with(sortOrders: [[FetchSort("id")]]) { _ in }.uniqueKeys == [["shelf", "row"]])
    #expect(model.entity(named: "shelf")?.uniqueKeys == [])
    // Two relationships are enough of a record: which things belong together.
    #expect(model.check().isEmpty)
  }

  @Test("Are part of the description: two that differ in them differ, and they come through JSON")
  func coding() throws {
    let place = try #require(ModelDescription([Shelf.self, Place.self]).entity(named: "place"))
    let data = try JSONEncoder().encode(place)
    #expect(try JSONDecoder().decode(EntityDescription.self, from: data) == place)
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    object["uniqueKeys"] = nil
    let older = try JSONDecoder().decode(
      EntityDescription.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(older.uniqueKeys.isEmpty && older != place)
  }
}
