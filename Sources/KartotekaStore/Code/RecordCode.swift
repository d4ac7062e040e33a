import KartotekaModel

/// A function of the application that the store calls when a record of an entity is written.
package struct RecordCode: Sendable {
  /// The moment of the call, within the transaction.
  package enum Moment: Sendable {
    /// Before the record's values are checked; the function may change them.
    case beforeSaving
    /// After the values were checked, before the record is written.
    case check
    /// After the record was written.
    case afterSaving
    /// Before the record is deleted.
    case beforeDeleting
    /// After the record was deleted.
    case afterDeleting
  }

  package let entity: String
  package let moment: Moment
  let body: @Sendable (inout PendingChange) throws -> Void

  package init(
    _ entity: String, _ moment: Moment, _ body: @escaping @Sendable (inout PendingChange) throws -> Void
  ) {
    (self.entity, self.moment, self.body) = (entity, moment, body)
  }
}

/// The change of a record that code of the application looks at.
package struct PendingChange {
  /// The record as it is to be stored; of a deletion, the deleted one.
  package var record: AnyRecord
  /// The record as it was; nil for a new one.
  package let before: AnyRecord?
  package let transaction: Transaction
}

extension Transaction {
  /// Code that saves records whose code saves records is stopped at this depth.
  private static let deepest = 32

  /// Whether the application has code for records of an entity, so that each of them is written singly.
  package func hasCode(_ entity: EntityDescription) -> Bool { mapping.code[entity.name] != nil }

  /// Runs the functions of a moment one after the other.
  /// - Throws: what a function throws.
  func run(_ moment: RecordCode.Moment, _ change: inout PendingChange) throws {
    // An undo restores what code did, and must not repeat it.
    guard log.undoes == nil, let code = mapping.code[change.record.entity.name] else { return }
    guard depth < Self.deepest else {
      throw StoreError.refused(
        Phrase(
          "The code of {entity} saves records without end.", ["entity": .text(change.record.entity.name)]))
    }
    depth += 1
    defer { depth -= 1 }
    for function in code where function.moment == moment { try Self.translating { try function.body(&change) } }
  }

  /// Runs the rules of a record and collects their faults.
  /// - Throws: ``StoreError`` `.invalid` with the faults of all rules, `.refused`.
  package func checkRules(of record: AnyRecord, over before: AnyRecord?) throws {
    guard let code = mapping.code[record.entity.name] else { return }
    var change = PendingChange(record: record, before: before, transaction: self)
    var faults: [FieldFault] = []
    for function in code where function.moment == .check {
      do { try function.body(&change) } catch let fault as FieldFault { faults.append(fault) }
    }
    guard faults.isEmpty else { throw StoreError.invalid(faults) }
  }

  /// Runs the rules of the records that an undo, or the trash, has restored. Its reason names the record.
  /// - Throws: ``StoreError`` `.cannotUndo` with the first reason; ``UndoFault`` with all of them if that is wanted.
  func checkRulesAfterUndo(collecting isCollecting: Bool = false) throws {
    guard let changeSet = log.changeSet else { return }
    var reasons: [UndoKey: Phrase] = [:]
    for name in mapping.code.keys.sorted() {
      guard let entity = model.entity(named: name) else { continue }
      let rows = try RawStatement(
        "SELECT DISTINCT record FROM kartoteka_changes WHERE deed = ? AND entity = +? AND after IS NOT NULL ORDER BY record",
        in: database)
      rows.bind([.integer(changeSet), .text(entity.table)])
      defer { rows.reset() }
      while try rows.step() {
        let id = rows.integer(column: 0)
        do { try checkRulesAfterUndo(of: entity, id) } catch StoreError.cannotUndo(let reason) where isCollecting {
          reasons[UndoKey(table: entity.table, id: id)] = reason
        }
      }
    }
    if !reasons.isEmpty { throw UndoFault(reasons: reasons) }
  }

  /// Runs the rules of a record that an undo, or the trash, has restored; of one that is gone there are none.
  func checkRulesAfterUndo(of entity: EntityDescription, _ id: RecordID) throws {
    guard let record = try record(entity, id: id) else { return }
    do {
      try checkRules(of: record, over: nil)
    } catch StoreError.invalid(let faults) {
      guard let fault = faults.first else { return }
      throw StoreError.cannotUndo(
        Phrase("{title}: {reason}", ["title": record.titleArgument, "reason": .phrase(fault.phrase)]))
    } catch StoreError.refused(let reason) {
      throw StoreError.cannotUndo(
        Phrase("{title}: {reason}", ["title": record.titleArgument, "reason": .phrase(reason)]))
    }
  }

  private static func translating(_ body: () throws -> Void) throws {
    do { try body() } catch let fault as FieldFault { throw StoreError.invalid([fault]) }
  }
}
