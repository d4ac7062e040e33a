import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaStore

// What can be saved of damaged backups.
extension Site {
  /// Begins to read all applications of a backup, and says afterwards what can be saved of the damaged ones. Nothing is restored.
  /// - Returns: whether it was begun: no other work with backups runs.
  @discardableResult
  package func beginSalvagePlan(_ file: BackupFile, now: @escaping @Sendable () -> Date = { Date() }) -> Bool {
    guard let desk else { return false }
    return desk.begin(.trial) { [self] report in
      var outcome: BackupState.Outcome
      do {
        let archive = try BackupArchive(file.url)
        // The files, and of the largest one what is saved, and the two copies in which a lost page and the schema are made anew.
        let largest = archive.entries.map(\.size).max() ?? 0
        let size = archive.entries.reduce(Int64(0)) { $0.addingClamped($1.size) }
        guard
          BackupFolder.hasRoom(
            for: size.addingClamped(largest).addingClamped(largest).addingClamped(largest), at: desk.data)
        else {
          throw BackupError.noRoom
        }
        var restore = FolderRestore(archive, apps: codeApps + [.people])
        (restore.salvages, restore.isPlan, restore.existing) = (true, true, .replace)
        restore.kinds = [.code, .designed]
        // Applications in code that another program has are of no use here.
        let known = Set(codeApps.map(\.description.name))
        restore.only = archive.entries.filter { $0.kind == .designed || known.contains($0.name) }.map(\.name)
        restore.progress = Self.keepingRoom(at: desk.data, report)
        let plan = restore.only.isEmpty ? FolderRestore.Report() : try restore.run(into: desk.data)
        outcome = Self.outcome(ofPlan: plan, archive.faults, now())
      } catch is CancellationError {
        return
      } catch {
        outcome = Self.failure("The trial failed: {reason}", error, now())
      }
      outcome.file = file.name
      desk.log(outcome)
      desk.change { $0.other = outcome }
    }
  }

  /// A report of progress that ends the work before the disk of a folder is full: what a damaged database says that it has may be more
  /// than it is.
  static func keepingRoom(
    at folder: URL, _ report: @escaping @Sendable (String, Double) throws -> Void
  ) -> (String, Double) throws -> Void {
    { app, share in
      try report(app, share)
      guard BackupFolder.hasRoom(for: 0, at: folder) else { throw BackupError.noRoom }
    }
  }

  private static func outcome(
    ofPlan plan: FolderRestore.Report, _ faults: [Phrase], _ date: Date
  ) -> BackupState.Outcome {
    let names = plan.salvaged.map(\.title).joined(separator: ", ")
    let lost = (faults + plan.lost.filter { !faults.contains($0) }).map {
      Phrase("Not restored: {reason}", ["reason": .phrase($0)])
    }
    let parts = plan.salvaged.flatMap { $0.report.phrases(of: $0.title, $0.model) }
    let says: Phrase =
      names.isEmpty
      ? "No application in it is damaged in a way that something could be saved"
      : Phrase("Damaged, and can be saved in part: {names}", ["names": .text(names)])
    return BackupState.Outcome(
      date: date, says: says,
      remedy: names.isEmpty ? nil : "Choose “Save what can be read of damaged ones” on the page of the backup.",
      isFailure: !names.isEmpty, lacks: parts + lost, file: nil)
  }
}
