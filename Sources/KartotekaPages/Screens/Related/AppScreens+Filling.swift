import KartotekaHTML
import KartotekaModel
import KartotekaStore

// Values that a form copies from a chosen related record, such as an order's address from its customer.
extension AppScreens {
  /// Fills fields without input, and those filled from the previously chosen record.
  func fill(_ draft: inout RecordDraft, from relationship: RelationshipDescription, before: RecordID?) async throws {
    let fields = draft.record.entity.filledTogether(by: relationship.name)
    guard !fields.isEmpty, case .integer(let id) = draft.record[relationship.name], id != before,
      let target = description.model.entity(named: relationship.target),
      let now = try await store.record(target, id: id)
    else { return }
    let values = draft.record.values
    let isEmpty = fields.allSatisfy { values[$0.position].isNull }
    if !isEmpty {
      guard let before, let old = try await store.record(target, id: before),
        fields.allSatisfy({ values[$0.position] == old[$0.source] })
      else { return }
    }
    for (position, source) in fields { draft.take(now[source], at: position) }
  }

  /// Fills a draft from its initial related records.
  func fill(_ draft: inout RecordDraft) async throws {
    for relationship in draft.record.entity.relationships {
      try await fill(&draft, from: relationship, before: nil)
    }
  }

  /// Fills a draft from a record that was chosen in a sheet.
  func fill(_ draft: inout RecordDraft, chosenIn form: SubmittedForm) async throws {
    let message = FormMessage(form)
    guard let name = message.choosing, let relationship = draft.record.entity.relationship(name) else { return }
    try await fill(&draft, from: relationship, before: message.chosenBefore.flatMap { RecordID($0) })
  }
}
