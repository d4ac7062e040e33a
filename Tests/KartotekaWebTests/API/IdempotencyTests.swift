import HTTPTesting
import HTTPTypes
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaAPI
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Requests with an Idempotency-Key") struct IdempotencyTests {
  private static let courses = "/api/school/courses"

  private static func key(_ key: String) -> HTTPFields {
    guard let name = HTTPField.Name("Idempotency-Key") else { return [:] }
    return [name: key]
  }

  @Test("a creation that is sent again gets the same answer and adds nothing")
  func creation() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let create = APICase.send(.post, Self.courses, #"{"name":"Drawing"}"#, 201).with(Self.key("a-1"))
      let first = try await create.run(client)
      let tag = try #require(first.headers[.eTag])
      // What happens to the record meanwhile is not in the answer.
      let place = try #require(first.headers[.location])
      try await APICase.send(.patch, place, #"{"name":"Painting"}"#, 200).run(client)
      // The draft's quoted string is the same key.
      for again in [create, create.with(Self.key("\"a-1\""))] {
        let second = try await again.answering(.eTag, tag).answering(.location, place).run(client)
        #expect(second.body == first.body)
        #expect(second.headers[.contentType] == first.headers[.contentType])
      }
      try await APICase.get(Self.courses, has: [#""total":5"#], lacks: ["Drawing"]).run(client)
      // Another key, or none, is another request.
      try await APICase.send(.post, Self.courses, #"{"name":"Drawing"}"#, 201).with(Self.key("a-2")).run(client)
      try await APICase.send(.post, Self.courses, #"{"name":"Drawing"}"#, 409).run(client)
    }
  }

  @Test("another body, or another address, with the same key is refused")
  func otherRequest() async throws {
    try await check([
      .send(.post, Self.courses, #"{"name":"Drawing"}"#, 201).with(Self.key("k")),
      .send(.post, Self.courses, #"{"name":"Painting"}"#, 422, has: ["idempotency-key-reused", "Choose a new key"])
        .with(Self.key("k")),
      .send(.post, "/api/school/people", #"{"name":"Drawing"}"#, 422).with(Self.key("k")),
      .get(Self.courses, has: [#""total":5"#]),
    ])
  }

  @Test("a batch that is sent again is done once")
  func batch() async throws {
    let operations =
      #"{"operations":[{"create":"courses","values":{"name":"One"}},{"create":"courses","values":{"name":"Two"}}]}"#
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let batch = APICase.send(.post, "/api/school/batch", operations, 200, has: [#""changeset":"#]).with(Self.key("b"))
      // At the same time, too.
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { String(buffer: try await batch.run(client).body) } }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(answers.count == 1)
      try await APICase.get(Self.courses, has: [#""total":6"#]).run(client)
    }
  }

  @Test("an action that is sent again is done once")
  func action() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let close = APICase.send(.post, Self.courses + "/1/actions/close", "{}", 200, has: ["Closed Algebra"])
      let first = try await close.with(Self.key("c")).run(client)
      let second = try await close.with(Self.key("c")).run(client)
      #expect(first.body == second.body)
      // Without the key it is another request, and the course is closed already.
      try await APICase.send(.post, Self.courses + "/1/actions/close", "{}", 409).run(client)
      // One that changes nothing, too.
      let mail = APICase.send(.post, "/api/school/actions/mail", #"{"subject":"Hello"}"#, 200).with(Self.key("m"))
      #expect(try await mail.run(client).body == mail.run(client).body)
      try await APICase.send(.post, "/api/school/actions/mail", #"{"subject":"Bye"}"#, 422).with(Self.key("m")).run(
        client)
    }
  }

  @Test("a request that failed can be sent again with its key")
  func failure() async throws {
    try await check([
      .send(.post, Self.courses, #"{"name":"Algebra"}"#, 409).with(Self.key("f")),
      .delete(Self.courses + "/1"),
      .send(.post, Self.courses, #"{"name":"Algebra"}"#, 201).with(Self.key("f")),
      .send(.post, Self.courses + "/2/actions/close", "{}", 200).with(Self.key("g")),
      .send(.post, Self.courses + "/2/actions/close", "{}", 409).with(Self.key("h")),
      .send(.patch, Self.courses + "/2", #"{"isOpen":true}"#, 200),
      .send(.post, Self.courses + "/2/actions/close", "{}", 200).with(Self.key("h")),
    ])
  }

  @Test("a key that is empty or no visible ASCII is refused")
  func badKeys() async throws {
    try await check(
      ["", " ", "a b", "é", String(repeating: "k", count: 256)].map {
        .send(.post, Self.courses, #"{"name":"Drawing"}"#, 400, has: [#""parameter":"Idempotency-Key""#]).with(
          Self.key($0))
      } + [.send(.post, Self.courses, #"{"name":"Drawing"}"#, 201).with(Self.key(String(repeating: "k", count: 255)))])
  }

  @Test("a request whose first answer was lost is refused, and its history leaves no answers behind")
  func lostAnswer() async throws {
    let school = try await School.open()
    let create = APICase.send(.post, Self.courses, #"{"name":"Drawing"}"#, 201).with(Self.key("l"))
    let server = Server(testing: school)
    try await server.application().test { client in
      try await create.run(client)
      let course = try #require(school.description.model.entity(named: "course"))
      _ = try await school.store.purgeHistory(.entity(course))
      var again = create
      again = APICase(
        method: again.method, path: again.path, headers: again.headers, body: again.body, status: 409,
        has: ["request-unanswered"])
      try await again.run(client)
      try await APICase.get(Self.courses, has: [#""total":5"#]).run(client)
    }
  }
}
