import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaStore
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// Bodies that are made to cost the server more than their sender.
@Suite(.timeLimit(.minutes(10))) struct LargeBodyTests {
  private static let courses = "/api/school/courses"

  private static func names(_ count: Int) -> String {
    "{" + (0..<count).map { "\"x\($0)\":1" }.joined(separator: ",") + "}"
  }

  private static func grades(_ grades: [String]) -> String {
    #"{"name":"Yoga","grades":["# + grades.joined(separator: ",") + "]}"
  }

  /// Sends each request while somebody else has the store's one write transaction: what needs it too isn't answered.
  private func checkWithoutWriting(_ cases: [APICase]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let school = try await School.open(at: folder.appending(path: "school.sqlite"))
    var limits = Limits()
    limits.request = .seconds(20)
    try await Server(testing: school, limits: limits).application().test { client in
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let end = DispatchSemaphore(value: 0)
      let write = Task {
        _ = try await school.store.perform(.code) { _ in
          begin.yield()
          end.wait()
        }
      }
      for await _ in begun { break }
      for row in cases { try await row.run(client) }
      end.signal()
      _ = try await write.value
    }
  }

  @Test("A body with too many names or parts is refused without a write transaction")
  func refusesWithoutWriting() async throws {
    let lists = [
      Self.grades(Array(repeating: "{}", count: 15_000)), Self.grades(Array(repeating: "7", count: 1_000)),
      Self.grades(Array(repeating: "{}", count: 1_000)),
    ]
    try await checkWithoutWriting(
      [Self.names(80_000), Self.names(500)].flatMap { body -> [APICase] in
        [
          .send(.post, Self.courses, body, 422), .send(.patch, Self.courses + "/1", body, 422),
          .send(.put, Self.courses + "/1/students", body, 422), .send(.post, "/api/school/actions/mail", body, 422),
        ]
      }
        + lists.flatMap { body -> [APICase] in
          [.send(.post, Self.courses, body, 422), .send(.patch, Self.courses + "/1", body, 422)]
        }
        + [
          .send(.patch, Self.courses + "/99", Self.names(500), 404),
          .send(.patch, Self.courses + "/1", Self.names(500), 412, headers: [.ifMatch: "\"x\""]),
        ])
  }

  @Test("An answer names a hundred faults at most, and says that there are more")
  func namesSomeFaults() async throws {
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      for (body, isCut) in [
        (Self.grades(Array(repeating: "{}", count: 1_000)), true), (Self.names(500), true),
        (Self.grades(Array(repeating: #"{"points":"x"}"#, count: 30)), false), (Self.names(98), false),
      ] {
        let answer = try await APICase.send(.post, Self.courses, body, 422).run(client)
        guard case .object(let problem) = try JSONParser.parse(Array(answer.body.readableBytesView)),
          case .object(let errors)? = problem["errors"], case .string(let detail)? = problem["detail"]
        else {
          Issue.record("\(String(buffer: answer.body).prefix(200))")
          continue
        }
        let faults = errors.reduce(0) { sum, error in
          if case .array(let reasons) = error.value { sum + reasons.count } else { sum }
        }
        #expect(isCut ? faults == 100 : faults <= 100)
        #expect(detail.contains("first 100 faults") == isCut, "\(detail)")
      }
      try await APICase.send(.post, Self.courses, Self.names(501), 422, has: ["at most 500 names"]).run(client)
      try await APICase.send(
        .post, Self.courses, Self.grades(Array(repeating: "{}", count: 1_001)), 422,
        has: [#""grades":["At most 1,000 can be sent here"]"#]
      ).run(client)
    }
  }

  @Test("A thousand parts are saved together")
  func takesManyParts() async throws {
    let grades = Self.grades((1...1_000).map { "{\"points\":\($0),\"person\":1}" })
    let server = Server(testing: try await School.open())
    try await server.application().test { client in
      try await APICase.send(.post, Self.courses, grades, 201).run(client)
      try await APICase.get(Self.courses + "/5/grades?limit=1", has: [#""total":1000"#]).run(client)
    }
  }
}
