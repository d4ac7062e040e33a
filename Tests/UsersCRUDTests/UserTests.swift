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

  @Test("UC-3 a part of the last name finds it whatever the case or accents; the first name is not searched")
  func search() async throws {
    let store = try Store(inMemory: model)
    var user = person("Zofia", "Łódźka")
    try await store.save(&user)
    for text in ["łodz", "LODZ", "ódź", "ka", "Ł"] {
      #expect(try await store.count(User.all.searching(text)) == 1, "\(text)")
    }
    #expect(try await store.count(User.all.searching("zofia")) == 0)
  }

  @Test("the description passes every check")
  func checks() { #expect(usersCRUD.description.check().isEmpty) }
}
