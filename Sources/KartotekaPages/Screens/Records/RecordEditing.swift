import KartotekaModel
import KartotekaStore

/// The subject of a form: a record, or a record with its lines.
protocol EditDraft: Sendable {
  /// The stored version. A new record has no id.
  associatedtype Stored: Sendable

  /// Whether all input is valid.
  var isValid: Bool { get }

  /// The request by which a repeated form of a new record is recognised; nil if each form is saved.
  var repetition: IdempotentRequest? { get }

  /// Whether a concurrent change can't be merged.
  func conflicts(with stored: Stored) -> Bool

  /// Saves the changes merged with the stored version.
  /// - Throws: ``StoreError/changedMeanwhile(_:)`` if that is no longer current.
  func save(over stored: Stored, in transaction: Transaction) throws -> AnyRecord
}

extension EditDraft {
  var repetition: IdempotentRequest? { nil }
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
        let outcome = try await once(draft.repetition) { [draft] in try draft.save(over: stored, in: $0) }
        return .saved(outcome.record, draft, changeSet: outcome.changeSet)
      } catch StoreError.changedMeanwhile where left > 0 {
        continue
      } catch let error as StoreError {
        return .refused(draft, error)
      }
    }
  }
}

extension Store {
  // Saves a form once: a repeated one gets the record of the first, unless that was deleted meanwhile.
  private func once(
    _ request: IdempotentRequest?, _ work: @escaping @Sendable (Transaction) throws -> AnyRecord
  ) async throws -> (record: AnyRecord, changeSet: Int64?) {
    guard let request else {
      let outcome = try await perform(.screen, work)
      return (outcome.value, outcome.changeSet)
    }
    do {
      let outcome = try await IdempotentRequest.$current.withValue(request) {
        try await perform(.screen) { transaction in
          let record = try work(transaction)
          let body = Array("\(record.entity.name) \(record.id ?? 0) \(transaction.changeSet ?? 0)".utf8)
          try transaction.storeResponse(StoredResponse(status: 303, headers: [:], body: body), for: request)
          return record
        }
      }
      return (outcome.value, outcome.changeSet)
    } catch RepeatedRequest.answered(let response) {
      let words = String(decoding: response.body, as: UTF8.self).split(separator: " ")
      if words.count > 1, let entity = model.entity(named: String(words[0])), let id = RecordID(words[1]),
        let record = try await record(entity, id: id)
      {
        // The answer to the first form may not have been read, so that its undo is offered by this one.
        guard let first = words.dropFirst(2).first.flatMap({ Int64($0) }) else { return (record, nil) }
        return (record, try await changeSet(first).flatMap { $0.canBeUndone ? $0.id : nil })
      }
      let outcome = try await perform(.screen, work)
      return (outcome.value, outcome.changeSet)
    }
  }
}

extension RecordDraft: EditDraft {
  var isValid: Bool { errors.isEmpty && lost.isEmpty }

  func conflicts(with stored: AnyRecord) -> Bool { stored.id != nil && !clashes(with: stored).isEmpty }

  func save(over stored: AnyRecord, in transaction: Transaction) throws -> AnyRecord {
    guard stored.id == nil else {
      let record = try transaction.update(merged(onto: stored), ifStill: stored.fingerprint)
      for input in tags ?? [] { try input.save(of: stored.id ?? 0, record.entity, in: transaction) }
      return record
    }
    let record = try transaction.insert(record)
    if let id = record.id {
      for links in ticked { try links.save(of: id, in: transaction) }
      for gallery in galleries { try gallery.save(chosen, of: id, in: transaction) }
      for input in tags ?? [] { try input.save(of: id, record.entity, in: transaction) }
    }
    return record
  }
}

extension LinesDraft: EditDraft {
  var repetition: IdempotentRequest? { owner.repetition }

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
