import Foundation
import GRDB
import Kartoteka
import KartotekaApplication
import KartotekaPeople
import KartotekaStore
import RandomTests
import Synchronization
import Testing

@Suite("Backups of whole data folders")
struct FolderBackupTests {
  static let seeds: Range<UInt64> =
    0..<UInt64(min(RandomTests.operations(RandomTests.count(3, all: 6)), 100))

  @Test("What is restored from a backup of a random folder is the same row by row", arguments: seeds)
  func roundTrip(seed: UInt64) async throws {
    let random = try await RandomFolder(seed: seed)
    defer { random.remove() }
    let report = try random.backUp()
    #expect(report.missing.isEmpty && report.unavailable.isEmpty)
    let other = random.folder.appending(path: "other")
    let restored = try RandomFolder.restore(random.backup, into: other)
    #expect(restored.restored.map(\.name) == report.entries.map(\.name))
    let (before, after) = try (RandomFolder.content(of: random.data), RandomFolder.content(of: other))
    #expect(before.keys.sorted() == after.keys.sorted())
    for (name, rows) in before { #expect(after[name] == rows, "\(name)") }
    // What would show the loss of people, their roles and views, what happened to them, and of settings, is there.
    let people = try #require(after[People.application + ".sqlite"])
    for entity in People.model.entities where !People.secretEntities.contains(entity.name) {
      #expect(people.contains { $0.hasPrefix(entity.table + " ") }, "\(entity.name)")
    }
    let settings = try #require(BackupSettings(of: other))
    #expect(settings == BackupSettings(of: random.data) && settings.storage != nil)
    // Nobody gets in, and nothing secret is in the folder.
    #expect(try !RandomFolder.access(in: random.data).isEmpty && RandomFolder.access(in: other).isEmpty)
    #expect(try BackupSecrets(of: other).files.isEmpty)
    // A backup of what was restored is as good.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: other.path(percentEncoded: false)).allSatisfy {
        !$0.hasPrefix(".")
      })
  }

  @Test("Secrets come back with their password alone, and with them nobody's access")
  func secrets() async throws {
    let random = try await RandomFolder(seed: 13)
    defer { random.remove() }
    let report = try random.backUp(withSecretsBy: "correct horse")
    let before = try BackupSecrets(of: random.data)
    #expect(report.secrets == before.names && before.names.count == 3)
    let other = random.folder.appending(path: "other")
    try RandomFolder.restore(random.backup, into: other)
    let archive = try BackupArchive(random.backup)
    #expect(throws: BackupError.self) { try BackupSecrets(of: archive, password: "wrong horse") }
    let secrets = try BackupSecrets(of: archive, password: "correct horse")
    #expect(try SecretRestore(secrets, into: other, existing: .refuse).place() == before.names)
    for (file, restored) in zip(before.files, try BackupSecrets(of: other).files) {
      #expect(file.name == restored.name && file.bytes == restored.bytes)
    }
    #expect(try RandomFolder.access(in: other).isEmpty)
  }

  @Test("What is set for backups stays as it is where anything is set, and does not come with a single application")
  func settings() async throws {
    let random = try await RandomFolder(seed: 14)
    defer { random.remove() }
    try random.backUp()
    let other = random.folder.appending(path: "other")
    try RandomFolder.restore(random.backup, into: other) { $0.only = ["album"] }
    #expect(BackupSettings(of: other) == nil)
    var state = BackupState(in: other)
    state.rule = BackupRule(weeks: 3)
    try state.write(in: other)
    let report = try RandomFolder.restore(random.backup, into: other) { $0.existing = .keep }
    #expect(!report.hasSettings && report.settings == BackupSettings(of: random.data))
    #expect(BackupSettings(of: other)?.rule == BackupRule(weeks: 3))
    // The key of another storage is not used for this one.
    let third = random.folder.appending(path: "third")
    try FileManager.default.createDirectory(at: third, withIntermediateDirectories: true)
    try Data("another".utf8).write(to: third.appending(path: BackupStorage.secretFile))
    #expect(try RandomFolder.restore(random.backup, into: third).hasSettings)
    #expect(BackupSettings(of: third)?.storage == nil && BackupSettings(of: third)?.rule == report.settings?.rule)
  }

  @Test("Settings of backups that somebody has written into a backup count only as far as they can be understood")
  func foreignSettings() throws {
    let text =
      #"{"folder":"../etc","rule":"often","storage":{"endpoint":"ftp://x","region":"a","bucket":"b","prefix":"","keyID":"k"}}"#
    let settings = try JSONDecoder().decode(BackupSettings.self, from: Data(text.utf8))
    #expect(settings.folder == nil && settings.storage == nil && settings.rule == BackupRule())
    let strange = try JSONDecoder().decode([BackupSettings].self, from: Data(#"["often",{}]"#.utf8))
    #expect(strange == [strange[1], strange[1]] && strange[0].rule == BackupRule())
  }

  private final class Writing: Sendable {
    let isDone = Mutex(false)
  }

  @Test(
    "Each application is as of one moment, whoever writes meanwhile, and so are an opened file and what lies beside it")
  func writers() async throws {
    let random = try await RandomFolder(seed: 2)
    defer { random.remove() }
    let designs = DesignFolder(random.data, besides: RandomFolder.apps)
    let app = try #require(try designs.app("app-0"))
    let store = try Store(
      app.description.model, at: designs.file(of: "app-0"), options: app.storeOptions(StoreOptions()))
    let path = OpenedFolder(in: random.data).url.appending(path: "pairs.sqlite")
    try await DatabaseQueue(path: path.path(percentEncoded: false)).write { database in
      try database.execute(sql: "CREATE TABLE pairs (id INTEGER PRIMARY KEY, name TEXT)")
    }
    let opened = try OpenedApp(OpenedFile(path))
    var options = opened.app.storeOptions(StoreOptions())
    options.opened = opened.app.openedFile
    let pairs = try Store(opened.app.description.model, at: opened.file.sideFile, options: options)
    let entity = try #require(app.description.model.entities.first)
    let pair = try #require(opened.app.description.model.entities.first)
    let writing = Writing()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var number = 0
        while !writing.isDone.withLock({ $0 }) {
          number += 1
          let name = "Twin \(number)"
          _ = try await store.perform(.code) { transaction in
            for _ in 1...2 {
              var record = AnyRecord(entity)
              record["title"] = .text(name)
              try transaction.insert(record)
            }
          }
          _ = try await pairs.perform(.code) { transaction in
            var record = AnyRecord(pair)
            record["name"] = .text(name)
            try transaction.insert(record)
          }
        }
      }
      for _ in 1...5 {
        let other = random.folder.appending(path: UUID().uuidString)
        let report = try random.backUp()
        #expect(report.unavailable.isEmpty, "\(report.unavailable)")
        try RandomFolder.restore(random.backup, into: other)
        let twins = try await DatabaseQueue(path: other.appending(path: "app-0.sqlite").path(percentEncoded: false))
          .read {
            try Int.fetchOne(
              $0,
              sql:
                "SELECT count(*) FROM (SELECT 1 FROM \(entity.table) WHERE title LIKE 'Twin %' GROUP BY title HAVING count(*) <> 2)"
            )
          }
        #expect(twins == 0)
        // As many change sets as records: each record was made by one.
        let file = OpenedFolder(in: other).url.appending(path: "pairs.sqlite").path(percentEncoded: false)
        let records = try await DatabaseQueue(path: file).read {
          try Int.fetchOne($0, sql: "SELECT count(*) FROM pairs")
        }
        let deeds = try await DatabaseQueue(path: file + ".kartoteka").read {
          try Int.fetchOne($0, sql: "SELECT count(*) FROM kartoteka_deeds")
        }
        #expect(records == deeds)
      }
      writing.isDone.withLock { $0 = true }
      try await group.waitForAll()
    }
  }

  @Test("A backup that is interrupted leaves the former one and nothing else")
  func interrupted() async throws {
    let random = try await RandomFolder(seed: 3)
    defer { random.remove() }
    try random.backUp()
    let before = try Data(contentsOf: random.backup)
    let count = Mutex(0)
    for limit in [1, 2, 5, 8] {
      count.withLock { $0 = 0 }
      #expect(throws: CancellationError.self) {
        try random.backUp(progress: { _, _ in
          let isOver = count.withLock {
            $0 += 1
            return $0 >= limit
          }
          if isOver { throw CancellationError() }
        })
      }
    }
    #expect(try Data(contentsOf: random.backup) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: random.folder.path(percentEncoded: false)).sorted() == [
        "all.tar", "data",
      ])
  }

  @Test("Of two restores into a folder one is done and the other refused")
  func twoRestores() async throws {
    let random = try await RandomFolder(seed: 4)
    defer { random.remove() }
    try random.backUp()
    let other = random.folder.appending(path: "other")
    var isRefused = false
    try RandomFolder.restore(random.backup, into: other) { restore in
      restore.progress = { _, _ in
        guard !isRefused else { return }
        isRefused = true
        #expect {
          try RandomFolder.restore(random.backup, into: other)
        } throws: { error in
          if case BackupError.restoring = error { true } else { false }
        }
      }
    }
    #expect(isRefused)
    #expect(try RandomFolder.content(of: other) == RandomFolder.content(of: random.data))
  }
}
