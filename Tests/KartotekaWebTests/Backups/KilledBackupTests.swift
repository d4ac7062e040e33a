// Tests that end their process are there from Swift 6.2 on, and take values along from 6.3 on.
#if compiler(>=6.3)
  import Foundation
  import Kartoteka
  import KartotekaApplication
  import KartotekaStore
  import Testing

  @Suite("Backups whose process is killed, or whose disk is full")
  struct KilledBackupTests {
    private static func end() { kill(getpid(), SIGKILL) }

    @Test(
      "A process that is killed at any step of a backup leaves the former one, and the next one removes what it left",
      arguments: [BackupStep.copied, .added, .noted, .written])
    func backup(step: BackupStep) async throws {
      let random = try await RandomFolder(seed: 7)
      defer { random.remove() }
      try random.backUp()
      let before = try Data(contentsOf: random.backup)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = random.folder.path(percentEncoded: false) as String, step = step.rawValue as String] in
        try RandomFolder(at: URL(filePath: path)).backUp(step: { if $0.rawValue == step { Self.end() } })
      }
      #expect(try Data(contentsOf: random.backup) == before)
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: random.folder.path(percentEncoded: false)).sorted()
      }
      #expect(try names().filter { !$0.hasPrefix(".") } == ["all.tar", "data"])
      try random.backUp()
      #expect(try names() == ["all.tar", "data"])
    }

    @Test(
      "A process that is killed at any step of a restore leaves whole applications or none, and the next one goes on",
      arguments: [BackupStep.extracted, .checked, .prepared, .placed])
    func restore(step: BackupStep) async throws {
      let random = try await RandomFolder(seed: 8)
      defer { random.remove() }
      try random.backUp()
      let other = random.folder.appending(path: "other")
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = random.folder.path(percentEncoded: false) as String, step = step.rawValue as String] in
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try RandomFolder.restore(folder.appending(path: "all.tar"), into: folder.appending(path: "other")) {
          $0.step = { if $0.rawValue == step { Self.end() } }
        }
      }
      let before = try RandomFolder.content(of: random.data)
      let visible = try FileManager.default.contentsOfDirectory(atPath: other.path(percentEncoded: false))
        .filter { !$0.hasPrefix(".") }
      #expect(visible.isEmpty == (step != .placed))
      let report = try RandomFolder.restore(random.backup, into: other) { $0.existing = .keep }
      #expect(report.left.count == (step == .placed ? 1 : 0))
      #expect(try RandomFolder.content(of: other) == before)
    }

    @Test("A full disk ends a backup and a restore in words, and nothing is left of them")
    func fullDisk() async throws {
      let random = try await RandomFolder(seed: 9)
      defer { random.remove() }
      try random.backUp()
      let before = try Data(contentsOf: random.backup)
      await #expect(processExitsWith: .success) {
        [path = random.folder.path(percentEncoded: false) as String] in
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        // Files of this process can't grow beyond this, as on a full disk.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        func isFull(_ body: () throws -> Void) -> Bool {
          do {
            try body()
            return false
          } catch StoreError.disk { return true } catch { return false }
        }
        #expect(
          isFull { try RandomFolder.restore(folder.appending(path: "all.tar"), into: folder.appending(path: "other")) })
        let backup = FolderBackup(
          DesignFolder(folder.appending(path: "data"), besides: RandomFolder.apps).apps().apps.map { app in
            FolderBackup.Source(app) {
              try Store(
                app.description.model, at: folder.appending(path: "data/\(app.description.name).sqlite"),
                options: app.storeOptions(StoreOptions()))
            }
          }, opened: [], program: "test 1")
        #expect(isFull { _ = try backup.write(to: folder.appending(path: "all.tar")) })
      }
      #expect(try Data(contentsOf: random.backup) == before)
      let other = random.folder.appending(path: "other").path(percentEncoded: false)
      #expect(try FileManager.default.contentsOfDirectory(atPath: other) == [])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: random.folder.path(percentEncoded: false)).sorted() == [
          "all.tar", "data", "other",
        ])
    }
  }
#endif
