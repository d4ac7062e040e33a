import KartotekaModel
import Testing

@Suite("Reading into records")
struct ReadingTests {
  private func position(_ name: String) throws -> Int {
    try #require(Item.declaration.description.position(of: name))
  }

  @Test("Text is trimmed, blank text is no value, and what is refused changes nothing")
  func text() throws {
    var item = AnyRecord(Item.declaration.description)
    #expect(item.read(text: "  Lamp\n", at: try position("title")) == nil)
    #expect(item["title"] == .text("Lamp"))
    #expect(item.read(text: "many", at: try position("count"))?.field == "count")
    #expect(item["count"] == .integer(1))
    #expect(item.read(text: " \u{a0}", at: try position("count")) == nil)
    #expect(item["count"] == .null)
  }

  @Test(
    "UC-7 The phone formatter runs for forms, files and the API alike",
    arguments: ["0048-123.456.789", "+48123456789", " +48 (123) 456 789 "])
  func phone(_ number: String) throws {
    var item = AnyRecord(Item.declaration.description)
    #expect(item.read(text: number, at: try position("phone")) == nil)
    #expect(item["phone"] == .text("+48 123 456 789"))
    item["phone"] = .null
    #expect(item.read(json: .string(number), at: try position("phone")) == nil)
    #expect(item["phone"] == .text("+48 123 456 789"))
  }

  @Test("JSON null is no value; another type than the attribute's is refused by name")
  func json() throws {
    var item = AnyRecord(Item.declaration.description)
    #expect(item.read(json: "Lamp", at: try position("title")) == nil)
    #expect(item.read(json: 5, at: try position("title"))?.field == "title")
    #expect(item["title"] == .text("Lamp"))
    #expect(item.read(json: .null, at: try position("title")) == nil)
    #expect(item["title"] == .null)
  }

  @Test(
    "A related record is read by its number",
    arguments: [("7", 7), (" 7 ", 7), ("0", nil), ("-1", nil), ("x", nil), ("9223372036854775808", nil)]
      as [(String, Int64?)])
  func related(_ text: String, _ id: Int64?) throws {
    var item = AnyRecord(Item.declaration.description)
    #expect((item.read(text: text, at: try position("owner")) == nil) == (id != nil))
    #expect(item["owner"] == id.map(Value.integer) ?? .null)
    #expect(item.text(at: try position("owner")) == (id.map(String.init) ?? ""))
    let json = JSONValue.number(text)
    #expect((item.read(json: json, at: try position("owner")) == nil) == (RecordID(text) ?? 0 > 0))
  }

  @Test("Every column is written as text that reads as the same value")
  func roundTrip() throws {
    var item = Record<Item>()
    item.title = "Lamp"
    item.price = 18.5
    item.bought = CalendarDate(year: 2024, month: 2, day: 29)
    item.owner = 7
    var copy = AnyRecord(Item.declaration.description, id: nil, values: item.any.values.map { _ in .null })
    for position in item.any.values.indices {
      #expect(copy.read(text: item.any.text(at: position), at: position) == nil)
    }
    #expect(copy == item.any)
  }
}
