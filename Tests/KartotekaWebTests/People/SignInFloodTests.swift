import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import RandomTests
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaPeople
@testable import KartotekaWeb

/// `KARTOTEKA_OPERATIONS` sets the number of sign-ins, at most 10,000; the default is 1,500, with `script/test --all` 10,000.
@Suite("A flood of sign-ins")
struct SignInFloodTests {
  private static let signIns = min(RandomTests.operations(RandomTests.count(1_500, all: 10_000)), 10_000)
  // More than are computed and wait.
  private static let atOnce = 120
  private static let wanted = [422, 429, 503]

  /// What strangers and people saw.
  private struct Counts: Sendable {
    var answers: [Int: Int] = [:]
    var busy = 0
    var isOver = false
    var pages = 0
    var signedIn = 0
    var mostRunning = 0
    var mostWaiting = 0
  }

  // Each name from several addresses, each address with several names, some for the same account or from the same address: the
  // throttle lets most of them pass.
  private static func attempt(_ number: Int, _ client: TestClient) async throws -> TestResponse {
    let name = number % 10 == 0 ? "Ada" : "Somebody%20\(number % 300)"
    let address = number % 20 == 0 ? "192.0.2.1" : "10.\(number % 2_500 / 250).\(number % 250).1"
    let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
    return try await client.form("/apps/sign-in", "name=\(name)&password=wrong+guess+\(number)", [forwarded: address])
  }

  private static func flood(_ client: TestClient, _ counts: Counted) async throws {
    try await withThrowingTaskGroup(of: TestResponse.self) { group in
      var next = 0
      while next < min(atOnce, signIns) {
        group.addTask { [next] in try await attempt(next, client) }
        next += 1
      }
      while let answer = try await group.next() {
        counts.change { counts in
          counts.answers[answer.status.code, default: 0] += 1
          if answer.text.contains("Too many people are signing in just now") { counts.busy += 1 }
        }
        guard next < signIns else { continue }
        group.addTask { [next] in try await attempt(next, client) }
        next += 1
      }
    }
  }

  @Test("Two are hashed at a time; people at work are answered, and who is known signs in meanwhile and afterwards")
  func flood() async throws {
    // Hashes of 16 MB or, in the long run, those of a server.
    let work = RandomTests.doesAll ? PasswordHash.Work.current : PasswordHash.Work(logN: 14, r: 8, p: 1)
    let site = try await PeopleSite(["Ada", "Willi"], withPasswords: ["Ada", "Willi"], work: work)
    var server = site.server
    // The strangers have addresses of their own.
    server.proxies = ["127.0.0.1"]
    let counts = Counted()
    try await server.application().test { (client: TestClient) async throws -> Void in
      let willi = try await site.session(of: "Willi", client)
      var writing = willi
      writing[.contentType] = "application/json"
      let right = "name=Ada&password=\(PeopleSite.encoded)"
      let first = try await client.form("/apps/sign-in", right)
      let device: HTTPFields = [.cookie: try #require(first.cookie("kartoteka-device"))]
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { counts.change { $0.isOver = true } }
          try await Self.flood(client, counts)
        }
        group.addTask { [writing] in
          while !counts.change({ $0.isOver }) {
            let load = site.hasher.load
            let page = try await client.page("/school/courses", willi)
            let changed = try await client.execute(
              uri: "/api/school/courses/1", method: .patch, headers: writing, body: ByteBuffer(string: #"{"seats":7}"#))
            #expect(page.status == .ok && changed.status == .ok, "\(page.status), \(changed.status)")
            counts.change { counts in
              counts.pages += 1
              counts.mostRunning = max(counts.mostRunning, load.running)
              counts.mostWaiting = max(counts.mostWaiting, load.waiting)
            }
          }
        }
        group.addTask {
          // Of more sessions of a person the oldest end.
          while counts.change({ !$0.isOver && $0.signedIn < 50 }) {
            let entered = try await client.form("/apps/sign-in", right, device)
            #expect(entered.status == .seeOther, "\(entered.status)")
            counts.change { $0.signedIn += 1 }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await client.form("/apps/sign-in", right, device).status == .seeOther)
      #expect(try await client.page("/school/courses", willi).status == .ok)
    }
    let seen = counts.change { $0 }
    #expect(seen.answers.values.reduce(0, +) == Self.signIns)
    #expect(Set(seen.answers.keys).isSubset(of: Self.wanted), "\(seen.answers)")
    // Some were computed, and others had no turn.
    #expect(seen.answers[422, default: 0] > 0 && seen.busy > 0, "\(seen)")
    #expect(seen.pages > 0 && seen.signedIn > 0, "\(seen)")
    #expect(seen.mostRunning <= 2 && seen.mostWaiting <= 64 + 64, "\(seen)")
    #expect(site.hasher.load == (0, 0))
  }

  private final class Counted: Sendable {
    private let counts = Mutex(Counts())

    func change<T: Sendable>(_ body: (inout Counts) -> T) -> T { counts.withLock { body(&$0) } }
  }
}
