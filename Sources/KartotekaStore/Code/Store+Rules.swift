import KartotekaModel

extension Store {
  /// The refusal of a record that is not saved by the application's rules; nil for none. Nothing is written.
  /// - Throws: ``StoreError`` where the rules can't be checked.
  package func refusal(byRulesOf record: AnyRecord, over before: AnyRecord?) async throws -> StoreError? {
    do {
      guard mapping.code[record.entity.name]?.contains(where: { $0.moment == .beforeSaving }) == true else {
        // Rules read only, so that nobody waits for the lock.
        try await tryOut(as: .code) {
          try $0.checkRules(of: record, over: before)
          // Of the records that lead to it those that are typed are not known here.
          try $0.checkFormulas(ofDraft: DraftRows(record), withoutOthers: true, asksNeeds: false)
        }
        return nil
      }
      _ = try await perform(.code) { transaction in
        var change = PendingChange(record: record, before: before, transaction: transaction)
        try transaction.run(.beforeSaving, &change)
        try transaction.checkRules(of: change.record, over: before)
        try transaction.checkFormulas(ofDraft: DraftRows(change.record), withoutOthers: true, asksNeeds: false)
        // Changes that the code has written are rolled back.
        throw Rehearsal()
      }
      return nil
    } catch is Rehearsal {
      return nil
    } catch let error as StoreError {
      switch error {
      case .invalid, .refused: return error
      default: throw error
      }
    }
  }

  private struct Rehearsal: Error {}
}
