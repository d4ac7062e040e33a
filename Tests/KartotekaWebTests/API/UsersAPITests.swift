import HTTPTesting
import Testing
import UsersCRUD

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// The address book through the API.
@Suite struct UsersAPITests {
  private static let users = "/api/userscrud/users"

  private func check(_ cases: [APICase]) async throws {
    let app = RunningApp(usersCRUD, on: try .init(inMemory: usersCRUD.description.model))
    try await Server(testing: app).application().test { client in
      for row in cases { try await row.run(client) }
    }
  }

  private static func person(_ phone: String) -> String {
    #"{"firstName":"Anna","lastName":"Kowalska","phone":"\#(phone)","address":"ul. Długa 1, Łódź"}"#
  }

  @Test("UC-7: the phone is written as an address book does, whoever sends it")
  func formatsPhones() async throws {
    let numbers = [
      ("+482255501472", "+48 225 550 1472"), ("0048-123.456.789", "+48 123 456 789"), ("225 550-14.72", "2255501472"),
      ("+48 22555014720", "+48 22555014720"), ("tel. +1 (415) 555-2671", "+1 415 555 2671"),
      ("112", "112"), ("997", "997"), ("+48 12 345 67 89 ext. 12", "+48 123 456 789 x12"),
      ("+48 12 345 67 89 wew. 12", "+48 123 456 789 x12"), ("+48 12 345 67 89 доб. 12", "+48 123 456 789 x12"),
      ("+48 12 345 67 89 #12", "+48 123 456 789 x12"),
    ]
    try await check(
      numbers.enumerated().flatMap { index, number -> [APICase] in
        let (given, written) = number
        return [
          .send(.post, Self.users, Self.person(given), 201, has: [#""phone":"\#(written)""#]),
          .send(.patch, Self.users + "/\(index + 1)", #"{"phone":"\#(given)"}"#, 200, has: [#""phone":"\#(written)""#]),
        ]
      })
  }

  @Test("A number is found by its extension, however that is typed, and by the number alone")
  func findsExtensions() async throws {
    func search(_ text: String) -> String { Self.users + "?search=" + text }
    try await check([
      .send(.post, Self.users, Self.person("+48 12 345 67 89 x12"), 201),
      .send(.post, Self.users, Self.person("+48 12 345 67 89 x34"), 201),
      .send(.post, Self.users, Self.person("+48 12 345 67 89"), 201),
      .get(search("12+345+67+89"), has: [#""total":3"#]),
      .get(search("12+345+67+89+ext.+12"), has: [#""total":1"#, "x12"]),
      .get(search("123456789+wew+34"), has: [#""total":1"#, "x34"]),
      .get(search("123456789x34"), has: [#""total":1"#, "x34"]), .get(search("x12"), has: [#""total":1"#, "x12"]),
      .get(search("%2312"), has: [#""total":1"#, "x12"]),
      .get(search("12345678912"), has: [#""total":0"#]),
    ])
  }

  @Test("UC-10: create, read, update, delete, validation on a store in memory")
  func createReadUpdateDelete() async throws {
    try await check(
      [
        .send(.post, Self.users, Self.person("+48 225 550 1472"), 201).answering(.location, Self.users + "/1"),
        .get(Self.users + "/1", has: [#""lastName":"Kowalska""#]),
        .get(Self.users + "?search=KOWAL", has: [#""total":1"#]),
        .send(.patch, Self.users + "/1", #"{"lastName":"Nowak"}"#, 200, has: [#""lastName":"Nowak""#]),
        .get(Self.users + "?search=kowal", has: [#""total":0"#]),
        .get(Self.users + "?search=now", has: [#""total":1"#]),
        .send(.patch, Self.users + "/1", #"{"lastName":" "}"#, 422, has: [#""lastName":["This can't be empty"]"#]),
        .send(
          .post, Self.users, "{}", 422, has: [#""firstName":[""#, #""lastName":[""#, #""phone":[""#, #""address":[""#]),
        .send(.post, Self.users, Self.person("12"), 422, has: ["at least 3 digits"]),
        .delete(Self.users + "/1"), .get(Self.users + "/1", 404),
        .get(Self.users, has: [#"{"items":[],"total":0,"next":null}"#]),
        // An id is never used again.
        .send(.post, Self.users, Self.person("+48 225 550 1472"), 201).answering(.location, Self.users + "/2"),
      ])
  }
}
