import Foundation
import Testing

@testable import KartotekaModel

@Suite("Entity descriptions")
struct EntityDescriptionTests {
  private let item = Item.declaration.description

  @Test("Attributes come in the order of their declaration, to-one relationships after them")
  func columns() {
    #expect(
      item.columns.map(\.name) == [
        "title", "code", "note", "phone", "count", "weight", "price", "isLent", "bought", "seen", "state",
        "place", "cover", "owner",
      ])
    #expect(
      item.columns.map(\.column).suffix(8) == [
        "price", "is_lent", "bought", "seen", "state", "place", "cover", "owner_id",
      ])
    #expect(item.position(of: "owner") == 13)
    #expect(item.attribute("owner") == nil)
    #expect(item.relationship("owner")?.target == "user")
    #expect(item.position(of: "id") == nil)
  }

  @Test("The type of an attribute decides its kind unless another is named")
  func kinds() {
    #expect(
      item.attributes.map(\.kind) == [
        .text, .text, .text, .phone, .integer, .real, .decimal, .boolean, .date, .timestamp, .choice,
        .coordinate, .blob,
      ])
    #expect(item.attribute("state")?.choices == [Choice("new", "New"), Choice("worn", "Worn")])
    #expect(item.attribute("phone")?.formatter == .phone)
  }

  @Test("Options say the same whatever the order they are written in")
  func options() {
    let price = Attribute<Decimal>("Price", .atMost(1000), .default(9.5), .scale(2)).description(
      named: "price")
    #expect(price.defaultValue == .integer(950))
    #expect(price.maximum == .integer(100_000))
    #expect(item.attribute("note")?.maximumLength == 200)
    #expect(
      Attribute<String>("Note", .multiline).description(named: "note").maximumLength
        == TextKind.longest.multiline)
  }

  @Test("A relationship keeps what it is declared with")
  func relationship() throws {
    let owner = try #require(item.relationship("owner"))
    #expect(owner.isRequired && owner.deleteRule == .cascade && owner.writability == .onInsert)
    let teacher = try #require(Course.declaration.description.relationship("teacher"))
    #expect(
      !teacher.isRequired && teacher.deleteRule == .nullify && teacher.placeholder == "Choose a teacher")
  }

  @Test("A record's title is what is declared so, else the first text")
  func title() {
    struct Plain: Entity {
      let number = Attribute<Int>("Number")
      let name = Attribute<String>("Name")
      let other = Attribute<String>("Other")
    }
    #expect(User.declaration.description.titleAttributes.map(\.name) == ["firstName", "lastName"])
    #expect(Plain.declaration.description.titleAttributes.map(\.name) == ["name"])
  }

  @Test("What screens ask for is added, and nothing twice")
  func with() {
    let sort = [FetchSort("lastName")]
    let user = User.declaration.description
    let changed = user.with(sortOrders: [sort]) { if $0.name == "firstName" { $0.isSearched = true } }
    #expect(changed.searchedAttributes.map(\.name) == ["firstName", "lastName"])
    #expect(changed.with(sortOrders: [sort]) { _ in }.sortOrders == [sort])
    #expect(changed != user)
    #expect(user.searchedAttributes.map(\.name) == ["lastName"])
  }

  @Test("An entity is read once")
  func once() {
    #expect(Item.declaration === Item.declaration)
    #expect(Item.declaration.description === item)
  }
}
