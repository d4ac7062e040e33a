import KartotekaModel
import KartotekaStore

// Refusals of what is there already lead to the record that has it.
extension AppScreens {
  /// The draft with the store's refusal, as ``RecordDraft/refused(by:_:_:)`` says it, and with the way to the record that
  /// has the same where one of a kind was wanted.
  func refused(
    _ draft: RecordDraft, by error: StoreError, _ say: Localizer
  ) async throws -> (RecordDraft, String?)? {
    let entity = draft.record.entity
    guard let refusal = draft.refused(by: error, entity, say) else { return nil }
    var refused = refusal.0
    let fault = refusal.1
    let fields: [String]
    switch error {
    case .notUnique(entity.name, let field): fields = [field]
    case .notUniqueTogether(entity.name, let names): fields = names
    default: return (refused, fault)
    }
    guard let first = fields.first, let other = try await twin(of: draft.record, fields) else {
      return (refused, fault)
    }
    let title = try await title(of: other, say)
    // "Portugal is there already" where that is what the record is known by.
    if fields == entity.titleAttributes.map(\.name) {
      refused.errors[first] = say("{title} is there already", ["title": .text(title)])
    }
    if screen(of: entity) != nil {
      let href = path(of: entity).appending(other.id ?? 0)
      refused.links[first] = (say("Open {title}", ["title": .text(title)]), href)
    }
    return (refused, fault)
  }

  // The other record with the same values.
  private func twin(of record: AnyRecord, _ fields: [String]) async throws -> AnyRecord? {
    guard fields.allSatisfy({ record.entity.position(of: $0) != nil }) else { return nil }
    var record = record
    record.fillFollowing()
    var request = AnyFetchRequest(record.entity.name)
    request.readsBlobs = false
    request.limit = 2
    request.predicate = .all(fields.map { .compare($0, .eq, [record[$0]]) })
    return try await store.fetch(request).records.first { $0.id != record.id }
  }
}
