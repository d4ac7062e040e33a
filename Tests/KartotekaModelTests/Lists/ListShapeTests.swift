import Foundation
import KartotekaModel
import Testing

@Suite("The shape of a list")
struct ListShapeTests {
  private let model = ModelDescription([Item.self, User.self, Course.self])
  private func item() throws -> EntityDescription { try #require(model.entity(named: "item")) }

  @Test(
    "A filter's text reads back to the same filter",
    arguments: [
      "title:contains:box", "bought:during:last-month;price:gt:100", "any(title:prefix:a;state:in:new,worn)",
      "title:eq:a;any(price:gt:1;all(price:lt:2;title:is:x))".replacing(
        "all(price:lt:2;title:is:x)", with: "price:lt:2"),
      "any(title:eq:a;all(price:gt:1;price:lt:2))", "owner.mentor.email:eq:anna@example.com",
      "title:in:a%2cb,c%3bd%29", "note:null:true",
    ])
  func text(_ text: String) throws {
    let filter = try ListFilter(text: text)
    #expect(filter.text == text)
    #expect(try ListFilter(text: filter.text) == filter)
  }

  @Test("A filter whose conditions are removed one by one keeps how the others are joined, and has no text in the end")
  func removing() throws {
    var filter = try ListFilter(text: "owner:eq:1;any(title:eq:x;title:eq:y)")
    filter.remove(at: .init(item: 0))
    filter = try ListFilter(text: filter.text)
    filter.set(ListCondition("price", .gt, ["1"]), at: .init())
    #expect(filter.text == "any(title:eq:x;title:eq:y);price:gt:1")
    var any = try ListFilter(text: "any(title:eq:x;title:eq:y)")
    any.remove(at: .init(item: 1))
    any.remove(at: .init(item: 0))
    #expect(any.text.isEmpty)
  }

  @Test("Values may have every character")
  func anyText() throws {
    var random = SplitMix(state: 7)
    let characters = Array("abc %,;:()&=?!\"'\n\t+ółЖ🙂\\/")
    for _ in 0..<500 {
      var filter = ListFilter()
      for _ in 0...Int.random(in: 0...2, using: &random) {
        filter.set(
          ListCondition(
            "title", .in, (0...1).map { _ in random.text(of: characters, upTo: 8) }),
          at: .init(isInGroup: Bool.random(using: &random)))
      }
      #expect(try ListFilter(text: filter.text).conditions == filter.conditions)
      var shape = ListShape()
      shape.filter = filter
      shape.sort = [FetchSort("title", ascending: false)]
      #expect(ListShape(text: shape.text).text == shape.text)
    }
  }

  @Test(
    "A layout's text reads back to the same layout",
    arguments: [
      ListShape.Layout.cards, .table, .board("owner"), .gallery("a:b"), .calendar("bought", .month),
      .calendar("bought", .week),
    ])
  func layout(_ layout: ListShape.Layout) {
    #expect(ListShape.Layout(layout.text) == layout)
    var shape = ListShape()
    shape.layout = layout
    #expect(ListShape(text: shape.text).layout == layout)
  }

  @Test("A layout that the entity's records can't have is the list's own")
  func unknownLayout() throws {
    let item = try item()
    for text in ["board:title", "gallery:title", "calendar:title", "board:none", "chart:none"] {
      let shape = ListShape { $0 == "layout" ? text : nil }
      #expect(shape.known(to: item, in: model).layout == .cards)
      #expect(ListShape.faults(in: ["layout": text], of: item, model).map(\.name) == ["layout"])
    }
    let shape = ListShape { $0 == "layout" ? "board:owner" : nil }
    #expect(shape.known(to: item, in: model).layout == .board("owner"))
  }

  @Test("Beside a condition only those have to hold that are not alternatives to it")
  func others() throws {
    let all = try ListFilter(text: "title:eq:a;any(price:gt:1;title:eq:b)")
    #expect(all.others(than: .init(item: 0)).text == "all(any(price:gt:1;title:eq:b))")
    #expect(all.others(than: .init(item: 1, inner: 0, isInGroup: true)).text == "title:eq:a")
    let any = try ListFilter(text: "any(title:eq:a;all(price:gt:1;title:eq:b))")
    #expect(any.others(than: .init(item: 0)).isEmpty)
    #expect(any.others(than: .init(item: 1, inner: 0, isInGroup: true)).text == "title:eq:b")
  }

  @Test("A filter is narrowed by a condition as far as groups allow")
  func narrowed() throws {
    let condition = ListCondition("price", .eq, ["1"])
    #expect(try ListFilter(text: "title:eq:a").narrowed(by: condition)?.text == "title:eq:a;price:eq:1")
    #expect(
      try ListFilter(text: "any(title:eq:a;title:eq:b)").narrowed(by: condition)?.text
        == "any(title:eq:a;title:eq:b);price:eq:1")
    #expect(try ListFilter(text: "any(title:eq:a;all(title:eq:b;price:gt:1))").narrowed(by: condition) == nil)
  }

  @Test("Noise in an address is refused and never traps")
  func noise() {
    var random = SplitMix(state: 11)
    let characters = Array("ab:;,()%.-0any all&=")
    for _ in 0..<5_000 {
      let text = random.text(of: characters, upTo: 40)
      _ = try? ListFilter(text: text)
      _ = ListShape(text: text)
      _ = ListFilter.Place(text: text)
    }
  }

