import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

/// Files that can't be written from the beginning, as on a disk that is mounted for reading. The tests may run as a user who
/// can write everything, so the store is also told so.
@Suite("Files that can only be read")
struct ReadOnlyFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)/a b")
  private var url: URL { folder.appending(path: "school.sqlite") }

  init() async throws {
    do {
      let store = try Store(school, at: url)
      for name in ["Łódzka", "Nowak", "Lis"] {
        _ = try await store.perform(.code) { try $0.insert(RandomWriter.person("Anna", name)) }
      }
    }
    // The thread that writes may close it, which removes the log. The note of the files may go later than that.
    let deadline = ContinuousClock.now + .seconds(120)
    while try names().contains(where: { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }) {
      try #require(ContinuousClock.now < deadline, "The store was not closed within two minutes")
      await Task.yield()
    }
    DatabaseFiles.removeNote(at: url.path(percentEncoded: false))
  }

  private func remove() {
    setWritable(true)
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }

  private func setWritable(_ isWritable: Bool) {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    for path in [folder] + paths.map({ folder.appending(path: $0) }) {
      let right = path == folder ? 0o111 : 0
      try? FileManager.default.setAttributes(
        [.posixPermissions: (isWritable ? 0o644 : 0o444) | right], ofItemAtPath: path.path(percentEncoded: false))
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
  }

  private func content() throws -> [String: Data] {
    Dictionary(uniqueKeysWithValues: try names().map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
  }

  /// Opens the file as one that can't be written while the switch is on.
  private func open(_ isWritable: Switch = Switch()) throws -> Store {
    var options = StoreOptions()
    options.isWritable = { _ in isWritable.isOn }
    setWritable(false)
    return try Store(school, at: url, options: options)
  }

  private func reopen(_ store: Store) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while true {
      if case .reopened? = await store.checkFile() { return }
      try #require(ContinuousClock.now < deadline, "The file was not opened again within two minutes")
    }
  }

  private final class Switch: Sendable {
    private let lines = Lines()
    var isOn: Bool { !lines.lines.isEmpty }
    func turnOn() { lines.add("on") }
  }

  private var refusal: StoreError { .unusable(path: url.path(percentEncoded: false), problem: .readOnly) }

  @Test("Everything can be read, changes are refused with the reason, and the folder stays as it was")
  func reads() async throws {
    defer { remove() }
    let before = try content()
    #expect(before.count == 1)
    do {
      let store = try open()
      #expect(store.isReadOnly && store.fileLoss == nil)
      #expect(try await store.count(User.all) == 3)
      #expect(try await store.fetch(User.all.searching("lodz")).map(\.lastName) == ["Łódzka"])
      #expect(try await store.fetch(User.all.sorted(by: \.lastName)).map(\.lastName) == ["Lis", "Łódzka", "Nowak"])
      var request = AnyFetchRequest("user")
      (request.sort, request.collation) = ([FetchSort("lastName")], .polish)
      let names = try await store.fetch(request).records.map { $0["lastName"] }
      #expect(names == ["Lis", "Łódzka", "Nowak"].map(Value.text))
      #expect(try await store.changeSet(1) != nil)
      await #expect(throws: refusal) {
        try await store.perform(.code) { try $0.insert(RandomWriter.person("Jan", "Kowal")) }
      }
      await #expect(throws: refusal) { try await store.undo(1, .code) }
      #expect(await store.checkFile() == nil)
      #expect(try await store.count(User.all) == 3)
      await store.background.waitUntilIdle()
    }
    #expect(try content() == before)
  }

  @Test("What a log still holds is read as well")
  func log() async throws {
    defer { remove() }
    let other = try DatabaseFile(url)
    try other.execute("INSERT INTO users (first_name, last_name) VALUES ('Ola', 'Zych')")
    let store = try open()
    #expect(try await store.fetch(User.all.searching("zych")).map(\.firstName) == ["Ola"])
    #expect(try await store.count(User.all) == 4)
    #expect(store.isReadOnly)
  }

  @Test("A file that can be written again is opened for writing")
  func writable() async throws {
    defer { remove() }
    let isWritable = Switch()
    let store = try open(isWritable)
    #expect(await store.checkFile() == nil)
    setWritable(true)
    isWritable.turnOn()
    try await reopen(store)
    #expect(!store.isReadOnly)
    _ = try await store.perform(.code) { try $0.insert(RandomWriter.person("Jan", "Kowal")) }
    #expect(try await store.count(User.all) == 4)
  }

  @Test("A change by somebody who may write the file is seen")
  func changed() async throws {
    defer { remove() }
    let store = try open()
    #expect(try await store.count(User.all) == 3)
    setWritable(true)
    #expect(try sqlite3(url, "INSERT INTO users (first_name, last_name) VALUES ('Ola', 'Zych')") == "")
    try await reopen(store)
    #expect(try await store.count(User.all) == 4)
    #expect(try await store.fetch(User.all.searching("zych")).map(\.firstName) == ["Ola"])
    #expect(store.isReadOnly)
  }

  @Test("A file that has to be brought up to date first, or is missing, is refused")
  func refused() throws {
    defer { remove() }
    #expect(try sqlite3(url, "DELETE FROM kartoteka_meta WHERE key = 'keys'") == "")
    #expect(throws: refusal) { try open() }
    let missing = folder.appending(path: "none.sqlite")
    var options = StoreOptions()
    options.isWritable = { _ in false }
    #expect(throws: StoreError.unusable(path: missing.path(percentEncoded: false), problem: .readOnly)) {
      try Store(travels, at: missing, options: options)
    }
  }
}
