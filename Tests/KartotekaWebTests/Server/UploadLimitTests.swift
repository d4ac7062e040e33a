import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import NIOCore
import Synchronization
import Testing

@testable import KartotekaAPI
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Uploads at the same time", .timeLimit(.minutes(10)))
struct UploadLimitTests {
  private static let poster = "/api/school/courses/1/poster"

  @Test("One too many waits, and is refused with the reason if its turn does not come; then the next is received")
  func refused() async throws {
    var limits = Limits()
    limits.uploads = 1
    limits.uploadPatience = .milliseconds(50)
    try await Server(testing: try await School.open(), limits: limits).application().test { client in
      let head =
        "PUT \(Self.poster) HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\nContent-Length: 4\r\n\r\nab"
      var slow = try await RawConnection.open(client.port, sending: head)
      // Until the slow one has begun, others are received. On a busy machine it may itself have waited for one of them for too
      // long.
      var answer = try await Self.put(client)
      while answer.status == .noContent || answer.status == .created {
        try? await slow.close()
        slow = try await RawConnection.open(client.port, sending: head)
        answer = try await Self.put(client)
      }
      #expect(answer.status == .tooManyRequests)
      #expect(answer.headers[.retryAfter] == "5")
      #expect(String(buffer: answer.body).contains("Too many files are being uploaded"))
      // Records are no files.
      try await APICase.send(.patch, "/api/school/courses/1", #"{"seats":7}"#, 200).run(client)
      try? await slow.close()
      while answer.status == .tooManyRequests { answer = try await Self.put(client) }
      #expect(answer.status == .noContent || answer.status == .created)
    }
  }

  private static func put(_ client: TestClient) async throws -> TestResponse {
    try await client.execute(
      uri: poster, method: .put, headers: [.contentType: "application/octet-stream"], body: ByteBuffer(string: "abcd"))
  }

  @Test("What is renewed is ended at its new deadline, and what is over stays so")
  func renewed() {
    let service = DeadlineService()
    let (long, over) = (service.watch(for: .seconds(300)), service.watch(for: .seconds(300)))
    service.renew(long, for: .seconds(900))
    service.look(now: .now + .seconds(600))
    service.renew(over, for: .seconds(900))
    #expect(service.release(over))
    #expect(!service.release(long))
    let silent = service.watch(for: .seconds(300))
    service.renew(silent, for: .seconds(900))
    service.look(now: .now + .seconds(1_000))
    #expect(service.release(silent))
  }

  @Test("Each piece of an upload of many gigabytes begins its time limit anew")
  func bySilence() async throws {
    let pieces = (1...5).map { ByteBuffer(string: "piece \($0)") }
    let body = RequestBody(
      asyncSequence: AsyncStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
      })
    let request = Request(head: .init(method: .post, scheme: nil, authority: nil, path: "/"), body: body)
    let count = Mutex(0)
    let renewal = TimeLimit.Renewal { count.withLock { $0 += 1 } }
    let received = try await TimeLimit.$renewal.withValue(renewal) {
      try await TimeLimit.bySilence(request).body.collect(upTo: 1_000)
    }
    #expect(String(buffer: received) == "piece 1piece 2piece 3piece 4piece 5")
    #expect(count.withLock { $0 } == 5)
  }

  struct Sheet: Entity {
    let name = Attribute<String>("Name", .required, .title)
    let content = Attribute<Data>("Content")
    init() {}
  }

  private static func binder() async throws -> RunningApp {
    let app = App("binder", title: "Binder", symbol: .book, hue: 120, entities: [Sheet.self]) {
      Tab("Sheets", symbol: .book) { List(Sheet.self, title: \.name) }
    }
    let store = try Store(inMemory: app.description.model)
    var sheet = Record<Sheet>()
    sheet.name = "A"
    try await store.save(&sheet)
    return RunningApp(app, on: store)
  }

  @Test("A file that is JSON and comes in pieces is a file")
  func json() async throws {
    try await Server(testing: try await Self.binder()).application().test { client in
      let size = 1_500_000
      let body = "[\"" + String(repeating: "x", count: size) + "\"]"
      let answer = try await RawConnection.ask(
        client.port,
        "PUT /api/binder/sheets/1/content HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 204") || answer.hasPrefix("HTTP/1.1 201"), "\(answer.prefix(300))")
      // Other routes keep the limit of text, whatever the type says.
      let record = try await RawConnection.ask(
        client.port,
        "POST /api/binder/sheets HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
      #expect(record.hasPrefix("HTTP/1.1 413"), "\(record.prefix(300))")
    }
  }

  @Test("One client can have half of the change streams; clients on this machine are not counted by themselves")
  func streams() async {
    let count = StreamCount()
    await count.counting("192.0.2.1", of: 4) {
      await count.counting("192.0.2.1", of: 4) {
        #expect(!count.hasRoom(for: "192.0.2.1", of: 4) && count.hasRoom(for: "192.0.2.2", of: 4))
        var isRefused = true
        await count.counting("192.0.2.1", of: 4) { isRefused = false }
        #expect(isRefused)
        await count.counting("127.0.0.1", of: 4) {
          await count.counting("127.0.0.1", of: 4) { #expect(!count.hasRoom(for: "127.0.0.1", of: 4)) }
        }
      }
      #expect(count.hasRoom(for: "192.0.2.1", of: 4))
    }
  }
}
