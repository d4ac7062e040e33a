import Foundation
import KartotekaModel
import Testing

@testable import KartotekaStore

@Suite("A database file that is deleted, replaced or emptied while it is open", .serialized, .timeLimit(.minutes(10)))
struct FileWatchTests {
  private func path(_ scratch: Scratch) -> String { scratch.store.url?.path(percentEncoded: false) ?? "" }

  private func names(_ store: Store) async throws -> [String] {
    try await store.fetch(User.all.sorted(by: \.lastName)).compactMap { $0.lastName }
  }

  /// A database of the same model with one person, in a file of its own.
  private func another(_ scratch: Scratch, _ name: String) async throws -> URL {
    let url = scratch.folder.appending(path: "\(name).sqlite")
    do {
      let store = try Store(school, at: url)
      var user = Record<User>()
      (user.firstName, user.lastName) = ("Wen", name)
      try await store.save(&user)
    }
    // The store is closed, and its log back in the file, when its background work has ended.
    while FileManager.default.fileExists(atPath: url.path(percentEncoded: false) + "-wal") { await Task.yield() }
    return url
  }

  private func isRefused(_ scratch: Scratch, _ loss: StoreError.FileLoss) async {
    await #expect(throws: StoreError.fileLost(path: path(scratch), loss)) { try await scratch.person("Bo", "Lost") }
  }

