import Hummingbird
import KartotekaModel
import KartotekaStore

// Adding, changing and deleting in place.
extension TableScreen {
  /// Adds what the row for a new record sent.
  func add(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> Response {
    let draft = try await draft(form, over: AnyRecord(entity), request.say)
    guard draft.errors.isEmpty else { return try await refused(adding: draft, nil, request) }
    do {
      let outcome = try await store.perform(.screen) { try $0.insert(draft.record) }
      return .seeOther(done(outcome.value.id, request), deed: outcome.deed, of: screens.app)
    } catch let error as StoreError {
      guard let (draft, fault) = try await screens.refused(draft, by: error, request.say) else { throw error }
      return try await refused(adding: named(draft, error, request.say), fault, request)
    }
  }

  /// Changes a record as its row says.
  ///
  /// What only one of two people changed is merged; where both changed the same, the row comes back with what was
  /// typed and what is stored now, and sent again it replaces that.
  /// - Parameter tries: how often it is tried when somebody else saves in the same moment.
  func update(
    _ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest, tries: Int = 3
  ) async throws -> Response {
    guard let stored = try await store.record(entity, id: id) else { return try await gone(form, request) }
    let draft = try await draft(form, over: stored, request.say)
    if let label = fixedColumn(form, stored) {
      let column = Phrase.Argument.phrase(Phrase(label))
      return try await refused(
        changing: draft, request.say("{column} can't be changed any more.", ["column": column]), request)
    }
    guard draft.errors.isEmpty else { return try await refused(changing: draft, nil, request) }
    let clashes = draft.clashes(with: stored)
    guard clashes.isEmpty else { return try await conflict(form, stored, clashes, request) }
    do {
      let outcome = try await store.perform(.screen) {
        try $0.update(draft.merged(onto: stored), ifStill: stored.fingerprint)
      }
      return .seeOther(done(id, request), deed: outcome.deed, of: screens.app)
    } catch StoreError.changedMeanwhile where tries > 1 {
      // Saved by somebody else in this very moment: look again.
      return try await update(id, form, request, tries: tries - 1)
    } catch let error as StoreError {
      guard let (draft, fault) = try await screens.refused(draft, by: error, request.say) else { throw error }
      return try await refused(changing: named(draft, error, request.say), fault, request)
    }
  }

  /// Deletes a record, or asks first where others go with it.
  func delete(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> Response {
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
    let neighbour = try await store.neighbour(of: id, in: self.request(content.state, request))
    do {
      let outcome = try await store.perform(.screen) { [entity] in try $0.delete(entity, id: id) }
      return .seeOther(done(neighbour, request), deed: outcome.deed, of: screens.app)
    } catch StoreError.denied(_, _, let referrers) {
      content.chosenFault = screens.denial(of: record, referrers, request.say)
      content.links = screens.links(to: referrers, of: id, request.say)
      return try await page(content, request, status: .conflict)
    }
  }

  // The table as it was, at a record that stands out for a moment.
  private func done(_ id: RecordID?, _ request: ScreenRequest) -> URLPath {
    let path = state(request).address(address)
    return id.map { path.with("near", String($0)) } ?? path
  }

  // MARK: Reading forms

  private func draft(
    _ form: SubmittedForm, over stored: AnyRecord, _ say: Localizer
  ) async throws -> RecordDraft {
    let lookup = RelatedLookup(store: store, say: say)
    var related: [String: RelatedLookup.Result] = [:]
    for case .toOne(let relationship) in entity.columns {
      guard let text = form[relationship.name] else { continue }
      related[relationship.name] = try await lookup.find(text, relationship)
    }
    return RecordDraft(form, over: stored, related: related, say)
  }

  // A column that a form changes although nobody may: it is said and not passed over.
  private func fixedColumn(_ form: SubmittedForm, _ stored: AnyRecord) -> String? {
    for (index, column) in entity.columns.enumerated() where column.writability != .always {
      if let text = form[column.name], text.trimmingSpaces() != stored.text(at: index) { return column.label }
    }
    return nil
  }

  // MARK: Refusals

  // An unknown related record is said in the words for such records.
  private func named(_ draft: RecordDraft, _ error: StoreError, _ say: Localizer) -> RecordDraft {
    guard case .missingTarget(_, let field, let id) = error,
      let target = entity.relationship(field).flatMap({ store.model.entity(named: $0.target) })
    else { return draft }
    var draft = draft
    draft.errors[field] = say.noSuchRecord(id, target.nouns)
    return draft
  }

  private func refused(
    adding draft: RecordDraft, _ fault: String?, _ request: ScreenRequest
  ) async throws -> Response {
    var content = TableContent(state(request))
    content.added = draft
    content.addedFault = fault
    return try await page(content, request, status: .unprocessableContent)
  }

  private func refused(
    changing draft: RecordDraft, _ fault: String?, _ request: ScreenRequest
  ) async throws -> Response {
    var content = TableContent(state(request))
    content.chosen = draft
    content.chosenFault = fault
    return try await page(content, request, status: .unprocessableContent)
  }

  private func conflict(
    _ form: SubmittedForm, _ stored: AnyRecord, _ clashes: [String], _ request: ScreenRequest
  ) async throws -> Response {
    // The same texts over what is stored now, so that sending them again is meant.
    var form = form
    form.rebase(onto: stored)
    var draft = try await draft(form, over: stored, request.say)
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

  // What was typed goes into the row for a new record, so that nothing of it is lost.
  private func gone(_ form: SubmittedForm?, _ request: ScreenRequest) async throws -> Response {
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
  /// The related record that a column shows, as a page of rows brings it along.
  fileprivate func included(
    _ record: AnyRecord, _ column: TableScreenColumn
  ) async throws -> [String: [RecordID: AnyRecord]] {
    guard let relationship = column.related, case .integer(let id) = record.values[column.position],
      let target = model.entity(named: relationship.target), let other = try await self.record(target, id: id)
    else { return [:] }
    return [column.name: [id: other]]
  }
}
