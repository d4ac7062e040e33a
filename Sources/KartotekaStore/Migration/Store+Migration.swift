import Foundation
import GRDB
import KartotekaModel

extension Store {
  /// The migration that opening a file would perform. Nothing is changed.
  /// - Parameter steps: what only code can do.
  /// - Returns: the plan, with the records that stand in its way; nil where there is no file yet.
  /// - Throws: ``StoreError/unusable(path:problem:)`` for a file that can't be opened for another reason.
  package static func migration(of model: ModelDescription, at url: URL, steps: [MigrationStep] = []) throws
    -> MigrationPlan?
  {
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return nil }
    try Schema.inspect(at: url, for: model)
    return try DatabaseCopy.translating(url) {
      try DatabaseCopy.glance(at: url).read { database in
        if try Schema.tables(in: database).isEmpty { return nil }
        var plan = try MigrationPlanner(model, database).work().plan
        let done = try StepLog(database: database).names()
        plan.changes += steps.filter { !done.contains($0.name) }.map { .runStep($0.name) }
        return plan
      }
    }
  }
}
