import Foundation
import Kartoteka
import Testing

@testable import UsersCRUD

@Suite("Address book")
struct UserTests {
  private let model = usersCRUD.description.model

  private func person(_ first: String, _ last: String) -> Record<User> {
    var user = Record<User>()
    user.firstName = first
    user.lastName = last
    user.phone = "+48 225 550 1472"
    user.address = "ul. Piękna 18, Warszawa"
    return user
  }

  @Test("UC-10 a person is created, read, changed and deleted on a store in memory")
  func crud() async throws {
    let store = try Store(inMemory: model)
    var anna = person("Anna", "Kowalska")
    try await store.save(&anna)
    let id = try #require(anna.id)
    #expect(try await store.record(User.self, id: id)?.address == "ul. Piękna 18, Warszawa")
    anna.address = "Rynek 1, Kraków"
    try await store.save(&anna)
    #expect(try await store.record(User.self, id: id)?.address == "Rynek 1, Kraków")
    try await store.delete(anna)
    #expect(try await store.record(User.self, id: id) == nil)
  }

  @Test(
    "UC-10 all four fields are required, and white space is no value",
    arguments: ["firstName", "lastName", "phone", "address"])
  func validation(field: String) async throws {
    let store = try Store(inMemory: model)
    var draft = person("Anna", "Kowalska").any
    let position = try #require(draft.entity.position(of: field))
    #expect(draft.read(text: " \t\u{a0}", at: position) == nil)
    let record = draft
    let expected = StoreError.invalid([FieldFault(field, "This can't be empty")])
    await #expect(throws: expected) { try await store.perform(.code) { try $0.insert(record) } }
    #expect(try await store.count(User.all) == 0)
  }

  @Test("UC-2 the list is sorted by last name, then first name, with accents and capitals aside")
  func order() async throws {
    let store = try Store(inMemory: model)
    for (first, last) in [("Zofia", "Łódźka"), ("Bo", "adams"), ("Ann", "Adams"), ("Wen", "Li")] {
      var user = person(first, last)
      try await store.save(&user)
    }
    let names = try await store.fetch(User.all.sorted(by: \.lastName).sorted(by: \.firstName)).compactMap(
      \.firstName)
    #expect(names == ["Ann", "Bo", "Wen", "Zofia"])
  }

  @Test("UC-3 finds a person by parts of the last and first name, the telephone number and the address")
  func search() async throws {
    let store = try Store(inMemory: model)
    var user = person("Zofia", "Łódźka")
    try await store.save(&user)
    for text in [
      "łodz", "LODZ", "ódź", "ka", "Ł", "zofia", "Zofia Łódźka", "lodzka zo",
    ] {
      #expect(try await store.count(User.all.searching(text)) == 1, "\(text)")
    }
    #expect(try await store.count(User.all.searching("zofia nowak")) == 0)
  }

  @Test("UC-3 several words are each found in any attribute, digits of a telephone number without its spaces and marks")
  func words() async throws {
    let store = try Store(inMemory: model)
    for (first, last) in [("Anna", "Kowalska"), ("Jan", "Nowak")] {
      var user = person(first, last)
      if last == "Nowak" { (user.phone, user.address) = ("+48 600 700 800", "os. Kowalskie 5, 31-999 Kraków") }
      try await store.save(&user)
    }
    for (text, expected) in [
      ("Anna Kowalska", ["Kowalska"]), ("kowalska an", ["Kowalska"]), ("warszawa", ["Kowalska"]),
      ("2255501472", ["Kowalska"]), ("225 550", ["Kowalska"]), ("(22) 555-01", ["Kowalska"]), ("501472", ["Kowalska"]),
      ("+48 22", ["Kowalska"]), ("0048 600 700", ["Nowak"]), ("anna 600 700", []), ("nowak 31-999", ["Nowak"]),
      ("os. 5", ["Nowak"]), ("kowalska krakow", []),
    ] as [(String, [String])] {
      let found = try await store.fetch(User.all.searching(text)).compactMap(\.lastName)
      #expect(found == expected, "\(text)")
    }
  }

  @Test("UC-3 people whose last name begins with a word come first, then those whose last name has it, then all others")
  func ranks() async throws {
    let store = try Store(inMemory: model)
    for (first, last) in [
      ("Kora", "Adamska"), ("Jan", "Sokół"), ("Ewa", "Kowal"), ("Kornel", "Zych"), ("Anna", "Kot"), ("Bo", "Bako"),
    ] {
      var user = person(first, last)
      user.address = "Rynek 1"
      try await store.save(&user)
    }
    var request = User.all.searching("ko").sorted(by: \.lastName).any
    request.ranksMatches = true
    let expected = ["Kot", "Kowal", "Bako", "Sokół", "Adamska", "Zych"]
    for collation in Collation.allCases {
      request.collation = collation
      request.limit = 100
      let all = try await store.fetch(request)
      #expect(names(all) == expected)
      #expect(all.foundElsewhere.count == 2)
      // The same page by page, forwards and back.
      request.limit = 2
      request.position = .start
      var page = try await store.fetch(request)
      var read = names(page)
      while let next = page.next {
        request.position = .after(next)
        page = try await store.fetch(request)
        read += names(page)
      }
      #expect(read == expected)
      while let previous = page.previous {
        request.position = .before(previous)
        page = try await store.fetch(request)
        #expect(page.records.count == 2)
      }
      #expect(names(page) == ["Kot", "Kowal"])
      let middle = try #require(all.records[3].id)
      request.position = .around(middle)
      #expect(names(try await store.fetch(request)).contains("Sokół"))
      request.position = .start
    }
  }

  @Test("UC-3 where nothing is found, one slip in one word of four letters or more is forgiven")
  func slips() async throws {
    let store = try Store(inMemory: model)
    for (first, last) in [("Anna", "Kowalska"), ("Jan", "Nowak"), ("Ewa", "Nowakowska")] {
      var user = person(first, last)
      try await store.save(&user)
    }
    for (text, expected) in [
      ("kowlska", "kowalska"), ("kowalksa", "kowalska"), ("Kowalskka", "kowalska"), ("kovalska", "kowalska"),
      ("anna kowlska", "anna kowalska"), ("nowk", "nowak"), ("piekan", "piekna"), ("kowal", nil), ("kwlska", nil),
      ("jnn", nil), ("akowaka", nil), ("kowlska nowk", nil), ("jan kowlska", nil), ("kowlska1", nil),
    ] as [(String, String?)] {
      var request = User.all.searching(text).any
      #expect(try await store.fetch(request).correctedSearch == nil, "\(text)")
      request.forgivesSlip = true
      let page = try await store.fetch(request)
      #expect(page.correctedSearch == expected, "\(text)")
      #expect(page.records.isEmpty == (expected == nil && text != "kowal"), "\(text)")
      #expect(page.total == page.records.count, "\(text)")
    }
  }

  private func names(_ page: FetchPage) -> [String] {
    page.records.map { if case .text(let name) = $0["lastName"] { name } else { "" } }
  }

  @Test("UC-1 after everybody was deleted, one press adds the thousand people again, and a second one does not")
  func examples() async throws {
    let store = try Store(inMemory: model)
    let demo = try #require(usersCRUD.action("demo"))
    _ = try await demo.run(ActionCall(on: store, .code))
    #expect(try await store.count(User.all) == 1_000)
    await #expect(throws: ActionError.self) { try await demo.run(ActionCall(on: store, .code)) }
    #expect(try await store.count(User.all) == 1_000)
  }

  @Test("the description passes every check")
  func checks() { #expect(usersCRUD.description.check().isEmpty) }
}
