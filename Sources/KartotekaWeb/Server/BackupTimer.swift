import Foundation
import Hummingbird
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
    await desk.wait()
  }

  /// Makes the backup if one is due.
  /// - Returns: whether it failed.
  func look(_ desk: BackupDesk) async -> Bool {
    let files = desk.look()
    let (folder, rule) = (desk.folder, desk.state.rule)
    let times = files.filter(\.isOwn).map(\.date)
    guard rule.interval != nil, !folder.isThere || rule.isDue(times, now: now(), in: .current) else {
      return false
    }
    guard site.beginBackup(isTimed: true, now: now) else { return false }
    await desk.wait()
    return desk.state.last?.isFailure == true
  }
}
