import Foundation
import KartotekaModel
import Testing

@Suite("Records")
struct RecordTests {
  @Test("A new record has its defaults, and nothing else")
  func defaults() {
    let item = Record<Item>()
    #expect(item.id == nil)
    #expect(item.count == 1)
    #expect(item.price == Decimal(string: "9.5"))
    #expect(item.isLent == false)
    #expect(item.state == .new)
    #expect(item.title == nil)
    #expect(item.owner == nil)
    #expect(item.any["price"] == .integer(950))
  }

  @Test("Every type comes back from its property as it was set, and nil takes the value away")
  func properties() throws {
    var item = Record<Item>()
    item.title = "Łódź 👩‍👩‍👧"
    item.weight = 0.1
    item.price = 18.5
    item.isLent = true
    item.bought = CalendarDate(year: 2024, month: 2, day: 29)
    item.seen = Date(timeIntervalSince1970: 1_763_111_520.125)
    item.state = .worn
    item.place = Coordinate(latitude: 52.2297, longitude: 21.0122)
    item.cover = Data([0, 255])
    item.owner = 7
    #expect(item.title == "Łódź 👩‍👩‍👧")
    #expect(item.weight == 0.1)
    #expect(item.price == 18.5)
    #expect(item.isLent == true)
    #expect(item.bought?.description == "2024-02-29")
    #expect(item.seen == Date(timeIntervalSince1970: 1_763_111_520.125))
    #expect(item.state == .worn)
    #expect(item.place?.description == "52.2297,21.0122")
    #expect(item.cover == Data([0, 255]))
    #expect(item.owner == 7)
    item.price = nil
    item.owner = nil
    #expect(item.price == nil)
    #expect(item.any["owner"] == .null)
  }

  @Test("UC-7 A formatter writes what Swift code sets, too")
  func formatters() {
    var item = Record<Item>()
    item.phone = "0048-123.456.789"
    item.code = "ab12"
    #expect(item.phone == "+48 123 456 789")
    #expect(item.code == "AB12")
  }

  @Test(
    "A decimal that its scale can't hold is neither rounded nor lost, but refused when the record is checked")
  func scale() {
    var item = Record<Item>()
    item.price = Decimal(string: "18.505")
    #expect(item.any["price"] == .real(1850.5))
    #expect(Item.declaration.description.faults(in: item.any).map(\.field).contains("price"))
  }

  @Test("A record is known by its title, else by its number")
  func title() {
    var user = Record<User>()
    #expect(user.any.title(in: .english) == "No. –")
    user.any.id = 5
    #expect(user.any.title(in: .english) == "No. 5")
    user.firstName = "Nora"
    #expect(user.any.title(in: .english) == "Nora")
    user.lastName = "Nowak"
    #expect(user.any.title(in: .english) == "Nora Nowak")
  }

  @Test("Records differ in the columns whose values do")
  func differences() {
    var one = Record<Course>()
    one.name = "Databases"
    var other = one
    #expect(one == other && other.any.differences(from: one.any) == [])
    other.teacher = 3
    other.name = "Data"
    #expect(one != other)
    #expect(other.any.differences(from: one.any) == ["name", "teacher"])
  }

  @Test("A name that the entity lacks has no value, and setting it does nothing")
  func unknown() {
    var course = Record<Course>()
    course.any["colour"] = .text("red")
    #expect(course.any["colour"] == .null)
    #expect(course == Record<Course>())
  }

  @Test("Many tasks read and set properties of an entity nobody has asked for before")
  func concurrent() async {
    struct Fresh: Entity {
      let first = Attribute<String>("First")
      let second = Attribute<Int>("Second")
      let other = ToOne<Course>("Other")
    }
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          var record = Record<Fresh>()
          record.second = number
          record.first = "\(number)"
          record.other = RecordID(number + 1)
          return record.second == number && record.first == "\(number)"
            && record.other == RecordID(number + 1)
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
