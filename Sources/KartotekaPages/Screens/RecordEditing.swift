import KartotekaModel
import KartotekaStore

/// The subject of a form: a record, or a record with its lines.
protocol EditDraft: Sendable {
  /// The stored version. A new record has no id.
  associatedtype Stored: Sendable

  /// Whether all input is valid.
  var isValid: Bool { get }

  /// Whether a concurrent change can't be merged.
  func conflicts(with stored: Stored) -> Bool

  /// Saves the changes merged with the stored version.
  /// - Throws: ``StoreError/changedMeanwhile(_:)`` if that is no longer current.
  func save(over stored: Stored, in transaction: Transaction) throws -> AnyRecord
}

/// The result of saving a form.
enum EditResult<Draft: EditDraft> {
  /// The form requested something else, or a question must be answered first.
  case answered(ScreenDocument)
  /// Saved: the record, and the change set if anything changed.
  case saved(AnyRecord, Draft, changeSet: Int64?)
  /// The record was deleted.
  case gone
  /// The input is invalid.
  case invalid(Draft)
  /// A concurrent change of the same field.
  case conflict(Draft, Draft.Stored)
  /// The store refused the changes.
  case refused(Draft, StoreError)
}

extension Store {
  /// Saves a form: cards, rows of tables, and records with lines, new or stored.
  ///
  /// Concurrent changes of different fields are merged. If another change is saved between reading and writing, saving starts
  /// again with the current version.
  /// - Parameters:
  ///   - attempts: the maximum number of attempts before ``StoreError/changedMeanwhile(_:)`` is the result.
  ///   - read: reads the stored version; nil if it was deleted.
  ///   - draft: makes the draft from the form.
  ///   - prepare: checks the draft further, or responds without saving.
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
    guard stored.id == nil else {
      return try transaction.update(merged(onto: stored), ifStill: stored.fingerprint)
    }
    let record = try transaction.insert(record)
    if let id = record.id {
      for links in ticked { try links.save(of: id, in: transaction) }
    }
    return record
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
