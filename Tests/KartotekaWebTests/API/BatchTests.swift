import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Batches of changes") struct BatchTests {
  private static let batch = "/api/school/batch"

  private static func operations(_ operations: String...) -> String {
    "{\"operations\":[\(operations.joined(separator: ","))]}"
  }

  @Test("Operations run in one transaction and refer to records that earlier operations create")
  func doesAll() async throws {
    let body = Self.operations(
      #"{"create":"people","as":"t","values":{"name":"Olga"}}"#,
      #"{"create":"courses","as":"c","values":{"name":"Yoga","teacher":"$t","grades":[{"points":4,"person":"$t"}]}}"#,
      #"{"update":"courses","id":2,"values":{"teacher":"$t"}}"#,
      #"{"update":"courses","id":"$c","values":{"seats":7}}"#,
      #"{"delete":"courses","id":3}"#)
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let answer = try await APICase.send(
        .post, Self.batch, body, 200, has: [#"{"results":[{"id":5,"etag":"\""#, #"{"id":3}]"#]
      ).run(client)
      let tag =
        try await APICase.get("/api/school/courses/5", has: [#""teacher":5"#, #""seats":7"#]).run(client)
        .headers[.eTag] ?? ""
      // As of the end of the batch.
      #expect(String(buffer: answer.body).components(separatedBy: tag.replacing("\"", with: "\\\"")).count == 3)
      for row in [
        APICase.get("/api/school/courses/2", has: [#""teacher":5"#]), .get("/api/school/courses/3", 404),
        .get("/api/school/courses/5/grades", has: [#""points":4"#, #""person":5"#]),
      ] {
        try await row.run(client)
      }
    }
  }

  @Test("A new record has related records, also ones that earlier operations create, in the same change set")
  func relates() async throws {
    let school = try await School.open()
    try await Server(testing: school).application().test { client in
      let body = Self.operations(
        #"{"create":"people","as":"o","values":{"name":"Olga"}}"#,
        #"{"create":"courses","values":{"name":"Yoga","students":[1,"$o"]}}"#)
      try await APICase.send(.post, Self.batch, body, 200, has: [#"{"id":5,"etag":"#]).run(client)
      try await APICase.get("/api/school/courses/5/students", has: [#""ids":[1,5]"#]).run(client)
      let changeSet = try await school.store.lastChangeSet()?.id ?? 0
      try await school.store.undo(changeSet, .api)
      for row in [APICase.get("/api/school/courses/5", 404), .get("/api/school/people/5", 404)] {
        try await row.run(client)
      }
    }
  }

  @Test("It is one change set, which is undone as a whole")
  func isOneChangeSet() async throws {
    let school = try await School.open()
    try await Server(testing: school).application().test { client in
      let before = try await school.store.lastChangeSet()?.id ?? 0
      let body = Self.operations(
        #"{"create":"people","values":{"name":"Olga"}}"#, #"{"update":"courses","id":1,"values":{"seats":9}}"#)
      try await APICase.send(.post, Self.batch, body, 200, has: [#""changeset":\#(before + 1)"#]).run(client)
      try await school.store.undo(before + 1, .api)
      try await APICase.get("/api/school/people", has: [#""total":4"#]).run(client)
      try await APICase.get("/api/school/courses/1", has: [#""seats":10"#]).run(client)
    }
  }

  @Test(
    "When one operation can't be done none is, and the answer names it",
    arguments: [
      (#"{"update":"courses","id":99,"values":{"seats":9}}"#, 404, #""operations[1]":["#),
      (#"{"update":"courses","id":2,"ifMatch":"\"x\"","values":{"seats":9}}"#, 412, #""operation":1"#),
      (#"{"create":"courses","values":{"name":"Algebra"}}"#, 409, #""operations[1].name":["#),
      (#"{"create":"courses","values":{"seats":0}}"#, 422, #""operations[1].seats":["#),
      (#"{"update":"courses","id":2,"values":{"seats":0}}"#, 422, #""operations[1].seats":["#),
      (#"{"create":"courses","values":{"name":"Yoga","teacher":"$x"}}"#, 422, #""operations[1].teacher":["#),
      (#"{"create":"courses","values":{"name":"Yoga","students":["$x"]}}"#, 422, #""operations[1].students":["#),
      (#"{"create":"courses","values":{"name":"Yoga","students":[99]}}"#, 409, #""operations[1].students":["#),
      (
        #"{"create":"courses","values":{"name":"Yoga","grades":[{"points":"x","person":1}]}}"#, 422,
        #""operations[1].grades[0].points":["#
      ),
      (#"{"delete":"people","id":2}"#, 409, "delete-denied"),
      (#"{"delete":"people","id":"2"}"#, 422, "operations[1].id"),
      (#"{"delete":"nothing","id":2}"#, 422, "operations[1].delete"),
      (#"{"delete":"people","id":2,"values":{}}"#, 422, "operations[1].values"), ("7", 422, "operations[1]"),
      (#"{"create":"people","as":"a","values":{"name":"Bo"}}"#, 422, "operations[1].as"),
    ])
  func doesNone(_ operation: String, _ status: Int, _ part: String) async throws {
    let first = #"{"create":"people","as":"a","values":{"name":"Olga"}}"#
    try await check([
      .send(.post, Self.batch, Self.operations(first, operation), status, has: [part, #""operation":1"#]),
      .get("/api/school/people", has: [#""total":4"#]), .get("/api/school/courses", has: [#""total":4"#]),
    ])
  }

  @Test("A change whose tag is right is done")
  func holdsPreconditions() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let tag = try await APICase.get("/api/school/courses/1").run(client).headers[.eTag] ?? ""
      let update =
        #"{"update":"courses","id":1,"ifMatch":"\#(tag.replacing("\"", with: "\\\""))","values":{"seats":9}}"#
      try await APICase.send(.post, Self.batch, Self.operations(update), 200).run(client)
      try await APICase.send(.post, Self.batch, Self.operations(update), 412).run(client)
    }
  }

  @Test("It has a thousand operations at most")
  func hasALimit() async throws {
    func people(_ count: Int) -> String {
      "{\"operations\":["
        + (0..<count).map { #"{"create":"people","values":{"name":"P\#($0)"}}"# }.joined(separator: ",") + "]}"
    }
    try await check([
      .send(.post, Self.batch, people(1_000), 200), .get("/api/school/people?limit=1", has: [#""total":1004"#]),
      .send(.post, Self.batch, people(10_000), 422, has: ["At most 1,000 can be sent here"]),
      .send(.post, Self.batch, "{}", 422), .send(.post, Self.batch, #"{"operations":[],"x":1}"#, 422),
      .send(.post, Self.batch, #"{"operations":[]}"#, 200, has: [#"{"results":[],"changeset":null}"#]),
    ])
  }
}
