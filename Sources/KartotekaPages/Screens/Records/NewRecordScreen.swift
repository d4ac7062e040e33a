import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A new record: a sheet above the list or record where it was opened.
struct NewRecordScreen: Sendable {
  let list: ListScreen

  private var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }

  /// The sheet with the default values.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    var draft = RecordDraft(list.begun(request), request.say)
    try await screens.fill(&draft)
    // Defaults are not input.
    draft = RecordDraft(try await FollowScreen(list: list).begun(draft.record), request.say)
    draft.ticked = NewLinks.all(list)
    list.takeTags(&draft, request.say)
    return try await page(draft, request)
  }

  /// The sheet with a draft.
  func page(
    _ draft: RecordDraft, _ request: ScreenRequest, status: HTTPResponse.Status = .ok, fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var draft = draft
    try await list.showTags(&draft, say)
    let all =
      try await FollowScreen(list: list).followed(
        draft.fields(prefix: "n-", titles: try await screens.titles(draft, say), takesFiles: true, say), draft.record)
      + draft.tagFields(prefix: "n-")
    // A new record gets its stamps when it is saved.
    let typed = try await screens.numbered(all.filter { $0.column.stamp == nil }, of: entity, say)
    let fields = list.arranged(typed, say)
    let needed = fields.filter { $0.column.isRequired && $0.text.isEmpty }.map(\.column.label)
    var form = NewRecordForm(
      title: say.newRecord(entity.nouns), action: screens.path(of: entity).near(request.near),
      cancel: try await back(request, owner(of: draft.record, request)), fields: fields)
    form.hidden = draft.message.fields + draft.unseenInput + hidden(draft, request)
    form.fault = fault ?? draft.lostFault(say)
    form.note = say.neededNote(required: needed, of: fields.count)
    for links in draft.ticked { form.ticked.append(try await links.part(screens, say)) }
    form.items = Gallery.all(list).map { $0.part(draft, say) }
    form.check = RuleCheckScreen(list: list).address(of: nil)
    form.follow = FollowScreen(list: list).address(of: nil)
    return try await page(form.sheet(say), request, status: status)
  }

  private func hidden(_ draft: RecordDraft, _ request: ScreenRequest) -> [(name: String, value: String)] {
    FormMessage(
      listSearch: request.search, listNarrowing: request.only, listShape: request.shape.text, trail: request.via,
      screen: request.on
    ).fields + FollowScreen.mark(of: draft)
  }

  // The record of another view that will own the new one.
  private func owner(of record: AnyRecord, _ request: ScreenRequest) async throws -> AnyRecord? {
    guard let view = screens.recordView(of: request) else { return nil }
    if view is CalendarPages { return record }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      if case .integer(let id) = record[relationship.name],
        let target = screens.description.model.entity(named: relationship.target)
      {
        return try await screens.store.record(target, id: id)
      }
    }
    return nil
  }

  /// The address after a cancellation.
  /// - Parameter owner: the future owner of the record.
  func back(_ request: ScreenRequest, _ owner: AnyRecord?) async throws -> URLPath {
    if let view = screens.recordView(of: request) {
      let origin = try await origin(request)?.record
      guard let owner = owner ?? origin else { return view.address }
      return try await view.address(of: owner) ?? view.address
    }
    return try await origin(request)?.href ?? screens.list(list.tab, request).near(request.near)
  }

  /// The form of the action in place of "+", with the values that the address gives, and back to where it was pressed.
  func address(of action: ActionDescription, _ request: ScreenRequest) async throws -> URLPath {
    let begun = list.begun(request)
    var path = screens.path.appending("actions").appending(action.name)
      .with("returnTo", try await back(request, owner(of: begun, request)).text)
    for name in (action.inputs.map(\.name) + action.related.map(\.name)) {
      if let value = request.query[name] { path = path.with(name, value) }
    }
    return path
  }

  /// The address after the record was added.
  func destination(of record: AnyRecord, _ request: ScreenRequest) async throws -> URLPath {
    if let href = try await screens.recordView(of: request)?.address(of: record) { return href }
    if let href = try await origin(request)?.href { return href }
    // The filter of rows may hide the new record. A board and a calendar are returned to as they were.
    let address =
      list.layout(request) == .cards
      ? screens.list(list.tab, search: request.search) : screens.list(list.tab, request)
    return address.with("selected", String(record.id ?? 0))
  }

  /// The address of an existing record.
  func address(of record: AnyRecord, _ request: ScreenRequest) async throws -> URLPath {
    if let href = try await screens.recordView(of: request)?.address(of: record) { return href }
    return screens.path(of: entity).appending(record.id ?? 0).with("via", unlessEmpty: request.via ?? "")
      .with(list: request)
  }

  /// The page below a sheet without fields, and the sheet.
  func page(
    above sheet: Sheet, _ request: ScreenRequest, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    guard let view = screens.recordView(of: request) else { return try await page(sheet, request, status: status) }
    return try await view.page(at: try await origin(request)?.record, request, status: status, sheet: sheet)
  }

  /// The list or record below the sheet, and the sheet or another one that a field has opened.
  func page(
    _ sheet: Sheet, _ request: ScreenRequest, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    if let origin = try await origin(request) {
      return try await RecordScreen(list: origin.list).page(
        RecordDraft(origin.record, request.say), origin.request, status: status, sheet: sheet)
    }
    return try await list.page(
      request, sheet: sheet, title: request.say.newRecord(entity.nouns), status: status)
  }

  /// Adds the record of the form.
  func create(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let result = try await screens.store.save(
      read: { AnyRecord(entity) },
      draft: {
        guard FormMessage(form).intent == .addRow else {
          var draft = RecordDraft(form.settled, over: $0, request.say)
          draft.ticked = NewLinks.all(list, form.settled)
          draft.galleries = Gallery.all(list)
          list.takeTags(&draft, from: form.settled, request.say)
          return draft
        }
        let (form, faults) = try await list.resolved(form, request.say)
        var draft = RecordDraft(form, over: $0, request.say)
        try await screens.fill(&draft)
        draft.errors.merge(faults) { $1 }
        draft.ticked = NewLinks.all(list)
        list.takeTags(&draft, request.say)
        return draft
      },
      prepare: { draft, _ in try await respond(to: form, draft, request) })
    switch result {
    case .answered(let document): return document
    case .saved(let record, let draft, let changeSet):
      await screens.chosenFiles.forget(draft.chosen.values)
      return .seeOther(try await destination(of: record, request), changeSet: changeSet)
    case .invalid(let draft):
      if let row = try await row(form, draft, request, status: draft.faultStatus) { return row }
      return try await page(draft, request, status: draft.faultStatus)
    case .refused(var draft, .missingTarget(_, _, let gone)) where draft.ticked.contains { $0.ids.contains(gone) }:
      for index in draft.ticked.indices { draft.ticked[index].remove(gone) }
      return try await page(
        draft, request, status: .conflict,
        fault: request.say(
          "No. {number} has been deleted meanwhile. Everything else is as you ticked it.",
          ["number": .text(String(gone))]))
    case .refused(let draft, let error):
      let (draft, refusal) = try await screens.refused(draft, by: error, request.say)
      let status = draft.errors.isEmpty ? refusal.status() : .unprocessableContent
      if let row = try await row(form, draft, request, status: status, fault: refusal.fault) { return row }
      return try await page(draft, request, status: refusal.status(), fault: refusal.fault)
    case .gone, .conflict: throw ScreenFault.noSuchRecord(list)
    }
  }

  // The table with the row that was refused; nil for a form, which has all fields.
  private func row(
    _ form: SubmittedForm, _ draft: RecordDraft, _ request: ScreenRequest, status: HTTPResponse.Status,
    fault: String? = nil
  ) async throws -> ScreenDocument? {
    guard FormMessage(form).intent == .addRow else { return nil }
    let row = RefusedRow(form: form.renamed(for: entity), draft: draft, fault: fault)
    return try await list.page(refusing: row, request, status: status)
  }

  // Handles buttons other than Save, and questions before saving.
  private func respond(
    to form: SubmittedForm, _ draft: RecordDraft, _ request: ScreenRequest
  ) async throws -> ScreenDocument? {
    var draft = draft
    let action = screens.path(of: entity)
    let message = FormMessage(form)
    if let pick = RelatedPick(form, screens, of: entity) {
      draft.errors = [:]
      return try await page(pick.sheet(draft, form, action: action, request).sheet(request.say), request)
    }
    if case .choose(let name) = message.intent, let links = draft.ticked.first(where: { $0.section.name == name }) {
      draft.errors = [:]
      return try await page(
        links.sheet(draft, form, screens, action: action, request).sheet(request.say), request)
    }
    if message.intent.isDraft {
      draft.errors = [:]
      try await screens.fill(&draft, chosenIn: form)
      return try await page(draft, request)
    }
    guard !message.isConfirmed, draft.isValid,
      let question = try await list.question(about: draft.record, request.say)
    else { return nil }
    let sheet = question.sheet(
      action: action, cancel: action, isDraft: true,
      hidden: draft.message.fields + draft.carried + hidden(draft, request), request.say)
    return try await page(sheet, request)
  }

  /// The record whose page is below the sheet.
  private struct Origin {
    let list: ListScreen
    let record: AnyRecord
    /// The request for its page.
    let request: ScreenRequest
    let href: URLPath
  }

  private func origin(_ request: ScreenRequest) async throws -> Origin? {
    let trail = RecordTrail(request.via)
    guard let record = try await RecordOrigin.record(trail.steps.first ?? "", screens),
      let list = ListScreen(screens, of: record.entity)
    else { return nil }
    var asked = request
    asked.via = trail.rest.text
    asked.search = trail.rest.steps.isEmpty ? trail.search : ""
    asked.only = trail.rest.steps.isEmpty ? trail.only : ""
    asked.shape = trail.rest.steps.isEmpty ? trail.shape : ListShape()
    let path = screens.path(of: record.entity).appending(record.id ?? 0)
    return Origin(list: list, record: record, request: asked, href: trail.rest.address(path))
  }
}

extension URLPath {
  /// The address with the record at which a list is opened without highlighting it; the address itself for nil.
  fileprivate func near(_ id: RecordID?) -> URLPath { id.map { with("near", String($0)) } ?? self }
}
