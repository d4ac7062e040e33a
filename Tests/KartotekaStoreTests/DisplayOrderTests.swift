import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Port: Entity {
  enum State: String, ChoiceValue { case bought, lent, sold }

  let name = Attribute<String>("Name", .required, .title, .searched, .sorted)
  let englishName = Attribute<String>("English name", .translating(\Port.name, to: .english))
  let polishName = Attribute<String>("Polish name", .translating(\Port.name, to: .polish))
  let state = Attribute<State>("State", .sorted)
  let owner = ToOne<Owner>("Owner", onDelete: .deny)
}

private struct Owner: Entity {
  let name = Attribute<String>("Name", .required, .title)
  let ports = ToMany<Port>("Ports", inverse: \.owner)
}

@Suite("The order of choices and translated texts as people read them")
struct DisplayOrderTests {
  private let model = ModelDescription([Port.self, Owner.self])

  private static func say(_ language: Language) throws -> Localizer {
    let words = Data(#"{"Bought": "Kupione", "Lent": "Wypożyczone", "Sold": "Sprzedane"}"#.utf8)
    return Localizer(language: language, catalogue: try Catalogue(language: .polish, json: words))
  }

  private func store() async throws -> Store {
    let store = try Store(inMemory: model)
    let port = try #require(model.entity(named: "port"))
    let owner = try #require(model.entity(named: "owner"))
    _ = try await store.perform(.code) { transaction in
      var record = AnyRecord(owner)
      record["name"] = .text("Anna")
      let id = try transaction.insert(record).id ?? 0
      // "Vienna" was typed by a person: it equals none of its translations.
      for (name, english, polish, state) in [
        ("Venice", "Venice", "Wenecja", "bought"), ("Athens", "Athens", "Ateny", "sold"),
        ("Geneva", "Geneva", "Genewa", "lent"), ("Rome", "Rome", "Rzym", "bought"),
        ("Vienna", "Wien", "Wiedeń", "sold"),
        ("Aachen", "Aachen", "Akwizgran", "lent"),
      ] {
        var record = AnyRecord(port)
        record["name"] = .text(name)
        record["englishName"] = .text(english)
        record["polishName"] = .text(polish)
        record["state"] = .text(state)
        record["owner"] = .integer(id)
        try transaction.insert(record)
      }
    }
    return store
  }

  /// All records, fetched in pages of two, and then the same backwards.
  private func names(_ store: Store, _ sort: [FetchSort], _ language: Language) async throws -> [String] {
    let port = try #require(model.entity(named: "port"))
    let say = try Self.say(language)
    var request = AnyFetchRequest("port")
    request.sort = sort
    request.limit = 2
    request.collation = Collation(language)
    request.displayOrder = DisplayOrder(of: sort, in: port, model, say)
    var (names, back): ([String], [String]) = ([], [])
    while true {
      let page = try await store.fetch(request)
      names += page.records.map { $0.title(in: say) }
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    request.position = .start
    request.sort = sort.map(\.reversed)
    request.displayOrder = DisplayOrder(of: request.sort, in: port, model, say)
    while true {
      let page = try await store.fetch(request)
      back += page.records.map { $0.title(in: say) }
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(back == names.reversed())
    return names
  }

  @Test("Translated texts are sorted by the text that is shown, page by page in both directions")
  func translations() async throws {
    let store = try await store()
    let sort = [FetchSort("name")]
    #expect(try await names(store, sort, .english) == ["Aachen", "Athens", "Geneva", "Rome", "Venice", "Vienna"])
    #expect(try await names(store, sort, .polish) == ["Akwizgran", "Ateny", "Genewa", "Rzym", "Vienna", "Wenecja"])
  }

  @Test("A cursor of the order in one language is none of that in another")
  func cursors() async throws {
    let store = try await store()
    let port = try #require(model.entity(named: "port"))
    var request = AnyFetchRequest("port")
    (request.sort, request.limit) = ([FetchSort("state")], 2)
    request.displayOrder = DisplayOrder(of: request.sort, in: port, model, try Self.say(.polish))
    #expect(request.displayOrder != nil)
    let next = try #require(try await store.fetch(request).next)
    #expect(FetchCursor(text: next.text) == next)
    request.position = .after(next)
    #expect(try await store.fetch(request).records.count == 2)
    request.displayOrder = DisplayOrder(of: request.sort, in: port, model, try Self.say(.english))
    await #expect(throws: StoreError.badCursor) { try await store.fetch(request) }
  }

  @Test("Choices are sorted by their labels")
  func choices() async throws {
    let store = try await store()
    let sort = [FetchSort("state"), FetchSort("name")]
    #expect(
      try await names(store, sort, .polish) == ["Rzym", "Wenecja", "Ateny", "Vienna", "Akwizgran", "Genewa"])
    #expect(
      try await names(store, sort, .english) == ["Rome", "Venice", "Aachen", "Geneva", "Athens", "Vienna"])
  }

  @Test("The order of stored values is kept where people read the same order, so that an index gives it")
  func stored() throws {
    let port = try #require(model.entity(named: "port"))
    #expect(DisplayOrder(of: [FetchSort("state")], in: port, model, try Self.say(.english)) == nil)
    #expect(DisplayOrder(of: [FetchSort("owner.name")], in: port, model, try Self.say(.polish)) == nil)
    #expect(DisplayOrder(of: [FetchSort("name")], in: port, model, try Self.say(.polish)) != nil)
  }

  @Test("Groups by a choice have its labels as names, in their order")
  func groups() async throws {
    let store = try await store()
    let port = try #require(model.entity(named: "port"))
    let labels = ["bought": "Kupione", "lent": "Wypożyczone", "sold": "Sprzedane"]
    let groups = try await store.groups(
      of: port, by: "state", showing: "owner", order: ["name"], labels: labels, collation: .polish)
    #expect(groups.names == ["Kupione", "Sprzedane", "Wypożyczone"])
    let named = try await store.groups(of: port, by: "name", showing: "owner", order: ["name"], collation: .polish)
    #expect(named.names == ["Akwizgran", "Ateny", "Genewa", "Rzym", "Vienna", "Wenecja"])
  }
}
