import KartotekaModel
import KartotekaStore

/// What a form edits, made from what is stored: a record, or a record with its lines.
protocol EditDraft: Sendable {
  /// What is stored. For a new record it is one without an id.
  associatedtype Stored: Sendable

  /// Whether nothing that was typed is wrong.
  var isValid: Bool { get }

  /// Whether somebody saved a change meanwhile that can't be merged with this one.
  func conflicts(with stored: Stored) -> Bool

  /// Saves what was changed here, merged with what is stored.
  /// - Throws: ``StoreError/changedMeanwhile(_:)`` where that is no longer what is stored.
  func save(over stored: Stored, in transaction: Transaction) throws -> AnyRecord
}

/// What came of saving a form.
enum EditResult<Draft: EditDraft> {
  /// The form asked for something else, or a question comes first.
  case answered(ScreenDocument)
  /// It is saved: the record, and the change set, if anything changed.
  case saved(AnyRecord, Draft, changeSet: Int64?)
  /// The record was deleted.
  case gone
  /// What was typed is wrong.
  case invalid(Draft)
  /// Somebody else saved another value of something that was changed here.
  case conflict(Draft, Draft.Stored)
  /// The store refused it.
  case refused(Draft, StoreError)
}

extension Store {
  /// Saves a form: the one way for cards, rows of tables, and records with lines, new or stored.
  ///
  /// Fields that only one of two people changed are merged. Where somebody saves between reading and writing, it begins
  /// again with what is stored then.
  /// - Parameters:
  ///   - attempts: how often it begins before ``StoreError/changedMeanwhile(_:)`` is the result.
  ///   - read: reads what is stored; nil where it was deleted.
  ///   - draft: makes the draft out of the form.
  ///   - prepare: checks more of the draft, or responds without saving.
  func save<Draft: EditDraft>(
    attempts: Int = 3, read: () async throws -> Draft.Stored?, draft: (Draft.Stored) async throws -> Draft,
    prepare: (inout Draft, Draft.Stored) async throws -> ScreenDocument? = { _, _ in nil }
  ) async throws -> EditResult<Draft> {
    var left = attempts
    while true {
      left -= 1
      guard let stored = try await read() else { return .gone }
      var draft = try await draft(stored)
      if let document = try await prepare(&draft, stored) { return .answered(document) }
      guard draft.isValid else { return .invalid(draft) }
      guard !draft.conflicts(with: stored) else { return .conflict(draft, stored) }
      do {
        let outcome = try await perform(.screen) { [draft] in try draft.save(over: stored, in: $0) }
        return .saved(outcome.value, draft, changeSet: outcome.changeSet)
      } catch StoreError.changedMeanwhile where left > 0 {
        continue
      } catch let error as StoreError {
        return .refused(draft, error)
      }
    }
  }
}

extension RecordDraft: EditDraft {
  var isValid: Bool { errors.isEmpty }

  func conflicts(with stored: AnyRecord) -> Bool { stored.id != nil && !clashes(with: stored).isEmpty }

  func save(over stored: AnyRecord, in transaction: Transaction) throws -> AnyRecord {
    stored.id == nil
      ? try transaction.insert(record) : try transaction.update(merged(onto: stored), ifStill: stored.fingerprint)
  }
}

extension LinesDraft: EditDraft {
  var isValid: Bool { owner.isValid && linesFault == nil && lines.allSatisfy(\.errors.isEmpty) }

  func conflicts(with stored: Stored) -> Bool {
    stored.record.id != nil && (versions != stored.versions || owner.conflicts(with: stored.record))
  }

  func save(over stored: Stored, in transaction: Transaction) throws -> AnyRecord {
    try stored.check(in: transaction, model)
    let isNew = stored.record.id == nil
    let whole = RecordWithParts(
      isNew ? owner.record : owner.merged(onto: stored.record),
      parts: model.isClosed(stored.record) ? [:] : [model.relationship.name: lines.map(\.record)])
    return try transaction.save(whole, ifStill: isNew ? nil : stored.record.fingerprint)
  }
}
