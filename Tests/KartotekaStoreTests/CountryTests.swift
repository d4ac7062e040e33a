import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

private struct Land: Entity {
  let isoCode: Attribute<CountryCode> = Attribute(
    "Country", .required, .unique, .title, .searched, .sorted, .default(from: \Land.name))
  let name = Attribute<String>("Name", .default(from: \Land.isoCode))
  let position = Attribute<Coordinate>("Position", .default(from: \Land.isoCode))
  let rank = Attribute<Int>("Rank")
  let places = ToMany<Place>("Places", inverse: \.land)
}

private struct Place: Entity {
  let name = Attribute<String>("Place", .required, .title, .searched)
  let land = ToOne<Land>("Country", required: true, onDelete: .cascade)
}

@Suite("Countries in a store")
struct CountryTests {
  private static let codes = ["HU", "DE", "LV", "PL", "CI", "GN", "GW", "LT", "SK"]
  private let model = ModelDescription([Land.self, Place.self])

  private func store(_ codes: [String] = codes) async throws -> Store {
    let store = try Store(inMemory: model)
    try await add(codes, to: store)
    return store
  }

  private func land() throws -> EntityDescription { try #require(model.entity(named: "land")) }

  private func add(_ codes: [String], to store: Store) async throws {
    let land = try land()
    _ = try await store.perform(.code) { transaction in
      for code in codes {
        var record = AnyRecord(land)
        record["isoCode"] = .text(code)
        try transaction.insert(record)
      }
    }
  }

  private func found(
    _ store: Store, _ language: Language, _ change: (inout AnyFetchRequest) -> Void = { _ in }
  ) async throws -> [String] {
    var request = AnyFetchRequest("land")
    request.sort = [FetchSort("isoCode")]
    request.collation = Collation(language)
    change(&request)
    return try await store.fetch(request).records.map { $0.title(in: .english) }
  }

  private static let sorted: [String: [String]] = [
    "en": [
      "Germany", "Guinea", "Guinea-Bissau", "Hungary", "Ivory Coast", "Latvia", "Lithuania", "Poland", "Slovakia",
    ],
    // Gwinea, Gwinea Bissau, Litwa, Łotwa, Niemcy, Polska, Słowacja, Węgry, Wybrzeże Kości Słoniowej
    "pl": [
      "Guinea", "Guinea-Bissau", "Lithuania", "Latvia", "Germany", "Poland", "Slovakia", "Hungary", "Ivory Coast",
    ],
    // Венгрия, Гвинея, Гвинея-Бисау, Германия, Кот-д’Ивуар, Латвия, Литва, Польша, Словакия
    "ru": [
      "Hungary", "Guinea", "Guinea-Bissau", "Germany", "Ivory Coast", "Latvia", "Lithuania", "Poland", "Slovakia",
    ],
  ]

  @Test("are in the order of their names in each language", arguments: Language.all)
  func order(language: Language) async throws {
    let store = try await store()
    #expect(try await found(store, language) == Self.sorted[language.code])
    // What comes later stands in its place as well, in this order and in the others.
    try await add(["FR"], to: store)
    for other in Language.all {
      let names = try await found(store, other)
      #expect(names.filter { $0 != "France" } == Self.sorted[other.code])
      #expect(names.firstIndex(of: "France") == ["en": 0, "pl": 0, "ru": 9][other.code])
    }
  }

  @Test("give every record once, page by page, backwards, too, in each language", arguments: Language.all)
  func pages(language: Language) async throws {
    let store = try await store()
    var request = AnyFetchRequest("land")
    request.sort = [FetchSort("isoCode", ascending: false)]
    request.collation = Collation(language)
    request.limit = 4
    var names: [String] = []
    while true {
      let page = try await store.fetch(request)
      names += page.records.map { $0.title(in: .english) }
      guard let next = page.next else { break }
      request.position = .after(next)
    }
    #expect(names == Self.sorted[language.code]?.reversed())
  }

  @Test("have an index of their names' letters in each language, and can be jumped along it")
  func initials() async throws {
    let store = try await store()
    func letters(_ language: Language) async throws -> String {
      try await store.initials(of: land(), by: FetchSort("isoCode"), Collation(language)).joined()
    }
    #expect(try await letters(.english) == "ghilps")
    #expect(try await letters(.polish) == "glłnpsw")
    #expect(try await letters(.russian) == "вгклпс")
    let from = try await found(store, .polish) {
      $0.position = .from("ł")
      $0.limit = 2
    }
    #expect(from == ["Latvia", "Germany"])
  }

  @Test("are found by any of their names and by their codes, whatever language one reads", arguments: Language.all)
  func search(language: Language) async throws {
    let store = try await store()
    func search(_ text: String) async throws -> [String] { try await found(store, language) { $0.search = text } }
    for text in ["Poland", "Polska", "польша", "PL", "pol", "ПОЛ"] {
      #expect(try await search(text).contains("Poland"), "\(text)")
    }
    #expect(try await search("wegry") == ["Hungary"])
    #expect(try await search("germa") == ["Germany"])
    #expect(try await search("POL") == ["Poland"])
    #expect(try await search("Portugal") == [])
    // Each word may be in another name, but no word in two.
    #expect(try await search("land pol") == ["Poland"])
    #expect(try await search("landpol") == [])
  }

  @Test("are compared by their names: what contains a text, what begins with it, what is called so")
  func conditions() async throws {
    let store = try await store()
    func matching(_ predicate: FetchPredicate) async throws -> [String] {
      try await found(store, .english) { $0.predicate = predicate }
    }
    #expect(try await matching(.compare("isoCode", .prefix, [.text("gui")])) == ["Guinea", "Guinea-Bissau"])
    #expect(try await matching(.compare("isoCode", .prefix, [.text("герм")])) == ["Germany"])
    #expect(try await matching(.compare("isoCode", .contains, [.text("slov")])) == ["Slovakia"])
    let titled = try #require(try land().titled("węgry"))
    #expect(try await matching(titled) == ["Hungary"])
    let untitled = try #require(try land().titled("Atlantis"))
    #expect(try await matching(untitled) == [])
    // Of the related record, too.
    let place = try #require(model.entity(named: "place"))
    let land = try #require(
      try await store.fetch(AnyFetchRequest("land")).records.first { $0["isoCode"] == .text("PL") })
    _ = try await store.perform(.code) {
      try $0.insert(AnyRecord(place, id: nil, values: [.text("Łódź"), land.id.map(Value.integer) ?? .null]))
    }
    var request = AnyFetchRequest("place")
    request.predicate = .leads("land", titled)
    #expect(try await store.fetch(request).records.isEmpty)
    request.predicate = .leads("land", try #require(try self.land().titled("Polska")))
    #expect(try await store.fetch(request).records.count == 1)
  }

  @Test("sort what leads to them by the names of the language")
  func related() async throws {
    let store = try await store(["DE", "HU", "PL"])
    let place = try #require(model.entity(named: "place"))
    _ = try await store.perform(.code) { transaction in
      for (index, name) in ["Berlin", "Budapest", "Warsaw"].enumerated() {
        try transaction.insert(AnyRecord(place, id: nil, values: [.text(name), .integer(Int64(index + 1))]))
      }
    }
    func places(_ language: Language) async throws -> [String] {
      var request = AnyFetchRequest("place")
      request.sort = [FetchSort("land.isoCode")]
      request.collation = Collation(language)
      return try await store.fetch(request).records.map { $0.title(in: .english) }
    }
    #expect(try await places(.english) == ["Berlin", "Budapest", "Warsaw"])
    #expect(try await places(.polish) == ["Berlin", "Warsaw", "Budapest"])
    #expect(try await places(.russian) == ["Budapest", "Berlin", "Warsaw"])
  }

  @Test("have their names and places by themselves, also when another is chosen, and their code from a name")
  func following() async throws {
    let store = try await store([])
    let land = try land()
    let (one, two) = try await store.perform(.code) { transaction in
      var (one, two) = (AnyRecord(land), AnyRecord(land))
      one["isoCode"] = .text("PT")
      two["name"] = .text("Польша")
      two.id = 7
      return (try transaction.insert(one), try transaction.insert(two))
    }.value
    #expect(one["name"] == .text("Portugal"))
    #expect(one["position"] == CountryCode("PT").map { .text($0.position.description) })
    #expect(two["isoCode"] == .text("PL"))
    #expect(two.id == 7)
    let changed = try await store.perform(.code) { transaction in
      var changed = one
      changed["isoCode"] = .text("ES")
      return try transaction.update(changed)
    }.value
    #expect(changed["name"] == .text("Spain"))
    await #expect(throws: StoreError.self) {
      _ = try await store.perform(.code) { transaction in
        var none = AnyRecord(land)
        none["name"] = .text("Atlantis")
        try transaction.insert(none)
      }
    }
  }

