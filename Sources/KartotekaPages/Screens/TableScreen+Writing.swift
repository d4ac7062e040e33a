import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

// Changes in place.
extension TableScreen {
  /// Adds the record of the row for new records.
  func add(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let result = try await store.save(
      read: { AnyRecord(entity) }, draft: { try await draft(form, over: $0, request.say) })
    switch result {
    case .answered(let document): return document
    case .saved(let record, _, let changeSet):
      return .seeOther(done(record.id, request), changeSet: changeSet)
    case .invalid(let draft): return try await refused(adding: draft, nil, request)
    case .refused(let draft, let error):
      let (draft, refusal) = try await screens.refused(draft, by: error, request.say)
      return try await refused(adding: draft, refusal, request)
    case .gone, .conflict: throw ScreenFault.noSuchRecord(self)
    }
  }

  /// Changes a record.
  ///
  /// Concurrent changes of different fields are merged. For changes of the same field the row is shown with the input and the
  /// stored value; submitting it again overwrites that value.
  func update(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let result = try await store.save(
      read: { try await store.record(entity, id: id) }, draft: { try await draft(form, over: $0, request.say) },
      prepare: { draft, stored in
        guard let label = fixedColumn(form, stored) else { return nil }
        var content = TableContent(state(request))
        content.chosen = draft
        content.chosenFault = request.say(
          "{column} can't be changed any more.", ["column": .phrase(Phrase(label))])
        return try await page(content, request, status: .unprocessableContent)
      })
    switch result {
    case .answered(let document): return document
    case .saved(_, _, let changeSet): return .seeOther(done(id, request), changeSet: changeSet)
    case .gone: return try await gone(form, request)
    case .invalid(let draft): return try await refused(changing: draft, nil, request)
    case .conflict(let draft, let stored): return try await conflict(draft, stored, request)
    case .refused(let draft, let error):
      let (draft, refusal) = try await screens.refused(draft, by: error, request.say)
      return try await refused(changing: draft, refusal, request)
    }
  }

  /// Deletes a record, or asks first if other records are affected.
  func delete(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let record = try await store.record(entity, id: id) else { return try await gone(nil, request) }
    var content = TableContent(state(request))
    content.chosen = RecordDraft(record, request.say)
    if !FormMessage(form).isConfirmed {
      let path = content.state.place(path.appending(id))
      let delete = content.state.place(self.path.appending(id).appending("delete"))
      content.sheet = try await screens.deletionQuestion(
        record, delete: delete, cancel: path, hidden: [], request.say)
      if content.sheet != nil { return try await page(content, request) }
    }
    let neighbour = try await store.neighbour(of: id, in: await self.request(content.state, request))
    do {
      let outcome = try await store.perform(.screen) { [entity] in try $0.delete(entity, id: id) }
      return .seeOther(done(neighbour, request), changeSet: outcome.changeSet)
    } catch StoreError.denied(_, _, let referrers) {
      content.chosenFault = screens.denial(of: record, referrers, request.say)
      content.links = screens.links(to: referrers, of: id, request.say)
      return try await page(content, request, status: .conflict)
    }
  }

  // The table in its state, with a highlighted record.
  private func done(_ id: RecordID?, _ request: ScreenRequest) -> URLPath {
    let path = state(request).address(address)
    return id.map { path.with("near", String($0)) } ?? path
  }

  // MARK: Parsing forms

  private func draft(
    _ form: SubmittedForm, over stored: AnyRecord, _ say: Localizer
  ) async throws -> RecordDraft {
    let form = form.renamed(for: entity)
    let lookup = RelatedLookup(store: store, say: say)
    var related: [String: RelatedLookup.Result] = [:]
    for case .toOne(let relationship) in entity.columns {
      guard let text = form[relationship.name] else { continue }
      related[relationship.name] = try await lookup.find(text, relationship)
    }
    return RecordDraft(form, over: stored, related: related, say)
  }

  // A read-only column in a form is an error.
  private func fixedColumn(_ form: SubmittedForm, _ stored: AnyRecord) -> String? {
    for (index, column) in entity.columns.enumerated() where column.writability != .always {
      if let text = form[column.name], text.trimmingSpaces() != stored.text(at: index) { return column.label }
    }
    return nil
  }

  // MARK: Refusals

  private func refused(
    adding draft: RecordDraft, _ refusal: StoreRefusal?, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var content = TableContent(state(request))
    content.added = draft
    content.addedFault = refusal?.fault ?? draft.lostFault(request.say)
    return try await page(
      content, request, status: refusal?.status(.unprocessableContent) ?? .unprocessableContent)
  }

  private func refused(
    changing draft: RecordDraft, _ refusal: StoreRefusal?, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var content = TableContent(state(request))
    content.chosen = draft
    content.chosenFault = refusal?.fault ?? draft.lostFault(request.say)
    return try await page(
      content, request, status: refusal?.status(.unprocessableContent) ?? .unprocessableContent)
  }

  private func conflict(
    _ draft: RecordDraft, _ stored: AnyRecord, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let clashes = draft.clashes(with: stored)
    var draft = draft.rebased(onto: stored)
    for column in columns where clashes.contains(column.name) {
      let page = try await store.included(stored, column)
      let now = column.cell(of: stored, page, in: request.say)
      draft.errors[column.name] = request.say(
        "Somebody else has changed this to “{value}”. Update again replaces it.",
        ["value": .text(now.number.map { now.text + " · " + $0 } ?? now.text)])
    }
    var content = TableContent(state(request))
    content.chosen = draft
    return try await page(content, request, status: .conflict)
  }

  // The record was deleted: the input moves to the row for a new record.
  private func gone(_ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    var content = TableContent(state(request))
    if let form, FormMessage(form).base != nil {
      var draft = try await draft(form, over: AnyRecord(entity), request.say)
      draft.errors = [:]
      content.added = draft
      content.addedFault = request.say(
        "Somebody else has deleted this meanwhile. Add makes a new one of what you typed.")
    } else {
      content.fault = request.say("Somebody else has deleted this meanwhile.")
    }
    return try await page(content, request, status: .notFound)
  }
}

extension Store {
  /// The included related record of a column.
  fileprivate func included(
    _ record: AnyRecord, _ column: TableScreenColumn
  ) async throws -> [String: [RecordID: AnyRecord]] {
    guard let relationship = column.related, case .integer(let id) = record.values[column.position],
      let target = model.entity(named: relationship.target), let other = try await self.record(target, id: id)
    else { return [:] }
    return [column.name: [id: other]]
  }
}
