import Foundation
import Hummingbird
import KartotekaApplication
import KartotekaHTTP
import ServiceLifecycle

/// Begins backups when they are due.
struct BackupTimer: Service, CustomStringConvertible {
  let site: Site
  var now: @Sendable () -> Date = { Date() }
  /// The delay of the first look after the start, so that it does not slow the start.
  var delay = Duration.seconds(30)
  /// The interval of looks.
  var interval = Duration.seconds(60)
  /// The number of looks that are left out after a failure.
  var patience = 15
  /// The service group logs its services. The default description would contain all applications.
  var description: String { "backups" }

  /// Looks until the server shuts down, and ends the work that runs then.
  func run() async throws {
    guard let desk = site.desk else { return }
    try? await cancelWhenGracefulShutdown {
      try await Task.sleep(for: delay)
      while true {
        let isFailed = await look(desk)
        for _ in 0..<(isFailed ? patience : 1) { try await Task.sleep(for: interval) }
      }
    }
    desk.stop()
    // A disk that does not answer is not waited for. Half-written files are removed at the next start.
    for _ in 0..<50 where desk.running != nil { try? await Task.sleep(for: .milliseconds(100)) }
  }

  /// Makes the backup if one is due, tries the newest one if none was tried for a week, and copies it to the storage.
  /// - Returns: whether the backup failed.
  func look(_ desk: BackupDesk) async -> Bool {
    // If the disk does not answer, the backup reports it.
    let found = await desk.lookInTime(now: now())
    let files = found?.files ?? []
    if let newest = BackupFolder.newest(files, now: now()), isTrialDue(desk.state.trial) {
      site.beginTrial(newest, now: now)
      await desk.wait()
    }
    let isFailed = await backUp(desk, files, isThere: found?.isThere == true)
    let now = now()
    if let file = site.backupToCopy(await desk.lookInTime(now: now)?.files ?? [], now: now) {
      site.beginCopy(file, now: self.now)
      await desk.wait()
    } else if desk.state.storage != nil, desk.stored == nil {
      site.beginStorageLook(isAsked: false)
      await desk.wait()
    }
    return isFailed
  }

  private func backUp(_ desk: BackupDesk, _ files: [BackupFile], isThere: Bool) async -> Bool {
    let rule = desk.state.rule
    let times = files.filter(\.isOwn).map(\.date)
    guard rule.interval != nil, !isThere || rule.isDue(times, now: now(), in: .current) else {
      return false
    }
    guard site.beginBackup(isTimed: true, now: now) else { return false }
    await desk.wait()
    return desk.state.last?.isFailure == true
  }

  // A time to come is one of a clock that was set back.
  private func isTrialDue(_ last: BackupState.Outcome?) -> Bool {
    guard let last else { return true }
    return now().timeIntervalSince(last.date).magnitude > Self.week
  }

  private static let week = 7 * 86_400.0
}
