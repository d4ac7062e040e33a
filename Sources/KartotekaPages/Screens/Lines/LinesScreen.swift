import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A record and its lines in one form. Each step (a choice, an additional line) submits the complete form and returns it, so
/// that it works without scripts and keeps all input.
struct LinesScreen: Sendable {
  let list: ListScreen
  let model: LinesModel

  var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }
  var items: LineItems { LineItems(screens: screens, model: model) }

  /// The form of a list's records; nil if they have no lines.
  init?(_ list: ListScreen) {
    guard let model = LinesModel(list) else { return nil }
    self.list = list
    self.model = model
  }

  /// The address of the form.
  func action(_ id: RecordID?) -> URLPath {
    let entities = screens.path(of: entity)
    return id.map { entities.appending($0) } ?? entities
  }

  // MARK: Pages

  /// The form for a new record.
  func new(_ request: ScreenRequest) async throws -> ScreenDocument {
    var draft = LinesDraft(.init(record: list.begun(request)), model, request.say)
    try await screens.fill(&draft.owner)
    // Defaults are not input.
    draft.owner = RecordDraft(try await FollowScreen(list: list).begun(draft.owner.record), request.say)
    draft.owner.focus = model.description.fields.first
    return try await page(draft, request)
  }

  /// The form for a stored record.
  func edit(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let stored = try await stored(id) else { throw ScreenFault.noSuchRecord(list) }
    return try await page(LinesDraft(stored, model, request.say), request)
  }

  private func stored(_ id: RecordID?) async throws -> LinesDraft.Stored? {
    guard let id else { return .init(record: AnyRecord(entity)) }
    guard let record = try await screens.store.record(entity, id: id) else { return nil }
    return .init(record: record, lines: try await items.lines(of: id))
  }

  private func page(
    _ draft: LinesDraft, _ request: ScreenRequest, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let form = try await form(draft, request)
    return try await screens.page(
      form.title, for: request, tab: list.tab.path, status: status, hasTwoColumns: false, kind: .lines, sheet: sheet,
      columns: [form])
  }

  // MARK: Submissions

  /// Performs a step, or saves.
  func answer(_ form: SubmittedForm, _ id: RecordID?, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let creation = RelatedCreation(form, screens, of: entity, line: model.line)
    let form = creation?.form ?? form
    let result = try await screens.store.save(
      read: { try await stored(id) }, draft: { LinesDraft(form.settled, over: $0, model, say) },
      prepare: { draft, stored in
        if let document = try await respond(to: form, draft, creation, request) { return document }
        try await check(&draft, over: stored, say)
        return nil
      })
    switch result {
    case .answered(let document): return document
    case .saved(let record, _, let changeSet):
      let path = screens.path(of: entity).appending(record.id ?? 0)
      return .seeOther(path.with(list: request), changeSet: changeSet)
    case .gone: return try await gone(form, request)
    case .invalid(var draft):
      // The field that is wrong gets the focus, which brings it into sight.
      if draft.owner.isValid { draft.focus = draft.lines.firstIndex { !$0.errors.isEmpty } }
      return try await page(draft, request, status: .unprocessableContent)
    case .conflict(let draft, let stored):
      return try await page(try await conflict(draft, stored, say), request, status: .conflict)
    case .refused(var draft, .inPart(_, let place, let reason)):
      if draft.lines.indices.contains(place) {
        draft.lines[place].errors.append(
          StoreRefusal.line(reason, of: model.line, in: screens.description.model, say))
        draft.focus = place
      }
      return try await page(draft, request, status: .conflict)
    case .refused(var draft, let error):
      let (owner, refusal) = try await screens.refused(draft.owner, by: error, say)
      draft.owner = owner
      draft.fault = refusal.fault
      return try await page(draft, request, status: refusal.status())
    }
  }

  // Handles buttons other than Save.
  private func respond(
    to form: SubmittedForm, _ draft: LinesDraft, _ creation: RelatedCreation?, _ request: ScreenRequest
  ) async throws -> ScreenDocument? {
    if let creation { return try await create(creation, draft, request) }
    var draft = draft
    if let pick = RelatedPick(form, screens, of: entity) {
      draft.forgive()
      return try await page(draft, request, sheet: try await sheet(pick, draft, form, request).sheet(request.say))
    }
    let intent = FormMessage(form).intent
    guard intent != .save else { return nil }
    draft.forgive()
    try await draft.take(intent, items, request.say)
    try await screens.fill(&draft.owner, chosenIn: form)
    return try await page(draft, request)
  }

  private func sheet(
    _ pick: RelatedPick, _ draft: LinesDraft, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ChoiceForm {
    let id = draft.owner.record.id
    var sheet = try await pick.sheet(draft.owner, form, action: action(id), request)
    let known = Set(sheet.hidden.map(\.name))
    sheet.hidden += draft.everything.filter { !known.contains($0.name) && $0.name != pick.relationship.name }
    sheet.new = RelatedCreation.offer(pick.relationship, screens, request.say)
    return sheet
  }

  private func create(
    _ creation: RelatedCreation, _ draft: LinesDraft, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var draft = draft
    draft.forgive()
    let hidden = draft.everything
    switch try await creation.answer(request.say) {
    case .sheet(var sheet, let status):
      sheet.action = action(draft.owner.record.id)
      sheet.hidden += FormMessage.carried(hidden)
      return try await page(draft, request, status: status, sheet: sheet.sheet(request.say))
    case .done(let id, let changeSet):
      if !creation.isOfLine { draft.owner.focus = creation.relationship.name }
      if let id, creation.isOfLine {
        if let item = try await items.records([id])[id] { draft.add(item, request.say) }
      } else if let id {
        let before = draft.owner.texts[creation.relationship.name].flatMap { RecordID($0) }
        draft.owner.choose(id, creation.relationship.name)
        try await screens.fill(&draft.owner, from: creation.relationship, before: before)
      }
      var document = try await page(draft, request)
      document.changeSet = changeSet
      return document
    }
  }

  // MARK: Saving

  // Checks the draft before it is saved.
  private func check(_ draft: inout LinesDraft, over stored: LinesDraft.Stored, _ say: Localizer) async throws {
    draft.search = ""
    try await refuseGone(&draft, say)
    if draft.lines.isEmpty, !model.isClosed(stored.record) {
      draft.linesFault = say("Nothing is in it yet: add at least one line, then save.")
    }
    if draft.lines.count > max(RecordWithParts.limit, stored.lines.count) {
      draft.linesFault = say(
        "One card can have at most {count} lines.", ["count": .count(RecordWithParts.limit)])
    }
    if stored.record.id == nil, let fault = model.description.needed?.need.fault(in: draft.owner.record) {
      draft.owner.errors[fault.field] = say(fault.phrase)
    }
  }

  // Refuses lines of deleted items.
  private func refuseGone(_ draft: inout LinesDraft, _ say: Localizer) async throws {
    let there = try await items.records(draft.items)
    for index in draft.lines.indices where draft.lines[index].item(model).flatMap({ there[$0] }) == nil {
      draft.lines[index].errors.append(say("Somebody has deleted this meanwhile. Take the line out."))
    }
  }

  // The draft with concurrent changes.
  private func conflict(
    _ draft: LinesDraft, _ stored: LinesDraft.Stored, _ say: Localizer
  ) async throws -> LinesDraft {
    let clashes = draft.owner.clashes(with: stored.record)
    var met = draft
    met.owner = draft.owner.rebased(onto: stored.record)
    let titles = try await items.records(Set(stored.lines.compactMap { LineDraft($0, model).item(model) }))
      .mapValues { $0.title(in: say) }
    met.meet(stored, titles: titles, say)
    let now = RecordDraft(stored.record, say)
    let related = try await screens.titles(now, say)
    for name in clashes {
      guard let position = entity.position(of: name) else { continue }
      let theirs = related[name] ?? entity.columns[position].display(stored.record.values[position], in: say)
      met.owner.errors[name] = say(
        "In another window this became: {value}", ["value": .text(theirs.isEmpty ? "–" : theirs)])
    }
    met.fault = say("Somebody else saved this meanwhile. What you typed is still here; save again to keep it.")
    return met
  }

  // The record was deleted meanwhile: the input moves to a form for a new record.
  private func gone(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard FormMessage(form).lineVersions != nil else { throw ScreenFault.noSuchRecord(list) }
    var draft = LinesDraft(form, over: .init(record: AnyRecord(entity)), model, request.say)
    draft.owner = RecordDraft(form, over: AnyRecord(entity), request.say)
    draft.fault = request.say(
      "Somebody else has deleted this card meanwhile. Save makes a new one of what you typed.")
    return try await page(draft, request, status: .conflict)
  }
}