  private func reopen(_ store: Store) async {
    // A write that is being ended keeps the former file open.
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
      if case .reopened? = await store.checkFile() { return }
      await Task.yield()
    }
    Issue.record("The file was not opened again within two minutes")
  }

  private func isLost(_ event: FileEvent?, _ loss: StoreError.FileLoss) -> Bool {
    if case .lost(.fileLost(_, loss))? = event { true } else { false }
  }

  /// What another program finds in the file, which nobody has open.
  private func found(at path: String) throws -> [String] {
    let file = try DatabaseFile(URL(filePath: path))
    #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
    return try file.rows("SELECT last_name FROM users ORDER BY 1")
  }

  @Test("The note of the files goes with the last connection, also where that outlives the store")
  func noteOfClosed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "school.sqlite")
    func exists(_ suffix: String) -> Bool { FileID(url.path(percentEncoded: false) + suffix) != nil }
    weak var core: StoreCore?
    var writer: ConnectionQueue?
    do {
      let store = try Store(school, at: url)
      (core, writer) = (store.core, try store.writer)
    }
    let deadline = ContinuousClock.now + .seconds(120)
    while core != nil, ContinuousClock.now < deadline { await Task.yield() }
    #expect(exists("-wal") && exists(DatabaseFiles.noteSuffix) && writer != nil)
    writer = nil
    while exists("-wal") || exists(DatabaseFiles.noteSuffix), ContinuousClock.now < deadline { await Task.yield() }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == ["school.sqlite"])
  }

  @Test("A write is refused as soon as the file has lost its name, before anything has looked at it")
  func refusedAtOnce() async throws {
    let scratch = try Scratch(file: true)
    let (path, aside) = (path(scratch), path(scratch) + ".aside")
    _ = try await scratch.person("Anna", "Before")
    #expect(rename(path, aside) == 0)
    await isRefused(scratch, .removed)
    try Data(repeating: 0x41, count: 5_000).write(to: URL(filePath: path))
    await isRefused(scratch, .replaced)
    #expect(rename(aside, path) == 0)
    _ = try await scratch.person("Anna", "After")
    #expect(try await names(scratch.store) == ["After", "Before"])
  }

  @Test("Deleted: writing is refused with the reason, and the file that is put there is opened")
  func deleted() async throws {
    var scratch: Scratch? = try Scratch(file: true)
    let (folder, path) = (scratch?.folder, path(try #require(scratch)))
    defer { if let folder { try? FileManager.default.removeItem(at: folder) } }
    if let scratch {
      _ = try await scratch.person("Anna", "Before")
      #expect(await scratch.store.checkFile() == nil)
      for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
      #expect(isLost(await scratch.store.checkFile(), .removed))
      // It is said once.
      #expect(await scratch.store.checkFile() == nil)
      await isRefused(scratch, .removed)
      #expect(try await names(scratch.store) == ["Before"])
      let other = try await another(scratch, "Other")
      #expect(rename(other.path(percentEncoded: false), path) == 0)
      await reopen(scratch.store)
      #expect(scratch.store.fileLoss == nil)
      _ = try await scratch.person("Anna", "After")
      #expect(try await names(scratch.store) == ["After", "Other"])
    }
    scratch = nil
    #expect(try found(at: path) == ["After", "Other"])
  }

  @Test("Replaced: the other file is opened, and the log of the one before goes into that one and not into the other")
  func replaced() async throws {
    var scratch: Scratch? = try Scratch(file: true)
    let (folder, path) = (scratch?.folder, path(try #require(scratch)))
    defer { if let folder { try? FileManager.default.removeItem(at: folder) } }
    if let scratch {
      for number in 0..<50 { _ = try await scratch.person("Anna", "Before \(number)") }
      let other = try await another(scratch, "Other")
      #expect(rename(path, path + ".old") == 0)
      #expect(rename(other.path(percentEncoded: false), path) == 0)
      // Before anybody has looked, too, no new connection reads the other file beside the log.
      await reopen(scratch.store)
      #expect(try await names(scratch.store) == ["Other"])
      _ = try await scratch.person("Anna", "After")
    }
    scratch = nil
    #expect(try found(at: path) == ["After", "Other"])
    #expect(try found(at: path + ".old").count == 50)
  }

  @Test("Reads that are under way end with the file before, and the other one is opened when they have ended")
  func reading() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Before")
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let task = Task {
      try await scratch.store.read { database in
        begin.finish()
        return try RawStatement(endless, in: database).integer()
      }
    }
    for await _ in begun {}
    let other = try await another(scratch, "Other")
    #expect(rename(other.path(percentEncoded: false), path(scratch)) == 0)
    #expect(isLost(await scratch.store.checkFile(), .replaced))
    #expect(await scratch.store.checkFile() == nil)
    await isRefused(scratch, .replaced)
    await #expect(throws: StoreError.fileLost(path: path(scratch), .replaced)) { try await names(scratch.store) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await reopen(scratch.store)
    #expect(try await names(scratch.store) == ["Other"])
  }

  @Test("Emptied: nothing is read or written any more until the file has content, which the log is not added to")
  func emptied() async throws {
    var scratch: Scratch? = try Scratch(file: true)
    let (folder, path) = (scratch?.folder, path(try #require(scratch)))
    defer { if let folder { try? FileManager.default.removeItem(at: folder) } }
    if let scratch {
      for number in 0..<50 { _ = try await scratch.person("Anna", "Before \(number)") }
      let other = try await another(scratch, "Other")
      #expect(truncate(path, 0) == 0)
      #expect(isLost(await scratch.store.checkFile(), .emptied))
      await isRefused(scratch, .emptied)
      await #expect(throws: StoreError.fileLost(path: path, .emptied)) { try await names(scratch.store) }
      // Into the same file.
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: Data(contentsOf: other))
      try handle.close()
      await reopen(scratch.store)
      #expect(try await names(scratch.store) == ["Other"])
      _ = try await scratch.person("Anna", "After")
    }
    scratch = nil
    #expect(try found(at: path) == ["After", "Other"])
  }

  @Test("A file that is no database of the application is not opened, and says why; moved away and back it goes on")
  func foreign() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let path = path(scratch)
    _ = try await scratch.person("Anna", "Before")
    #expect(rename(path, path + ".old") == 0)
    #expect(isLost(await scratch.store.checkFile(), .removed))
    #expect(rename(path + ".old", path) == 0)
    await reopen(scratch.store)
    _ = try await scratch.person("Anna", "Again")
    #expect(rename(path, path + ".old") == 0)
    try Data(String(repeating: "This is a letter. ", count: 500).utf8).write(to: URL(filePath: path))
    var problem: StoreError.FileProblem?
    for _ in 0..<1_000 {
      if case .lost(.unusable(_, let found))? = await scratch.store.checkFile() { problem = found }
    }
    #expect(problem == .notADatabase)
    await #expect(throws: StoreError.unusable(path: path, problem: .notADatabase)) {
      try await scratch.person("Bo", "Lost")
    }
    #expect(rename(path + ".old", path) == 0)
    await reopen(scratch.store)
    #expect(try await names(scratch.store) == ["Again", "Before"])
  }

  @Test("After a crash a log is not replayed into another file, but is into a copy of both")
  func crashed() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let path = path(scratch)
    for number in 0..<50 { _ = try await scratch.person("Anna", "Before \(number)") }
    // What a process that was killed leaves behind: the same files, which nobody has open under these names.
    let crashed = scratch.folder.appending(path: "crashed.sqlite").path(percentEncoded: false)
    let copied = scratch.folder.appending(path: "copied.sqlite").path(percentEncoded: false)
    for suffix in ["", "-wal", DatabaseFiles.noteSuffix] {
      #expect(link(path + suffix, crashed + suffix) == 0)
      try FileManager.default.copyItem(atPath: path + suffix, toPath: copied + suffix)
    }
    let warnings = Lines()
    var options = StoreOptions()
    options.warn = { warnings.add($0) }
    #expect(try await names(Store(school, at: URL(filePath: copied), options: options)).count == 50)
    #expect(warnings.lines == [])
    let other = try await another(scratch, "Other").path(percentEncoded: false)
    #expect(rename(other, crashed) == 0)
    #expect(try await names(Store(school, at: URL(filePath: crashed), options: options)) == ["Other"])
    #expect(warnings.lines.count == 1)
    #expect(try found(at: crashed) == ["Other"])
    let aside = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path(percentEncoded: false))
      .filter { $0.hasPrefix("crashed.sqlite.before-") && $0.hasSuffix("-wal") }
    #expect(aside.count == 1)
  }

  @Test("After a crash a log is not replayed into a backup that was copied over its file")
  func copiedOver() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    let path = scratch.folder.appending(path: "crashed.sqlite").path(percentEncoded: false)
    let backup = scratch.folder.appending(path: "backup.sqlite")
    func person(_ name: String, in store: Store) async throws {
      var user = Record<User>()
      (user.firstName, user.lastName) = ("Wen", name)
      try await store.save(&user)
    }
    do {
      let store = try Store(school, at: URL(filePath: path))
      try await person("Kept", in: store)
      _ = try store.backup(to: backup)
    }
    while FileManager.default.fileExists(atPath: path + "-wal") { await Task.yield() }
    var log = Data()
    do {
      let store = try Store(school, at: URL(filePath: path))
      try await person("Later", in: store)
      log = try Data(contentsOf: URL(filePath: path + "-wal"))
      // What a process that is killed now leaves behind.
      for suffix in ["-wal", DatabaseFiles.noteSuffix] { #expect(link(path + suffix, path + suffix + ".kept") == 0) }
    }
    while FileManager.default.fileExists(atPath: path + "-wal") { await Task.yield() }
    unlink(path + DatabaseFiles.noteSuffix)
    for suffix in ["-wal", DatabaseFiles.noteSuffix] { #expect(rename(path + suffix + ".kept", path + suffix) == 0) }
    // `cp backup.sqlite crashed.sqlite`: the file stays, with another content.
    for (path, bytes) in [(path, try Data(contentsOf: backup)), (path + "-wal", log)] {
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: bytes)
      try file.close()
    }
    let warnings = Lines()
    var options = StoreOptions()
    options.warn = { warnings.add($0) }
    #expect(try await names(Store(school, at: URL(filePath: path), options: options)) == ["Kept"])
    #expect(warnings.lines.count == 1)
    #expect(try found(at: path) == ["Kept"])
  }

  @Test("A connection that may not heed foreign keys any more writes nothing, and another one takes its place")
  func broken() async throws {
    let scratch = try Scratch(file: true)
    defer { scratch.remove() }
    _ = try await scratch.person("Anna", "Before")
    try scratch.store.file.writing().writer.isBroken = true
    await #expect(throws: StoreError.busy) { try await scratch.person("Bo", "Lost") }
    await reopen(scratch.store)
    _ = try await scratch.person("Anna", "After")
    #expect(try await names(scratch.store) == ["After", "Before"])
  }
}
