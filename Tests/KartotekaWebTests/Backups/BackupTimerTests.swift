import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

@Suite("The timer of backups")
struct BackupTimerTests {
  private static let shelf = """
    {"version":1,"name":"shelf","entities":[{"name":"book","attributes":[{"name":"title","required":true}]}]}
    """

  private final class Clock: Sendable {
    private let date: Mutex<Date>

    init(_ text: String) throws { date = Mutex(try Date(text, strategy: .iso8601)) }

    func move(_ hours: Double) { date.withLock { $0 += hours * 3_600 } }

    var now: @Sendable () -> Date { { self.date.withLock { $0 } } }
  }

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
    let document = try AppDocument(json: Array(shelf.utf8))
    _ = try await site.change(to: document, isDryRun: false) { _ in }
    return site
  }

  @Test("What a restore on the command line sets while the server runs counts, and stays off once it is switched off")
  func restoredElsewhere() async throws {
    try await Self.folder { folder in
      let site = try await Self.site(folder)
      let desk = try #require(site.desk)
      desk.change { $0.last = nil }
      var state = BackupState(in: folder)
      state.rule = BackupRule(days: 5)
      let settings = try #require(BackupSettings(state))
      let isSet = try settings.place(in: folder)
      #expect(isSet && desk.state.rule == BackupRule())
      desk.look()
      #expect(desk.state.rule == BackupRule(days: 5))
      desk.change { $0.last = nil }
      #expect(BackupSettings(of: folder) == settings)
      desk.change { $0.rule = BackupRule() }
      desk.look()
      #expect(desk.state.rule == BackupRule() && BackupSettings(of: folder) == nil)
    }
  }

  @Test("A backup is made once a day, those that the rule lets go are removed, and others stay")
  func daily() async throws {
    try await Self.folder { folder in
      let (site, clock) = (try await Self.site(folder), try Clock("2026-11-28T12:00:00Z"))
      let desk = try #require(site.desk)
      let timer = BackupTimer(site: site, now: clock.now)
      #expect(await !timer.look(desk))
      #expect(desk.folder.files().isEmpty)
      desk.change { $0.rule = BackupRule(days: 3) }
      for day in 1...5 {
        for _ in 1...3 { #expect(await !timer.look(desk)) }
        #expect(desk.folder.files().count == min(day, 3))
        clock.move(24)
      }
      let kept = desk.folder.url.appending(path: "of-a-person.tar")
      try FileManager.default.copyItem(at: try #require(desk.folder.files().last).url, to: kept)
      // A clock that jumps back removes nothing.
      clock.move(-24 * 400)
      #expect(await !timer.look(desk))
      #expect(desk.folder.files().count == 5)
      clock.move(24 * 500)
      #expect(await !timer.look(desk))
      #expect(desk.folder.files().filter(\.isOwn).count == 3)
      #expect(FileManager.default.fileExists(atPath: kept.path(percentEncoded: false)))
    }
  }

  @Test("Two servers on one folder make one backup")
  func two() async throws {
    try await Self.folder { folder in
      let first = try await Self.site(folder)
      let desk = try #require(first.desk)
      desk.change { $0.rule = BackupRule(hours: 2) }
      let second = Site(
        Site.Content(apps: first.apps, unavailable: []), folder: first.folder, options: StoreOptions(), logger: .quiet)
      let clock = try Clock("2026-11-28T12:00:00Z")
      for hour in 1...4 {
        await withTaskGroup { group in
          for site in [first, second] {
            group.addTask {
              guard let desk = site.desk else { return }
              _ = await BackupTimer(site: site, now: clock.now).look(desk)
            }
          }
        }
        #expect(desk.folder.files().count == min(hour, 2))
        clock.move(1)
      }
    }
  }

  @Test("A backup that lacks an application removes none, and neither does a press")
  func partial() async throws {
    try await Self.folder { folder in
      let (site, clock) = (try await Self.site(folder), try Clock("2026-11-28T12:00:00Z"))
      let desk = try #require(site.desk)
      desk.change { $0.rule = BackupRule(days: 1) }
      let timer = BackupTimer(site: site, now: clock.now)
      _ = await timer.look(desk)
      let whole = try #require(desk.folder.files().first)
      let broken = folder.appending(path: "broken.sqlite")
      try Data("no database".utf8).write(to: broken)
      for _ in 1...2 {
        clock.move(24)
        _ = await timer.look(desk)
      }
      #expect(desk.state.last?.isPartial == true)
      #expect(desk.folder.files().count == 3)
      // Of two whole ones the earlier one goes. Those that lack something are not counted.
      try FileManager.default.removeItem(at: broken)
      clock.move(24)
      site.beginBackup(now: clock.now)
      await desk.wait()
      #expect(desk.folder.files().count == 4)
      clock.move(24)
      _ = await timer.look(desk)
      #expect(desk.folder.files().count == 3 && !desk.folder.files().contains { $0.name == whole.name })
    }
  }

  @Test("There is no backup of nothing")
  func nothing() async throws {
    try await Self.folder { folder in
      let site = Site(
        Site.Content(apps: [], unavailable: []), folder: DesignFolder(folder, besides: []), options: StoreOptions(),
        logger: .quiet)
      let desk = try #require(site.desk)
      site.beginBackup()
      await desk.wait()
      #expect(desk.state.last?.isFailure == true)
      #expect(desk.folder.files().isEmpty)
    }
  }

  @Test("A copy of a data folder has backups of its own; a state that can't be read is set aside and told")
  func copied() async throws {
    try await Self.folder { folder in
      let data = folder.appending(path: "data")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: false)
      let site = try await Self.site(data)
      let desk = try #require(site.desk)
      desk.change { $0.rule = BackupRule(days: 2) }
      #expect(BackupState(in: data).id == desk.state.id)
      let copy = folder.appending(path: "copy")
      try FileManager.default.copyItem(at: data, to: copy)
      let other = BackupState(in: copy)
      #expect(other.id != desk.state.id && other.rule == BackupRule(days: 2))
      let file = data.appending(path: "backups.json")
      try Data(#"{"id":"abcdef","rule":{"hours":0,"days":7,"weeks":0,"months":0},"last":{"date":"?"}}"#.utf8).write(
        to: file)
      #expect(BackupState(in: data).rule == BackupRule(days: 7))
      try Data("{".utf8).write(to: file)
      #expect(BackupState(in: data).last?.isFailure == true)
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false) + ".unreadable"))
    }
  }

  @Test("The newest backup is tried once a week; one that lacks records is told")
  func trial() async throws {
    try await Self.folder { folder in
      let (site, clock) = (try await Self.site(folder), try Clock("2026-11-28T12:00:00Z"))
      let desk = try #require(site.desk)
      desk.change { $0.rule = BackupRule(days: 3) }
      let timer = BackupTimer(site: site, now: clock.now)
      _ = await timer.look(desk)
      #expect(desk.state.trial == nil)
      _ = await timer.look(desk)
      let first = try #require(desk.state.trial)
      #expect(!first.isFailure && first.lacks.isEmpty, "\(first)")
      clock.move(24 * 3)
      _ = await timer.look(desk)
      #expect(desk.state.trial?.date == first.date)
      let newest = try #require(desk.folder.files().first)
      // Its first bytes are those of a database, which are changed.
      let bytes = try FileHandle(forUpdating: newest.url)
      try bytes.seek(toOffset: 512 + 5_000)
      try bytes.write(contentsOf: Data(repeating: 7, count: 3_000))
      try bytes.close()
      clock.move(24 * 5)
      desk.change { $0.rule = BackupRule() }
      _ = await timer.look(desk)
      let second = try #require(desk.state.trial)
      #expect(second.isFailure && second.file == newest.name, "\(second)")
      // Nothing is left of it, and no application was made.
      #expect(site.apps.map(\.name) == ["shelf"])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      #expect(!names.contains { $0.hasPrefix(".") })
    }
  }

  @Test("A trial in which the process ends has failed, and one that a stop of the server ends has not")
  func endedTrial() async throws {
    try await Self.folder { folder in
      let site = try await Self.site(folder)
      let desk = try #require(site.desk)
      desk.noteTrial(Date())
      #expect(BackupState(in: folder).trial?.isFailure == true)
      desk.stop()
      #expect(BackupState(in: folder).trial == nil)
      // A trial that was about to begin is none.
      desk.noteTrial(Date())
      #expect(BackupState(in: folder).trial == nil)
    }
  }

  @Test("While one work with backups runs, no second one begins")
  func atOnce() async throws {
    try await Self.folder { folder in
      let site = try await Self.site(folder)
      let desk = try #require(site.desk)
      let isHeld = DispatchSemaphore(value: 0)
      #expect(desk.begin(.trial) { _ in isHeld.wait() })
      #expect(!site.beginBackup() && !site.beginBackup(isTimed: true))
      #expect(!site.beginRestore(folder.appending(path: "none")) { _ in })
      isHeld.signal()
      await desk.wait()
      #expect(site.beginBackup())
      await desk.wait()
      #expect(desk.folder.files().count == 1)
    }
  }
}
