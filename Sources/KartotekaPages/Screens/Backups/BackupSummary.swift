import Foundation
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

/// The first screen's summary of backups: the last one, its size, and faults.
struct BackupSummary: Sendable {
  private let state: BackupState
  private let now: Date
  /// Whether the person is an administrator, who sees the state of the backups.
  private let isAdmitted: Bool

  /// - Returns: nil where there are no backups on screens.
  init?(_ site: SiteReference, _ administrator: Administrator?, for call: ScreenCall, now: Date = Date()) {
    guard let desk = try? site.site.desk else { return nil }
    isAdmitted =
      call.asked.isOnThisMachine || call.context.asker.hasPeople
      || BackupsScreen.session(in: call.request).map { desk.isSession($0, of: administrator) } == true
    // The folder may be on a disk that does not answer. The stored state is enough here.
    (state, self.now) = (desk.state, now)
  }

  /// The row that leads to the backups.
  func row(_ say: Localizer) -> LinkRow {
    guard isAdmitted else {
      return LinkRow(
        title: say("Backups"), detail: say("For the administrator"), symbol: .box, href: BackupsScreen.path)
    }
    let last =
      state.newest.map {
        say(
          "The last one: {date}, {size}",
          ["date": .text(DateText.long($0.date, in: say)), "size": .text(SizeText.short($0.size, say))])
      } ?? say("There are no backups yet.")
    return LinkRow(
      title: say(problem ?? "Backups"), detail: last, symbol: problem == nil ? .box : .alert, href: BackupsScreen.path,
      isDangerous: problem != nil)
  }

  private var problem: Phrase? {
    if state.last?.isFailure == true { return "The last backup failed" }
    if state.last?.isPartial == true { return "The last backup lacks something" }
    if state.trial?.isFailure == true { return "The last backup could not be restored in a trial" }
    if state.storage != nil, state.copy?.isFailure == true {
      return "The last backup could not be copied to the storage"
    }
    if state.rule.interval != nil, state.isGone { return BackupError.folderGone.phrase }
    let times = state.newest.map { [$0.date] } ?? []
    return state.rule.isOverdue(times, now: now) ? "The last backup is older than it should be" : nil
  }
}
