import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaWeb

@Suite struct RelationshipTests {
  private static let students = "/api/school/courses/1/students"
  private static let teaches = "/api/school/people/1/teaches"

  @Test
  func changesManyToMany() async throws {
    try await check(
      [
        .get(Self.students, has: [#"{"ids":[2,3],"items":[{"id":2,"name":"Łukasz""#, #""total":2,"next":null}"#]),
        .get(Self.students + "?limit=1&sort=-name", has: [#""ids":[2,3]"#, #""total":2,"next":""#]),
        .get(Self.students + "?filter[name]=Nora", has: [#""items":[],"total":0"#]),
        .send(.post, Self.students, #"{"id":4}"#, 204), .send(.post, Self.students, #"{"id":4}"#, 204),
        .get(Self.students, has: [#""ids":[2,3,4]"#]), .get("/api/school/people/4/studies", has: [#""ids":[1]"#]),
        .delete(Self.students + "/2"), .delete(Self.students + "/2", 404, has: ["people"]),
        .delete(Self.students + "/99", 404), .delete(Self.students + "/x", 404),
        .send(.put, Self.students, #"{"ids":[1,2,2]}"#, 204), .get(Self.students, has: [#""ids":[1,2]"#]),
        .send(.put, Self.students, #"{"ids":[]}"#, 204), .get(Self.students, has: [#""ids":[],"items":[],"total":0"#]),
        // The other side is the same relationship.
        .send(.put, "/api/school/people/3/studies", #"{"ids":[1,4]}"#, 204), .get(Self.students, has: [#""ids":[3]"#]),
      ])
  }

  @Test
  func changesToMany() async throws {
    try await check(
      [
        .get(Self.teaches, has: [#""ids":[1,2,3]"#, #""name":"Algebra""#]),
        .send(.post, Self.teaches, #"{"id":4}"#, 204), .get("/api/school/courses/4", has: [#""teacher":1"#]),
        .delete(Self.teaches + "/4"), .get("/api/school/courses/4", has: [#""teacher":null"#]),
        .send(.put, Self.teaches, #"{"ids":[4]}"#, 204), .get(Self.teaches, has: [#""ids":[4]"#]),
        .get("/api/school/courses/1", has: [#""teacher":null"#]),
        .get("/api/school/courses/1/grades", has: [#"{"ids":[1],"items":[{"id":1,"points":5,"course":1,"person":2}]"#]),
      ])
  }

  @Test func refusesWhatDoesNotFit() async throws {
    try await check([
      .send(.post, Self.students, #"{"id":99}"#, 409, has: ["missing-target", #""id":99"#]),
      .send(.put, Self.students, #"{"ids":[1,99]}"#, 409), .get(Self.students, has: [#""ids":[2,3]"#]),
      .send(.post, Self.students, #"{"id":"4"}"#, 422, has: [#""errors":{"id":["#]),
      .send(.post, Self.students, #"{"id":0}"#, 422), .send(.post, Self.students, #"{}"#, 422),
      .send(.post, Self.students, #"{"id":4,"role":"x"}"#, 422, has: [#""role":["#]),
      .send(.post, Self.students, #"{"id":99999999999999999999}"#, 422),
      .send(.put, Self.students, #"{"ids":4}"#, 422, has: [#""errors":{"ids":["#]),
      .send(.put, Self.students, #"{"ids":[1,"2"]}"#, 422), .send(.put, Self.students, #"{"id":4}"#, 422),
      .send(.put, Self.students, "[1]", 422), .send(.put, Self.students, "{", 400),
      .send(.put, Self.students, #"{"ids":[]}"#, 415, headers: [.contentType: "text/plain"]),
      .get("/api/school/courses/99/students", 404), .send(.post, "/api/school/courses/99/students", #"{"id":1}"#, 404),
      .delete("/api/school/courses/99/students/1", 404),
      // A grade can't be without its course.
      .delete("/api/school/courses/1/grades/1", 409, has: [#""constraint":"required","field":"course""#]),
      .send(.put, "/api/school/courses/1/grades", #"{"ids":[]}"#, 409),
      .get("/api/school/courses/1/teacher", 404, has: ["students, grades, poster"]),
    ])
  }

  @Test
  func holdsPreconditions() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let tag = try await APICase.get(Self.students).run(client).headers[.eTag] ?? ""
      try await APICase.get(Self.students, 304).with([.ifNoneMatch: tag]).run(client)
      func put(_ ids: String, _ tag: String, _ status: Int) async throws -> String {
        try await APICase.send(.put, Self.students, "{\"ids\":\(ids)}", status, headers: [.ifMatch: tag])
          .run(client).headers[.eTag] ?? ""
      }
      _ = try await put("[4]", "nonsense", 412)
      _ = try await put("[4]", "\"nonsense\"", 412)
      try await APICase.delete(Self.students + "/2", 412).with([.ifMatch: "\"nonsense\""]).run(client)
      try await APICase.send(.post, Self.students, #"{"id":4}"#, 412, headers: [.ifMatch: "\"x\""]).run(client)
      try await APICase.get(Self.students, has: [#""ids":[2,3]"#]).run(client)
      // The tag of the whole answer, of a page of it, and of a change: each is of the same ids.
      let page = try await APICase.get(Self.students + "?limit=1").run(client).headers[.eTag] ?? ""
      #expect(page != tag)
      let changed = try await put("[2,4]", page, 204)
      #expect(try await put("[3]", tag, 412) == changed)
      try await APICase.delete(Self.students + "/2").with([.ifMatch: changed]).run(client)
      _ = try await put("[1]", "*", 204)
      try await APICase.get(Self.students, has: [#""ids":[1]"#]).with([.ifNoneMatch: tag]).run(client)
      _ = try await APICase.send(.put, "/api/school/courses/99/students", #"{"ids":[]}"#, 404, headers: [.ifMatch: tag])
        .run(client)
    }
  }

  @Test func takesManyIDsButNotAnyNumber() async throws {
    func ids(_ count: Int) -> String {
      "{\"ids\":[" + Array(repeating: "2", count: count).joined(separator: ",") + "]}"
    }
    try await check([
      .send(.put, Self.students, ids(50_000), 204), .get(Self.students, has: [#""ids":[2]"#]),
      .send(.put, Self.students, ids(50_001), 422, has: [#""ids":["At most 50,000 can be sent here"]"#]),
    ])
  }
}
