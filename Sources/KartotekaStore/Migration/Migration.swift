import Foundation
import KartotekaModel

/// Brings a database up to date whose model has changed, in one transaction: all of it is done, or nothing.
///
/// The effect of a model's change is computed first (``MigrationPlan``). If records stand in its way, nothing is done.
/// Otherwise the file is copied before, under the write lock.
struct Migration {
  let mapping: ModelMapping
  /// The platform's own tables.
  let tables: [(name: String, statements: [String])]
  /// The file; nil for a database in memory.
  let url: URL?
  /// Whether a copy of the file is made before it is changed. A local copy of a primary database gets none.
  var makesCopy = true
  /// The migration steps in code.
  let steps: [MigrationStep]
  /// The use of the description in the file.
  let description: DescriptionUse
  /// Whether a change set of several transactions is still being made, by whichever process or server.
  let isRunning: (UnfinishedChangeSet) throws -> Bool
  /// Receives the plan before anything is changed.
  let announce: (MigrationPlan) -> Void
  /// Receives a warning for each object of another program that no longer fits.
  let warn: (String) -> Void

  func run(_ database: SQLConnection) throws {
    let dependents = DependentSchema(mapping: mapping)
    guard try isDue(dependents, database) else { return }
    var copy: URL?
    do {
      try database.withoutForeignKeys {
        try database.inTransaction(.immediate) {
          // Checked again under the write lock.
          try description.check(database)
          let work = try work(database)
          let interrupted = try interrupted(by: work, in: database)
          if !work.plan.isEmpty { announce(work.plan) }
          if !work.isEmpty {
            copy = try (makesCopy ? url : nil).map { try DatabaseCopy.make($0, with: mapping.packedBlobs) }
          }
          try run(work, dependents, database)
          // The log says now that any record may have changed: these are still as they were added.
          for changeSet in interrupted { try ChangeLog.append(bulkChangeSet: changeSet, in: database) }
          return .commit
        }
      }
    } catch {
      // Nothing was changed, and the copy is of nothing that is gone.
      if let copy { try? FileManager.default.removeItem(at: copy) }
      throw error
    }
  }

  /// The change sets that were interrupted and whose ranges of records nobody has changed since. The next store takes them back.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.changeSetRuns`: its process would write what the tables no longer
  ///   mean; with `.changeSetInterrupted` where it could not be taken back by the new model.
  private func interrupted(by work: MigrationWork, in database: SQLConnection) throws -> [Int64] {
    // An older file may lack the table.
    guard try database.hasTable(MetaTable.unfinished) else { return [] }
    let path = url?.path(percentEncoded: false) ?? ""
    var intact: [Int64] = []
    for unfinished in try UnfinishedChangeSet.readAll(in: database) {
      let id = unfinished.changeSet
      func name() throws -> Phrase { try UndoLog.changeSet(id, in: database)?.name ?? UndoLog.unnamed }
      if try isRunning(unfinished) { throw StoreError.unusable(path: path, problem: .changeSetRuns(try name())) }
      if try work.keeps(fromBeingTakenBack: id, in: database) {
        throw StoreError.unusable(path: path, problem: .changeSetInterrupted(try name()))
      }
      guard let end = try ChangeLog.end(ofBulkChangeSet: id, in: database),
        try !ChangeLog.hasChanges(ofRangesOf: id, after: end, in: database)
      else { continue }
      intact.append(id)
    }
    return intact
  }

  private func isDue(_ dependents: DependentSchema, _ database: SQLConnection) throws -> Bool {
    let work = try work(database)
    var noted = try StoredModel(in: database)
    // A file of an earlier version can still be read where nothing can be noted.
    if database.isReadOnly, noted?.names == nil { noted?.names = work.noted.names }
    return try description.isChange || !work.isEmpty || dependents.hasChanged(in: database) || noted != work.noted
  }

  /// The work that is due.
  /// - Throws: ``StoreError/unusable(path:problem:)`` with `.cannotMigrate`.
  private func work(_ database: SQLConnection) throws -> MigrationWork {
    let pending = try pendingSteps(database)
    var work = try MigrationPlanner(mapping.model, database, steps: pending).work()
    guard work.plan.obstacles.isEmpty else {
      let path = url?.path(percentEncoded: false) ?? ""
      throw StoreError.unusable(path: path, problem: .cannotMigrate(work.plan.obstacles))
    }
    let existing = try Schema.tables(in: database)
    work.steps = pending
    work.plan.changes += work.steps.map { .runStep($0.name) }
    work.newTables += tables.filter { !existing.contains($0.name) }.flatMap(\.statements)
    return work
  }

  private func pendingSteps(_ database: SQLConnection) throws -> [MigrationStep] {
    if steps.isEmpty { return [] }
    let done = try StepLog(database: database).names()
    return steps.filter { !done.contains($0.name) }
  }

  private func run(_ work: MigrationWork, _ dependents: DependentSchema, _ database: SQLConnection) throws {
    let isRemade = try work.changesRecords || dependents.hasChanged(in: database)
    if isRemade { try dependents.drop(in: database) }
    try work.run(in: database, warn: warn)
    if isRemade { try dependents.make(in: database) }
    if !work.steps.isEmpty {
      try run(work.steps, database)
      // Sort keys and indices include the changes of the steps.
      try dependents.drop(in: database)
      try dependents.make(in: database)
    }
    try work.noted.note(in: database)
    try description.note(in: database)
  }

  private func run(_ steps: [MigrationStep], _ database: SQLConnection) throws {
    for step in steps {
      let transaction = Transaction(database, mapping, origin: .code)
      try step.body(MigrationContext(transaction: transaction, database: database))
      try transaction.settlePlaces()
      try transaction.log.finish()
    }
    let log = StepLog(database: database)
    try log.note(log.names().union(steps.map(\.name)))
  }
}

extension Store {
  /// The migration that opening a file would perform. Nothing is changed.
  /// - Parameter steps: the steps that need code.
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
        let done = try StepLog(database: database).names()
        let pending = steps.filter { !done.contains($0.name) }
        var plan = try MigrationPlanner(model, database, steps: pending).work().plan
        plan.changes += pending.map { .runStep($0.name) }
        return plan
      }
    }
  }
}
