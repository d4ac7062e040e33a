import HTTPTesting
import HTTPTypes
import Hummingbird
import Testing

@testable import KartotekaAPI
@testable import KartotekaWeb

@Suite struct RecordTests {
  private static let course = "/api/school/courses/2"

  @Test
  func readsOne() async throws {
    try await check(
      [
        .get(
          Self.course,
          has: [#"{"id":2,"name":"Biology","code":null,"price":10.50,"seats":20,"#, #""starts":"2026-09-02""#]
        )
        .answering(.eTag, "\""),
        .get(
          "/api/school/people/1", has: [#"{"id":1,"name":"Nora","mail":"1@example.org","phone":null,"notes":null}"#]),
        .get(Self.course + "?limit=1", 400, has: [#""parameter":"limit""#]),
      ])
  }

  @Test(arguments: [
    "0", "-1", "99", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "abc", "1.5", "2x", "%32",
    "+2", "0x2", "null", "'", "2%20", "%D9%A2",
  ])
  func knowsWhichIdsAreNone(_ id: String) async throws {
    let path = "/api/school/courses/" + id
    let poster = APICase(method: .put, path: path + "/poster", body: "x", status: 404)
    try await check([
      .get(path, 404, has: ["not-found", "courses"]), .send(.patch, path, #"{"name":"Yoga"}"#, 404), .delete(path, 404),
      .get(path + "/students", 404), .send(.put, path + "/students", #"{"ids":[]}"#, 404), .get(path + "/poster", 404),
      poster,
    ])
  }

  @Test
  func changesWhatIsGiven() async throws {
    try await check(
      [
        .send(
          .patch, Self.course, #"{"name":"Botany","rating":4}"#, 200,
          has: [#""name":"Botany""#, #""rating":4.0"#, #""seats":20"#]),
        .send(
          .patch, Self.course, #"{"rating":null,"teacher":null}"#, 200, has: [#""rating":null"#, #""teacher":null}"#]),
        .send(.patch, Self.course, "{}", 200, has: [#""name":"Botany""#]),
        .send(
          .patch, Self.course, #"{"name":"Biology"}"#, 200, headers: [.contentType: "application/merge-patch+json"]),
        .send(.patch, Self.course, #"{"name":"x"}"#, 415, headers: [.contentType: "text/plain"])
          .answering(.acceptPatch, "merge-patch+json"),
        .get(Self.course, has: [#""name":"Biology""#, #""rating":null"#]),
      ])
  }

  @Test func refusesWhatDoesNotFit() async throws {
    try await check([
      .send(.patch, Self.course, #"{"name":null}"#, 422, has: [#""name":["This can't be empty"]"#]),
      .send(
        .patch, Self.course, #"{"name":"","seats":0,"nothing":1}"#, 422, has: [#""name""#, #""seats""#, #""nothing""#]),
      .send(.patch, Self.course, #"{"id":3}"#, 422, has: [#""id":["#]),
      .send(.patch, Self.course, #"{"id":2,"seats":21}"#, 200),
      .send(.patch, Self.course, #"{"name":"Algebra"}"#, 409, has: ["not-unique"]),
      .send(.patch, Self.course, #"{"teacher":99}"#, 409, has: ["missing-target"]),
      .send(.patch, Self.course, #"{"code":"BI101"}"#, 422, has: [#""code":["This can't be changed"]"#]),
      .send(.patch, Self.course, #"{"score":1}"#, 422, has: [#""score":["This can't be changed"]"#]),
      .send(.patch, Self.course, #"{"code":null,"score":null}"#, 200),
      .send(.patch, Self.course, "[]", 422), .send(.patch, Self.course, "{", 400),
      .get(Self.course, has: [#""name":"Biology""#, #""seats":21"#]),
    ])
  }

  @Test func takesBackWhatItGave() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let poster = APICase(method: .put, path: Self.course + "/poster", body: "bytes", status: 201)
      try await poster.run(client)
      let record = String(buffer: try await APICase.get(Self.course).run(client).body)
      let changed = record.replacing("Biology", with: "Botany")
      try await APICase.send(.patch, Self.course, changed, 200, has: ["Botany", "/poster"]).run(client)
    }
  }

  @Test
  func holdsPreconditions() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let tag = try await APICase.get(Self.course).run(client).headers[.eTag] ?? ""
      func patch(_ seats: Int, _ tags: String, _ status: Int) async throws -> String {
        try await APICase.send(.patch, Self.course, "{\"seats\":\(seats)}", status, headers: [.ifMatch: tags])
          .run(client).headers[.eTag] ?? ""
      }
      try await APICase.get(Self.course, 304).with([.ifNoneMatch: tag]).run(client)
      try await APICase.get(Self.course, 304).with([.ifNoneMatch: "\"a\", W/\(tag)"]).run(client)
      try await APICase.get(Self.course).with([.ifNoneMatch: "\"a\""]).run(client)
      let other = try await patch(30, tag, 200)
      #expect(other != tag && other.hasPrefix("\""))
      // The second person's change stands on what is no more; the answer names what it is now.
      #expect(try await patch(31, tag, 412) == other)
      #expect(try await patch(31, "W/" + other, 412) == other)
      _ = try await patch(31, other.replacing("\"", with: ""), 412)
      _ = try await patch(31, "", 412)
      let third = try await patch(31, "\"a\" , \(other)", 200)
      _ = try await patch(31, third, 200)
      _ = try await patch(32, "*", 200)
      try await APICase.delete(Self.course, 412, has: ["changed-meanwhile"]).with([.ifMatch: third]).run(client)
      try await APICase.delete(Self.course).with([.ifMatch: "*"]).run(client)
      try await APICase.delete(Self.course, 404).with([.ifMatch: third]).run(client)
      try await APICase.send(.patch, Self.course, #"{"seats":1}"#, 404, headers: [.ifMatch: third]).run(client)
    }
  }

  @Test("Of two clients that change a record's parts with the same tag the second is refused")
  func holdsPreconditionsOfParts() async throws {
    let course = "/api/school/courses/1"
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      let tag = try await APICase.get(course).run(client).headers[.eTag] ?? ""
      func patch(_ grades: String, _ tag: String, _ status: Int) async throws -> String {
        try await APICase.send(.patch, course, "{\"grades\":\(grades)}", status, headers: [.ifMatch: tag])
          .run(client).headers[.eTag] ?? ""
      }
      let second = try await patch(#"[{"id":1},{"points":3,"person":3}]"#, tag, 200)
      #expect(second != tag)
      #expect(try await APICase.get(course).run(client).headers[.eTag] == second)
      #expect(try await patch(#"[{"id":1,"points":1}]"#, tag, 412) == second)
      try await APICase.delete(course, 412).with([.ifMatch: tag]).run(client)
      try await APICase.get(course + "/grades", has: [#""total":2"#]).run(client)
      // A part that is changed at its own address is another content of the whole, too.
      try await APICase.send(.patch, "/api/school/grades/2", #"{"points":2}"#, 200).run(client)
      _ = try await patch("[]", second, 412)
      let third = try await APICase.get(course).run(client).headers[.eTag] ?? ""
      let fourth = try await patch(#"[{"id":1}]"#, third, 200)
      #expect(try await patch(#"[{"id":1}]"#, fourth, 200) == fourth)
      try await APICase.get(course + "/grades", has: [#""total":1"#]).run(client)
    }
  }

  @Test func keepsDeleteRules() async throws {
    try await check([
      .delete(
        "/api/school/people/2", 409,
        has: [
          "delete-denied", #""constraint":"delete-rule","by":[{"entity":"grades","relationship":"person","count":1}]"#,
          "grades (1)",
        ]),
      .get("/api/school/people/2"),
      // The teacher goes, the courses stay.
      .delete("/api/school/people/1"), .get("/api/school/courses?filter[teacher][null]=true", has: [#""total":4"#]),
      // The course takes its grades along, which then deny nothing any more.
      .delete("/api/school/courses/1"), .get("/api/school/grades", has: [#""total":0"#]),
      .delete("/api/school/people/2"), .delete("/api/school/people/2", 404),
      .get("/api/school/courses?filter[students]=3", has: [#""total":0"#]),
    ])
  }

  @Test func answersHead() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      for (path, status) in [
        (Self.course, 200), ("/api/school/courses", 200), ("/health", 200), (Self.course + "9", 404), ("/api/x", 404),
      ] {
        let response = try await APICase(method: .head, path: path, status: status).run(client)
        #expect(response.body.readableBytes == 0)
        #expect(response.headers[.contentLength] != "0")
      }
      try await APICase.get(Self.course).run(client)
    }
  }

  @Test("HEAD answers as GET does, with the same entity tag and length; a stream has no length")
  func headAsGet() async throws {
    var server = Server([try await School.open()], port: 0, logger: .quiet)
    server.runsJobs = false
    try await server.application().test { client in
      for path in [
        Self.course, "/api/school/courses", "/school/courses", "/school/courses/1", "/api/school/openapi.json",
      ] {
        let get = try await client.execute(uri: path, method: .get)
        let head = try await client.execute(uri: path, method: .head)
        #expect(head.status == .ok && head.body.readableBytes == 0, "\(path)")
        #expect(head.headers[.contentLength] == get.headers[.contentLength], "\(path)")
        #expect(head.headers[.eTag] == get.headers[.eTag], "\(path)")
        guard let tag = get.headers[.eTag] else { continue }
        let same = try await client.execute(uri: path, method: .head, headers: [.ifNoneMatch: tag])
        #expect(same.status == .notModified, "\(path)")
      }
      let port = client.port
      let export = try await RawConnection.ask(
        port, "HEAD /school/export/courses.csv HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(export.hasPrefix("HTTP/1.1 200"), "\(export)")
      #expect(!export.lowercased().contains("content-length: 0") && !export.contains("Algebra"), "\(export)")
    }
  }

  @Test("A patch of another kind is refused, not taken for a merge patch")
  func otherPatch() async throws {
    let type: HTTPFields = [.contentType: "application/json-patch+json"]
    try await check([
      .send(.patch, Self.course, #"{"seats":7}"#, 415, has: ["merge-patch"], headers: type),
      .send(
        .patch, Self.course, #"{"seats":7}"#, 200,
        headers: [.contentType: "application/merge-patch+json; charset=utf-8"]),
      .send(.patch, Self.course, #"{"seats":8}"#, 200),
    ])
  }
}
