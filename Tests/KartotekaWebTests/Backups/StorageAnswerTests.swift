import Foundation
import HTTPTesting
import HTTPTypes
import Hummingbird
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaApplication
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Odd answers of a storage")
struct StorageAnswerTests {
  private typealias Answer = (status: HTTPResponse.Status, body: String)

  /// A server that answers as a test says: by the method, the address and the number of the request.
  private static func serve(
    _ answer: @escaping @Sendable (HTTPRequest.Method, String, Int) -> Answer,
    _ body: @escaping @Sendable (BackupStorage, URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = Mutex(0)
    let responder = CallbackResponder { (request: Request, _: BasicRequestContext) in
      for try await _ in request.body {}
      let number = count.withLock { count in
        count += 1
        return count
      }
      let (status, text) = answer(request.method, request.uri.string, number)
      // The length of a body that is not asked for.
      guard request.method == .head else {
        return Response(status: status, body: .init(byteBuffer: .init(string: text)))
      }
      return Response(status: status, headers: [.contentLength: text])
    }
    try await Application(responder: responder).test { client in
      let storage = try BackupStorage(
        endpoint: "http://127.0.0.1:\(client.port)", region: "", bucket: "b", prefix: "", keyID: "key-id")
      try await body(storage, folder)
    }
  }

  /// Requests block their thread.
  private static func client<Value: Sendable>(
    of storage: BackupStorage, _ folder: URL, _ body: @escaping @Sendable (StorageClient) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        var limits = StorageClient.Limits()
        (limits.whole, limits.part, limits.pauses, limits.lists) = (1 << 10, 1 << 10, [0, 0], 5)
        continuation.resume(
          with: Result {
            try body(try StorageClient(storage, secret: "secret-123456", folder: folder, limits: limits))
          })
      }
    }
  }

  private static func list(_ names: [String], next: String? = nil) -> String {
    "<ListBucketResult>" + names.map { "<Contents><Key>\($0)</Key><Size>3</Size></Contents>" }.joined()
      + (next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? "") + "</ListBucketResult>"
  }

  @Test(
    "What is no list ends the request in words: no list, a deep one, one that never ends, one with names that lead elsewhere",
    arguments: [
      "", "{}", "<html></html>", "<ListBucketResult>", String(repeating: "<a>", count: 5_000) + "</a>",
      String(repeating: "<a>", count: 5_000) + String(repeating: "</a>", count: 5_000),
      "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><ListBucketResult><Name>&b;</Name></ListBucketResult>",
      "<ListBucketResult>" + String(repeating: "<a></a>", count: 30_000) + "</ListBucketResult>",
    ])
  func noList(text: String) async throws {
    try await Self.serve(
      { _, _, _ in (.ok, text) },
      { storage, folder in
        await #expect(throws: StorageError.badAnswer) {
          try await Self.client(of: storage, folder) { try $0.files() }
        }
      })
  }

  @Test("A list that never ends is left, and names that no backup has are left out")
  func endless() async throws {
    let names = ["../x.tar", ".x.tar", "a/b.tar", "good.tar", "x y.tar", "x.txt"]
    let asked = Mutex(0)
    try await Self.serve(
      { _, _, number in
        asked.withLock { $0 = number }
        return (.ok, Self.list(number == 1 ? names : [], next: "again"))
      },
      { storage, folder in
        let found = try await Self.client(of: storage, folder) { try $0.files() }
        #expect(found == [StoredBackup(name: "good.tar", size: 3)])
      })
    #expect(asked.withLock(\.self) == 5)
  }

  @Test("A storage that has too much to do is asked again, and one that refuses is not")
  func again() async throws {
    for (statuses, requests, fault) in [
      ([503, 500, 200], 3, nil), ([503, 503, 503, 200], 3, StorageError.refused(503, "SlowDown")),
      ([403, 200], 1, StorageError.refused(403, "SlowDown")),
    ] as [([Int], Int, StorageError?)] {
      let asked = Mutex(0)
      try await Self.serve(
        { _, _, number in
          asked.withLock { $0 = number }
          let status = statuses[number - 1]
          return (
            HTTPResponse.Status(code: status),
            status == 200 ? Self.list(["a.tar"]) : "<Error><Code>SlowDown</Code></Error>"
          )
        },
        { storage, folder in
          do {
            let found = try await Self.client(of: storage, folder) { try $0.files() }
            #expect(fault == nil && found.count == 1)
          } catch let error as StorageError {
            #expect(error == fault)
          }
        })
      #expect(asked.withLock(\.self) == requests)
    }
  }

  @Test(
    "A copy in parts begins with the end of those that were left, of this data folder alone, and a refused part ends it there"
  )
  func left() async throws {
    let requests = Mutex<[String]>([])
    let uploads = ["kartoteka-abcdef-2026-11-01T00-00-00Z.tar", "kartoteka-other1-2026-11-01T00-00-00Z.tar"].map {
      "<Upload><UploadId>old</UploadId><Key>\($0)</Key></Upload>"
    }.joined()
    try await Self.serve(
      { method, path, _ in
        requests.withLock { $0.append("\(method) \(path)") }
        switch (method, path.contains("uploads")) {
        case (.get, true): return (.ok, "<ListMultipartUploadsResult>\(uploads)</ListMultipartUploadsResult>")
        case (.post, true):
          return (.ok, "<InitiateMultipartUploadResult><UploadId>new</UploadId></InitiateMultipartUploadResult>")
        case (.put, _): return (.forbidden, "<Error><Code>QuotaExceeded</Code></Error>")
        default: return (.noContent, "")
        }
      },
      { storage, folder in
        let name = "kartoteka-abcdef-2026-11-28T02-30-00Z.tar"
        try Data(count: 3_000).write(to: folder.appending(path: name))
        let file = try #require(BackupFolder(folder, id: "abcdef", isMade: true).file(named: name))
        await #expect(throws: StorageError.refused(403, "QuotaExceeded")) {
          try await Self.client(of: storage, folder) { try $0.upload(file) }
        }
        #expect(Disk.content(of: folder).map(\.lastPathComponent) == [name])
      })
    let deleted = requests.withLock { $0.filter { $0.hasPrefix("DELETE") } }
    #expect(
      deleted == [
        "DELETE /b/kartoteka-abcdef-2026-11-01T00-00-00Z.tar?uploadId=old",
        "DELETE /b/kartoteka-abcdef-2026-11-28T02-30-00Z.tar?uploadId=new",
      ])
  }

  @Test("A key that may not delete does not make the copy again and again: what should go is told")
  func keptThere() async throws {
    let length = Mutex("0")
    let own = Mutex("")
    try await Self.serve(
      { method, _, _ in
        switch method {
        case .head: return (.ok, length.withLock(\.self))
        case .delete: return (.forbidden, "<Error><Code>AccessDenied</Code></Error>")
        case .get:
          let name = own.withLock(\.self)
          return (.ok, Self.list([name.prefix(17) + "2020-01-01T00-00-00Z.tar", name]))
        default: return (.ok, "")
        }
      },
      { storage, folder in
        let site = Site(
          Site.Content(apps: [], unavailable: []), folder: DesignFolder(folder, besides: []), options: StoreOptions(),
          logger: .quiet)
        let document = try AppDocument(
          json: Array(
            #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title"}]}]}"#.utf8))
        _ = try await site.change(to: document, isDryRun: false) { _ in }
        let desk = try #require(site.desk)
        try BackupStorage.keep("secret-123456", in: folder)
        desk.change { ($0.rule, $0.storage) = (BackupRule(days: 1), storage) }
        #expect(site.beginBackup())
        await desk.wait()
        let file = try #require(desk.folder.files().first)
        length.withLock { $0 = String(file.size) }
        own.withLock { $0 = file.name }
        #expect(site.backupToCopy([file], now: Date())?.name == file.name)
        #expect(site.beginCopy(file))
        await desk.wait()
        let copy = try #require(desk.state.copy)
        #expect(!copy.isFailure && copy.lacks.count == 1, "\(copy)")
        #expect(Localizer.english(try #require(copy.lacks.first)).hasSuffix("403 AccessDenied"))
        #expect(site.backupToCopy([file], now: Date()) == nil)
        #expect(desk.stored?.count == 2)
      })
  }
}
