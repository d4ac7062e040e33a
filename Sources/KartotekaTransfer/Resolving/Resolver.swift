import KartotekaModel
import KartotekaStore

/// Shows and corrects rejected rows and unresolved references.
///
/// ```swift
/// let resolver = Resolver(store)
/// let groups = try await resolver.groups()
/// let proposals = try await resolver.proposals(for: groups)
/// try await resolver.link(proposals.filter { !$0.value.isGuess }.mapValues(\.record))
/// try await resolver.correct([row.id: ["ShippedDate": "1997-09-30"]])
/// ```
/// Each call is one change set, which also loads the rows that waited for its records. Undoing it opens all of these
/// rows again.
package struct Resolver: Sendable {
  let store: Store
  private let words: Catalogue

  /// Makes a resolver for a store.
  /// - Parameter words: the catalogue with translations of headings.
  package init(_ store: Store, words: Catalogue = Catalogue()) {
    self.store = store
    self.words = words
  }

  // MARK: Reading

  /// The imports, newest first.
  /// - Throws: `StoreError` if the database can't be read, `CancellationError`.
  package func imports(limit: Int = 50) async throws -> [StoredImport] { try await store.storedImports(limit: limit) }

  /// The import with the given number; nil if there is none.
  /// - Throws: `StoreError` if the database can't be read, `CancellationError`.
  package func record(ofImport id: Int64) async throws -> StoredImport? { try await store.storedImports(id).first }

  /// The rejected rows.
  /// - Throws: `StoreError` if the database can't be read, `CancellationError`.
  package func rows(_ which: ReviewRequest = ReviewRequest()) async throws -> ReviewPage {
    var request = which.request(in: store.model)
    // One more than requested shows whether there is another page.
    request.limit = which.limit == .max ? .max : which.limit + 1
    let (rows, total) = try await store.rejectedRows(request)
    let kept = rows.prefix(which.limit)
    return ReviewPage(
      rows: kept.compactMap { ReviewedRow($0, in: store.model) }, total: total,
      next: rows.count > kept.count ? kept.last?.id : nil)
  }

  /// The unresolved references by text, those with the most records and rows first. References to rejected rows come last.
  /// - Throws: `StoreError` if the database can't be read, `CancellationError`.
  package func groups() async throws -> [ReferenceGroup] {
    try await store.unresolvedTexts().compactMap { ReferenceGroup($0, in: store.model) }.sorted { one, other in
      if (one.awaited == nil) != (other.awaited == nil) { return one.awaited == nil }
      let (count, others) = (one.records + one.rows, other.records + other.rows)
      return count == others ? (one.text, one.id) < (other.text, other.id) : count > others
    }
  }

  /// The proposed records by group.
  /// - Throws: `StoreError` if the database can't be read, `CancellationError`.
  package func proposals(for groups: [ReferenceGroup]) async throws -> [ReferenceGroup.ID: Proposal] {
    try await ProposalSearch(store).proposals(for: groups)
  }

  // MARK: Resolving

  /// Sets the references of all uses of texts, and stores the choice for later imports.
  /// - Parameters:
  ///   - choices: the record by the group's number.
  ///   - progress: receives the numbers of completed and of all groups.
  /// - Throws: `StoreError`; nothing is changed then.
  @discardableResult
  package func link(
    _ choices: [ReferenceGroup.ID: RecordID], _ origin: ChangeSet.Origin = .screen,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws -> ResolverReport {
    try await perform(origin) { transaction, rows, report in
      var waiting: Set<Int64> = []
      for (done, (group, record)) in choices.sorted(by: { $0.key < $1.key }).enumerated() {
        guard let text = try transaction.reference(group),
          let entity = transaction.model.entity(named: text.entity),
          let relationship = entity.relationship(text.relationship),
          let target = transaction.model.entity(named: relationship.target)
        else { continue }
        guard try transaction.exists(target, id: record) else {
          throw StoreError.missingTarget(entity: entity.name, field: relationship.name, id: record)
        }
        report.linked += try transaction.link(text, entity, relationship, to: record)
        try transaction.resolve(text.text, of: target, as: record)
        waiting.formUnion(try transaction.rows(waitingFor: group))
        progress(done + 1, choices.count)
      }
      try rows.load(waiting.sorted(), into: &report)
      transaction.name = Phrase("Linked {count} references", ["count": .count(choices.count)])
    }
  }

  /// Corrects rows and loads all rows that can be loaded now, including those that waited. A row with further faults remains
  /// with its corrections.
  /// - Parameter corrections: texts by heading, by the row's number.
  /// - Throws: `StoreError`; nothing is changed then.
  @discardableResult
  package func correct(
    _ corrections: [Int64: [String: String]], _ origin: ChangeSet.Origin = .screen
  ) async throws -> ResolverReport {
    try await perform(origin) { transaction, rows, report in
      try rows.load(corrections.keys.sorted(), corrections, into: &report)
      let loaded = corrections.count - report.left.count
      transaction.name = Phrase("Corrected {count} rows", ["count": .count(loaded > 0 ? loaded : corrections.count)])
    }
  }

  /// Loads the rows that waited for records which exist now.
  /// - Throws: `StoreError`; nothing is changed then.
  @discardableResult
  package func tryAgain(_ origin: ChangeSet.Origin = .screen) async throws -> ResolverReport {
    try await perform(origin) { transaction, rows, report in
      try rows.load(rows.ready(among: nil), into: &report)
      transaction.name = Phrase("Loaded {count} rows", ["count": .count(report.loaded)])
    }
  }

  /// Discards rows without loading them.
  /// - Returns: the change set, whose undo restores them; nil if there are none.
  /// - Throws: `StoreError` if the database can't be written; nothing is changed then.
  @discardableResult
  package func discard(_ rows: [Int64], _ origin: ChangeSet.Origin = .screen) async throws -> Int64? {
    try await store.perform(origin) { try $0.discardRows(rows) }.changeSet
  }

  /// Deletes the rejected rows of an import permanently.
  /// - Returns: the number of rows.
  /// - Throws: `StoreError`.
  @discardableResult
  package func forget(import id: Int64, _ origin: ChangeSet.Origin = .screen) async throws -> Int {
    try await store.perform(origin) { try $0.forgetRows(ofImport: id) }.value
  }

  private func perform(
    _ origin: ChangeSet.Origin,
    _ body: @escaping @Sendable (Transaction, RejectedRowsImport, inout ResolverReport) throws -> Void
  ) async throws -> ResolverReport {
    let words = words
    // Rejected rows come from files, which may contain closed records.
    let outcome = try await store.perform(origin, allowsClosedRecords: true) { transaction in
      try transaction.requireExclusiveTransaction()
      var report = ResolverReport()
      try body(transaction, RejectedRowsImport(transaction, words: words), &report)
      return report
    }
    var report = outcome.value
    report.changeSet = outcome.changeSet
    return report
  }
}

extension RejectedRowsImport {
  /// Loads rows and those that waited for them, and counts them.
  fileprivate func load(
    _ ids: [Int64], _ corrections: [Int64: [String: String]] = [:], into report: inout ResolverReport
  ) throws {
    let (loaded, left) = try run(ids, corrections)
    report.loaded += loaded.count
    report.left += left
  }
}

extension Transaction {
  /// Sets the missing references of records.
  /// - Returns: their number. Records whose relationship can't be changed any more are skipped.
  fileprivate func link(
    _ text: UnresolvedText, _ entity: EntityDescription, _ relationship: RelationshipDescription, to target: RecordID
  ) throws -> Int {
    var linked = 0
    for id in try referrers(of: text.id, entity, relationship) {
      guard relationship.cardinality == .toOne else {
        try link(entity, relationship, of: id, to: target)
        linked += 1
        continue
      }
      guard relationship.writability == .always, var record = try record(entity, id: id) else { continue }
      record[relationship.name] = .integer(target)
      try update(record)
      linked += 1
    }
    return linked
  }
}

/// The result of linking or correcting.
package struct ResolverReport: Sendable, Hashable {
  /// The change set, which can be undone; nil if nothing changed.
  package internal(set) var changeSet: Int64?
  /// The number of records that were linked.
  package internal(set) var linked = 0
  /// The number of rejected rows that were loaded.
  package internal(set) var loaded = 0
  /// The rejected rows that were corrected, or waited for a linked record, and are still not loaded.
  package internal(set) var left: [Int64] = []
}