  @Test(
    "Malformed filters say what is wrong",
    arguments: [
      "title", "title:eq", "title:like:x", "(((", "any(a:eq:1", "any(all(a:eq:1;any(b:eq:2)))", "title:eq:1)",
    ])
  func malformed(_ text: String) { #expect(throws: ListFault.self) { try ListFilter(text: text) } }

  @Test("A shape that can't be read is the list's own, with the fault")
  func faults() {
    let shape = ListShape { ["where": "title:like:x", "sort": "-price,title", "layout": "hologram"][$0] }
    #expect(shape.filter.isEmpty)
    #expect(shape.faults.count == 1)
    #expect(shape.sort == [FetchSort("price", ascending: false), FetchSort("title")])
    #expect(shape.layout == .cards)
    let long = ListShape { $0 == "where" ? String(repeating: "a", count: 5_000) : nil }
    #expect(long.isEmpty && long.faults.count == 1)
  }

  @Test("Names that the entity doesn't have are left out")
  func unknownNames() throws {
    let shape = ListShape(
      text: "sort=-price,colour,owner.lastName&columns=title,cover,owner,x.y&group=shape&layout=table")
    let known = shape.known(to: try item(), in: model)
    #expect(known.text == "sort=-price,owner.lastName&columns=title,owner&layout=table")
  }

  @Test("Conditions become predicates of the store")
  func predicates() throws {
    func predicate(_ text: String) throws -> FetchPredicate? {
      try ListFilter(text: text).predicate(of: item(), in: model)
    }
    #expect(try predicate("") == nil)
    #expect(try predicate("price:gt:9.5") == .compare("price", .gt, [.integer(950)]))
    #expect(
      try predicate("count:between:2,5")
        == .all([.compare("count", .gte, [.integer(2)]), .compare("count", .lte, [.integer(5)])]))
    #expect(
      try predicate("any(isLent:eq:true;note:null:true)")
        == .any([.compare("isLent", .eq, [.integer(1)]), .compare("note", .null, [.integer(1)])]))
    #expect(try predicate("title:is:box") == .reads(["title"], "box"))
    #expect(try predicate("owner.lastName:prefix:k") == .leads("owner", .compare("lastName", .prefix, [.text("k")])))
    #expect(
      try predicate("bought:during:2026-11")
        == .all([
          .compare("bought", .gte, [.text("2026-11-01")]), .compare("bought", .lte, [.text("2026-11-30")]),
        ]))
    #expect(
      try predicate("bought:during:yesterday") == .all([.day("bought", .gte, -1), .day("bought", .lte, -1)]))
  }

  @Test("Conditions that can't be used are refused, or ignored where that is asked for")
  func ignored() throws {
    let filter = try ListFilter(text: "colour:eq:red;price:gt:many;isLent:gt:true;count:between:1;price:gt:1")
    #expect(throws: ListFault.self) { try filter.predicate(of: try item(), in: model) }
    #expect(
      try filter.predicate(of: item(), in: model, ignoringFaults: true) == .compare("price", .gt, [.integer(100)]))
  }

  @Test("A day of a moment is that of the person's time zone")
  func moments() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Warsaw"))
    try TaskTimeZone.$current.withValue(zone) {
      let predicate = try ListFilter(text: "seen:eq:2026-07-01").predicate(of: item(), in: model)
      #expect(
        predicate
          == .all([
            .compare("seen", .gte, [.text("2026-06-30T22:00:00.000Z")]),
            .compare("seen", .lt, [.text("2026-07-01T22:00:00.000Z")]),
          ]))
    }
  }

  @Test("Several days of a moment are as many as there are, beside whole moments")
  func severalDays() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Warsaw"))
    try TaskTimeZone.$current.withValue(zone) {
      func predicate(_ text: String) throws -> FetchPredicate? {
        try ListFilter(text: text).predicate(of: item(), in: model)
      }
      let days = try ["2026-07-01", "2026-07-03"].map { try #require(try predicate("seen:eq:" + $0)) }
      #expect(try predicate("seen:in:2026-07-01,2026-07-03") == .any(days))
      #expect(
        try predicate("seen:in:2026-07-01,2026-07-03T10:00:00Z")
          == .any([days[0], .compare("seen", .in, [.text("2026-07-03T10:00:00.000Z")])]))
      #expect(throws: ListFault.self) { try predicate("seen:in:2026-07-01,yesterday") }
    }
  }

  @Test("Conditions are added, changed and removed at their places, and empty groups go")
  func places() {
    var filter = ListFilter()
    let one = filter.set(ListCondition("a", .eq, ["1"]), at: .init())
    let group = filter.set(ListCondition("b", .eq, ["2"]), at: .init(isInGroup: true))
    #expect(one.text == "0" && group.text == "1.0")
    filter.set(ListCondition("c", .eq, ["3"]), at: ListFilter.Place(text: "1."))
    #expect(filter.text == "a:eq:1;any(b:eq:2;c:eq:3)")
    filter.set(ListCondition("b", .ne, ["4"]), at: group)
    #expect(filter.condition(at: group) == ListCondition("b", .ne, ["4"]))
    #expect(filter.remove(at: group).text == "1.")
    #expect(filter.remove(at: ListFilter.Place(text: "1.0")).text == ".")
    #expect(filter.text == "a:eq:1")
    filter.remove(at: ListFilter.Place(text: "7"))
    #expect(filter.condition(at: ListFilter.Place(text: "7.7")) == nil)
  }
}