  @Test("name a change set in the language of the reader")
  func changeSets() async throws {
    let store = try await store([])
    let land = try land()
    let changeSet = try await store.perform(.code) { transaction in
      var record = AnyRecord(land)
      record["isoCode"] = .text("PL")
      try transaction.insert(record)
    }.changeSet
    let id = try #require(changeSet)
    let name = try #require(try await store.changeSet(id)?.name)
    #expect(Localizer(language: .russian, catalogue: Catalogue())(name) == "Added Польша")
    #expect(Localizer.english(name) == "Added Poland")
  }

  @Test("are held to the codes there are by the database itself")
  func check() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "countries-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "lands.sqlite")
    let store = try Store(model, at: file)
    #expect(sqlite3Refuses(file, "INSERT INTO lands (iso_code) VALUES ('XX')"))
    #expect(sqlite3Refuses(file, "INSERT INTO lands (iso_code) VALUES ('pt')"))
    #expect(try sqlite3(file, "INSERT INTO lands (iso_code) VALUES ('PT')") == "")
    #expect(try await found(store, .russian) { $0.search = "португалия" } == ["Portugal"])
  }

  private func sqlite3Refuses(_ file: URL, _ sql: String) -> Bool {
    (try? sqlite3(file, sql))?.contains("CHECK constraint failed") == true
  }
}
