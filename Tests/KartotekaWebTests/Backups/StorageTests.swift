import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaApplication
@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("Copies of backups in a storage elsewhere")
struct StorageTests {
  private static let secret = "secret-123456"

  private static func folder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private static func site(_ folder: URL) async throws -> Site {
    let site = Site(
      Site.Content(apps: [], unavailable: []), folder: DesignFolder(folder, besides: []), options: StoreOptions(),
      logger: .quiet)
    let document = try AppDocument(
      json: Array(
        #"{"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title"}]}]}"#.utf8))
    _ = try await site.change(to: document, isDryRun: false) { _ in }
    return site
  }

  private final class Clock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_764_331_200))

    func move(_ hours: Double) { date.withLock { $0 += hours * 3_600 } }

    var now: @Sendable () -> Date { { self.date.withLock { $0 } } }
  }

  @Test(
    "Each backup of the timer is copied, the rule is applied there, and what is only there is fetched",
    .enabled(if: StorageServer.program != nil))
  func copies() async throws {
    let server = try #require(try StorageServer())
    try await Self.folder { folder in
      let (site, clock) = (try await Self.site(folder), Clock())
      let desk = try #require(site.desk)
      let storage = try server.bucket("copies", prefix: "/far/away/", folder: folder)
      try BackupStorage.keep(Self.secret, in: folder)
      desk.change { ($0.rule, $0.storage) = (BackupRule(days: 2), storage) }
      let timer = BackupTimer(site: site, now: clock.now)
      for day in 1...3 {
        #expect(await !timer.look(desk))
        #expect(desk.state.copy?.isFailure == false, "\(String(describing: desk.state.copy))")
        #expect(desk.stored?.count == min(day, 2))
        clock.move(24)
      }
      #expect(Set(desk.stored?.map(\.name) ?? []) == Set(desk.folder.files().map(\.name)))
      let newest = try #require(desk.folder.files().first)
      #expect(desk.state.copied?.name == newest.name)
      // One that is lost here comes back with the same bytes.
      let bytes = try Data(contentsOf: newest.url)
      try FileManager.default.removeItem(at: newest.url)
      #expect(site.beginFetch(StoredBackup(name: newest.name, size: Int64(bytes.count))))
      await desk.wait()
      #expect(desk.state.other?.isFailure == false, "\(String(describing: desk.state.other))")
      #expect(try Data(contentsOf: newest.url) == bytes)
      // The key is in its own file alone, and nothing else is left.
      let state = try String(contentsOf: folder.appending(path: "backups.json"), encoding: .utf8)
      #expect(!state.contains(Self.secret) && state.contains("key-id"))
      #expect(Disk.content(of: desk.folder.url).count == 3)
      let path = folder.appending(path: BackupStorage.secretFile).path(percentEncoded: false)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(
    "A long one goes in parts and comes back; one that was changed there is refused",
    .enabled(if: StorageServer.program != nil))
  func parts() async throws {
    let server = try #require(try StorageServer())
    try await Self.folder { folder in
      let storage = try server.bucket("parts", folder: folder)
      let backups = BackupFolder(folder, id: "abcdef", isMade: true)
      let name = "kartoteka-abcdef-2026-11-28T02-30-00Z.tar"
      var bytes = Data((0..<(11 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
      try bytes.write(to: folder.appending(path: name))
      let file = try #require(backups.file(named: name))
      var limits = StorageClient.Limits()
      (limits.whole, limits.part) = (1 << 20, 5 << 20)
      let client = try StorageClient(storage, secret: Self.secret, folder: folder, limits: limits)
      try client.upload(file)
      #expect(try client.files() == [StoredBackup(name: name, size: Int64(bytes.count))])
      try FileManager.default.removeItem(at: file.url)
      try client.fetch(StoredBackup(name: name, size: Int64(bytes.count)), into: backups)
      #expect(try Data(contentsOf: file.url) == bytes)
      try FileManager.default.removeItem(at: file.url)
      #expect(throws: StorageError.different(name)) {
        try client.fetch(StoredBackup(name: name, size: 1 << 20), into: backups)
      }
      // Somebody put another file in its place, with what is said of the first one.
      bytes[5] ^= 1
      let other = folder.appending(path: "other")
      try bytes.write(to: other)
      let curl = try Curl(storage, secret: Self.secret, folder: folder)
      var request = Curl.Request(
        method: "PUT", url: storage.address(name),
        headers: ["x-amz-meta-sha256: \(String(repeating: "0", count: 64))"])
      request.upload = other
      _ = try curl.send(request, digest: SHA256.digest(of: bytes)) {}
      #expect(throws: StorageError.different(name)) {
        try client.fetch(StoredBackup(name: name, size: Int64(bytes.count)), into: backups)
      }
      #expect(!FileManager.default.fileExists(atPath: file.url.path(percentEncoded: false)))
      // What ends a copy leaves no part there or here.
      struct Ended: Error {}
      let ended = try StorageClient(storage, secret: Self.secret, folder: folder, limits: limits) { share in
        if share > 0.4 { throw Ended() }
      }
      try bytes.write(to: file.url)
      try client.remove(name)
      #expect(throws: Ended.self) { try ended.upload(file) }
      #expect(try client.files().isEmpty)
      let uploads = try curl.send(Curl.Request(url: storage.address(query: [("uploads", "")]))) {}
      #expect(!String(decoding: uploads.body, as: UTF8.self).contains(name))
    }
  }

  @Test("A copy that failed is told with its reason, and tried again after a quarter of an hour")
  func failures() async throws {
    try await Self.folder { folder in
      let (site, clock) = (try await Self.site(folder), Clock())
      let desk = try #require(site.desk)
      // Nothing listens there.
      let storage = try BackupStorage(
        endpoint: "http://127.0.0.1:1", region: "", bucket: "none", prefix: "", keyID: "key-id")
      desk.change { ($0.rule, $0.storage) = (BackupRule(days: 2), storage) }
      let timer = BackupTimer(site: site, now: clock.now)
      #expect(await !timer.look(desk))
      #expect(desk.folder.files().count == 1)
      #expect(desk.state.copy?.remedy == StorageError.noSecret.remedy)
      try BackupStorage.keep(Self.secret, in: folder)
      let failed = desk.state.copy?.date
      clock.move(0.2)
      #expect(await !timer.look(desk))
      #expect(desk.state.copy?.date == failed)
      clock.move(0.1)
      #expect(await !timer.look(desk))
      let copy = try #require(desk.state.copy)
      #expect(copy.isFailure && copy.date == clock.now())
      let text = Localizer.english(copy.says)
      #expect(text.contains("The storage can't be reached: curl: (7)") && !text.contains(Self.secret), "\(text)")
    }
  }

  @Test("The key and its id are on no command line; an old curl, and none, are told with a remedy")
  func curl() async throws {
    try await Self.folder { folder in
      let storage = try BackupStorage(
        endpoint: "http://127.0.0.1:1", region: "", bucket: "none", prefix: "", keyID: "key-id")
      let (log, program) = (folder.appending(path: "log"), folder.appending(path: "curl"))
      func replace(_ script: String) throws {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        chmod(program.path(percentEncoded: false), 0o755)
      }
      let environment = ["PATH": folder.path(percentEncoded: false)]
      try replace(
        #"echo "$@" >> '\#(log.path(percentEncoded: false))'; env >> '\#(log.path(percentEncoded: false))'; exec /usr/bin/env curl "$@""#
      )
      let client = try StorageClient(storage, secret: Self.secret, folder: folder, environment: environment)
      #expect(throws: StorageError.self) { try client.files() }
      let text = try String(contentsOf: log, encoding: .utf8)
      #expect(text.contains("--config -") && !text.contains(Self.secret) && !text.contains("key-id"))
      try replace("echo curl 7.81.0 x")
      #expect(throws: StorageError.oldCurl("7.81.0")) {
        try StorageClient(storage, secret: Self.secret, folder: folder, environment: environment)
      }
      try FileManager.default.removeItem(at: program)
      #expect(throws: StorageError.noCurl) {
        try StorageClient(storage, secret: Self.secret, folder: folder, environment: environment)
      }
    }
  }

  @Test(
    "Without encryption only the own network is a storage; an address is no more than a server",
    arguments: [
      ("https://s3.eu-central-1.amazonaws.com/", true), ("https://example.com:9000", true), ("http://minio:9000", true),
      ("http://192.168.1.4:9000", true), ("http://10.0.0.1", true), ("http://[::1]:9000", true),
      ("http://example.com", false), ("http://172.32.0.1", false), ("http://169.254.169.254", false),
      ("https://169.254.169.254", false), ("http://2852039166", false), ("http://0xa9fea9fe", false),
      ("http://[fd00:ec2::254]", false), ("ftp://minio", false), ("file:///etc", false), ("https://a@b.c", false),
      ("https://b.c/d", false), ("https://b.c?d", false), ("https://b.c\"\nurl = x", false), ("", false),
    ])
  func endpoints(text: String, isRight: Bool) {
    let storage = try? BackupStorage(endpoint: text, region: "", bucket: "b", prefix: "", keyID: "k")
    #expect((storage != nil) == isRight)
  }

  @Test("Names that would be more than a part of an address, or of a header, are refused")
  func names() {
    func fault(region: String = "r", bucket: String = "b", prefix: String = "", keyID: String = "k") -> StorageError? {
      do throws(StorageError) {
        _ = try BackupStorage(
          endpoint: "https://example.com", region: region, bucket: bucket, prefix: prefix, keyID: keyID)
        return nil
      } catch { return error }
    }
    #expect(fault(prefix: "/a/b//c") == nil)
    for bad in ["a b", "a\nb", "a\"b", "a:b", "..", "a?b", "ą"] {
      #expect(fault(region: bad) == .badPlace("region"))
      #expect(fault(bucket: bad) == .badPlace("bucket"))
      #expect(fault(prefix: "x/\(bad)/y") == .badPlace("prefix"))
    }
    for bad in ["", "a:b", "a\nb", "a b", String(repeating: "k", count: 300)] {
      #expect(fault(keyID: bad) == .badPlace("key"))
    }
  }
}
