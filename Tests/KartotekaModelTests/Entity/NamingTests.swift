import KartotekaModel
import Testing

@Suite("Naming")
struct NamingTests {
  @Test(
    "Names in Swift become names in SQL and in addresses",
    arguments: [
      ("lastName", "last_name", "last-name"), ("OrderDetail", "order_detail", "order-detail"),
      ("isoCode", "iso_code", "iso-code"),
      ("user", "user", "user"), ("userID", "user_id", "user-id"),
      ("address2Line", "address2_line", "address2-line"), ("", "", ""),
    ])
  func cases(_ name: String, _ snake: String, _ kebab: String) {
    #expect(Naming.snakeCase(name) == snake)
    #expect(Naming.kebabCase(name) == kebab)
  }

  @Test(
    "Headings are compared without case, accents and marks",
    arguments: [
      ("last_name", "lastname"), ("Last name", "lastname"), ("LastName", "lastname"), ("Prénom ", "prenom"),
      ("Order-No. 2", "orderno2"),
      ("Фамилия", "фамилия"), ("_", ""),
    ])
  func key(_ heading: String, _ key: String) {
    #expect(Naming.key(heading) == key)
  }

  @Test(
    "A noun has its English plural",
    arguments: [
      ("user", "users"), ("country", "countries"), ("day", "days"), ("box", "boxes"), ("branch", "branches"),
      ("address", "addresses"),
      ("dish", "dishes"), ("y", "ys"),
    ])
  func plural(_ noun: String, _ plural: String) {
    #expect(Naming.plural(noun) == plural)
  }

  @Test("An entity's names follow from its type's")
  func entity() {
    struct OrderDetail: Entity {
      let note = Attribute<String>("Note")
    }
    #expect(OrderDetail.name == "orderDetail")
    #expect(OrderDetail.plural == "order-details")
    #expect(OrderDetail.table == "order_details")
    #expect(OrderDetail.nouns == Nouns("order detail", "order details"))
  }
}
