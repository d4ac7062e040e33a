import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("Secrets", .serialized)
struct SecretFileTests {
  private static let secret = Secret("mapKey", "Map key", environment: "MAP_KEY")
  private static let word = "open-Sesame-4711"

  private let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
  private var database: URL { folder.appending(path: "school.sqlite") }
  private var file: URL { folder.appending(path: "school.secrets") }

  private func store(_ environment: [String: String] = [:], log: Lines? = nil) throws -> Store {
    var options = StoreOptions()
    options.environment = environment
    if let log {
      options.sqlLog = .values
      options.log = { log.add($0) }
    }
    return try Store(school, at: database, options: options)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private func files() throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
      .map { folder.appending(path: $0) }
  }

  @Test("TM-9 are kept between starts in a file that its owner alone may read, and removed from it")
  func kept() throws {
    defer { remove() }
    #expect(try store().secrets.value(of: Self.secret) == nil)
    #expect(try store().secrets.source(of: Self.secret) == nil)
    #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
    try store().secrets.set(Self.secret, to: "  \(Self.word)\n")
    let secrets = try store().secrets
    #expect(try secrets.value(of: Self.secret) == Self.word)
    #expect(try secrets.source(of: Self.secret) == .file)
    let rights = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))[.posixPermissions]
    #expect(rights as? Int == 0o600)
    try secrets.set(Self.secret, to: nil)
    #expect(try store().secrets.value(of: Self.secret) == nil)
    #expect(try !String(contentsOf: file, encoding: .utf8).contains(Self.word))
  }

  @Test("TM-9 setting a secret makes a file private that others could read")
  func rights() throws {
    defer { remove() }
    let secrets = try store().secrets
    try Data(#"{"other": "x"}"#.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: file.path(percentEncoded: false))
    try secrets.set(Self.secret, to: Self.word)
    let rights = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))[.posixPermissions]
    #expect(rights as? Int == 0o600)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("other"))
    #expect(try files().count { $0.lastPathComponent.contains("secrets") } == 1)
  }

  @Test("TM-9 are in no database, no backup and no SQL log")
  func nowhereElse() async throws {
    defer { remove() }
    let log = Lines()
    do {
      let store = try store(log: log)
      try store.secrets.set(Self.secret, to: Self.word)
      try await store.set(seatsPerRoom, to: 12, .screen)
      _ = try store.secrets.value(of: Self.secret)
      try store.backup(to: folder.appending(path: "backup.sqlite"))
    }
    #expect(log.lines.contains { $0.contains("kartoteka_settings") })
    #expect(!log.lines.contains { $0.contains(Self.word) })
    let holding = try files().filter { try Data(contentsOf: $0).range(of: Data(Self.word.utf8)) != nil }
    #expect(holding.map(\.lastPathComponent) == ["school.secrets"])
    #expect(try files().contains { $0.lastPathComponent == "backup.sqlite" })
  }

  @Test("TM-9 the environment has precedence over the file, and an empty variable counts as missing")
  func environment() throws {
    defer { remove() }
    try store().secrets.set(Self.secret, to: Self.word)
    let given = try store(["MAP_KEY": " from-outside "]).secrets
    #expect(try given.value(of: Self.secret) == "from-outside")
    #expect(try given.source(of: Self.secret) == .environment)
    let empty = try store(["MAP_KEY": ""]).secrets
    #expect(try empty.value(of: Self.secret) == Self.word)
    #expect(try empty.source(of: Self.secret) == .file)
  }

  @Test(
    "TM-9 a text that no header could carry is refused and changes nothing",
    arguments: ["", "   ", "two words", "ключ", "line\nbreak", String(repeating: "x", count: 501)])
  func refused(text: String) throws {
    let secrets = try Store(inMemory: school).secrets
    try secrets.set(Self.secret, to: Self.word)
    #expect(throws: StoreError.self) { try secrets.set(Self.secret, to: text) }
    #expect(try secrets.value(of: Self.secret) == Self.word)
  }

  @Test("TM-9 a change is reported to subscribers, and makes a new version")
  func told() async throws {
    let store = try Store(inMemory: school)
    let version = try await store.version()
    try store.secrets.set(Self.secret, to: Self.word)
    #expect(store.feed.commits(after: 0)?.map(\.changes.settings) == [true])
    #expect(try await store.version() > version)
  }

  @Test("TM-9 a damaged file is said to be so, without a word of what is in it")
  func damaged() throws {
    defer { remove() }
    let secrets = try store().secrets
    try Data(#"{"mapKey": "\#(Self.word)"#.utf8).write(to: file)
    do {
      _ = try secrets.value(of: Self.secret)
      Issue.record("A damaged file was read")
    } catch StoreError.disk(let message) {
      #expect(message.contains("school.secrets") && !message.contains("Sesame"))
    }
    #expect(throws: StoreError.self) { try secrets.set(Self.secret, to: "another") }
  }

  @Test("Two programs that set different secrets at the same time lose none")
  func both() async throws {
    defer { remove() }
    _ = try store()
    // Each has read the file before the other one writes it, unless they take turns.
    let secrets = (0..<2).map { _ in SecretFile(beside: database, [:]) {} }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, file) in secrets.enumerated() {
        group.addTask {
          for round in 0..<40 { try file.set(Secret("s\(number)x\(round)", "Key", environment: "KEY"), to: Self.word) }
        }
      }
      try await group.waitForAll()
    }
    for (number, file) in secrets.enumerated() {
      for round in 0..<40 {
        #expect(try file.value(of: Secret("s\(number)x\(round)", "Key", environment: "KEY")) == Self.word)
      }
    }
  }
}
