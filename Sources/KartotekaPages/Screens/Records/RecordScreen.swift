import Foundation
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// One record: its card for editing, with the list beside it at a desk.
struct RecordScreen: Sendable {
  let list: ListScreen
  /// The form for a new note that was refused or is restored; nil for an empty one.
  var note: RecordDraft?

  private var screens: AppScreens { list.screens }
  private var entity: EntityDescription { list.entity }

  /// The record's page, or only its column.
  func page(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let record = try await column(of: id, request, isMain: true) else {
      // A request for updated rows has the card open.
      if request.rows != nil { return try await gonePage(id, request) }
      throw ScreenFault.noSuchRecord(list)
    }
    return try await page(record, of: id, request)
  }

  private func gonePage(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    let origin = try await RecordOrigin(of: id, list, request)
    let beside = try await beside(origin, request)
    return try await screens.page(
      request.say("This card is gone"), for: request, tab: origin.tab, deepest: .record,
      columns: [beside, GoneColumn(back: (origin.title, origin.href))])
  }

  private func beside(_ origin: RecordOrigin, _ request: ScreenRequest) async throws -> ListColumn {
    if let groups = origin.groups { return try await groups.column(request, isMain: false) }
    return try await list.column(request, isMain: false)
  }

  /// The page with the form of a draft.
  func page(
    _ draft: RecordDraft, _ request: ScreenRequest, status: HTTPResponse.Status = .ok, fault: String? = nil,
    sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let change = try await tellsLastChange ? screens.store.lastChange(of: entity, id: draft.record.id ?? 0) : nil
    var record = try await column(draft, change, request, isMain: true)
    record.fault = fault ?? draft.lostFault(request.say)
    return try await page(record, of: draft.record.id, request, status: status, sheet: sheet)
  }

  private func page(
    _ record: RecordColumn, of id: RecordID?, _ request: ScreenRequest, status: HTTPResponse.Status = .ok,
    sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    if request.part == .record {
      return .part(status: status) { html in
        html.add(record)
        html.sprite()
      }
      .depending(on: dependencies)
    }
    let origin = try await RecordOrigin(of: id ?? 0, list, request)
    let beside = try await beside(origin, request.selecting(id))
    return try await screens.page(
      record.card.title, for: request, tab: origin.tab, status: status, deepest: .record, sheet: sheet,
      columns: [beside, record]
    )
    .depending(on: dependencies)
  }

  /// The dependencies of a record's column beside the store.
  var dependencies: Dependencies { screens.cardDependencies(of: entity) }

  /// The column of a stored record; nil if there is none.
  func column(of id: RecordID, _ request: ScreenRequest, isMain: Bool) async throws -> RecordColumn? {
    if tellsLastChange {
      guard let read = try await screens.store.recordWithLastChange(entity, id: id) else { return nil }
      return try await column(RecordDraft(read.record, request.say), read.change, request, isMain: isMain)
    }
    guard let record = try await screens.store.record(entity, id: id) else { return nil }
    return try await column(RecordDraft(record, request.say), nil, request, isMain: isMain)
  }

  private func column(
    _ draft: RecordDraft, _ change: LastChange?, _ request: ScreenRequest, isMain: Bool
  ) async throws -> RecordColumn {
    let say = request.say
    var draft = draft
    try await list.showTags(&draft, say)
    let title = try await screens.title(of: draft.base, say)
    let id = draft.record.id ?? 0
    var card = try await list.card(of: draft.base, title: title, isMain: isMain, say)
    let computed = entity.hasComputed ? try await screens.store.computed(entity, ids: [id])[id] : nil
    card.look = list.list.picture.flatMap { list.look(at: $0, of: draft.base, request) }
    card.state = StatePill(computed, say)
    card.tags = try await RowTags([draft.base], of: list, most: RowLimits.section, say).list(of: draft.base)
    card.change = line(of: change, say)
    let origin = try await RecordOrigin(of: id, list, request)
    var column = RecordColumn(
      path: screens.path(of: entity).appending(id), pageTitle: title + " – " + say(screens.description.title),
      back: (origin.title, origin.href), isFromElsewhere: origin.isRecord, card: card,
      fields: try await FollowScreen(list: list).followed(list.fields(of: draft, request), draft.record))
    column.card.facts = list.computedFields(computed, say)
    column.hidden = draft.message.fields + origin.hidden + request.listMessage.fields
    column.deletion = FormMessage(
      listSearch: request.search, listNarrowing: request.only, listShape: request.shape.text, trail: origin.via)
    column.sections = try await RelatedSections(list: list).sections(of: draft.base, request)
    if let notes = NotesScreen(list) { column.sections.append(try await notes.section(of: draft.base, note, request)) }
    for view in screens.recordViews.reversed() {
      if let section = try await view.section(of: draft.base, say) { column.sections.insert(section, at: 0) }
    }
    for block in screens.app.app.blocks.reversed() where block.entity == entity.name {
      let call = OwnPage.Call(screens.store, app: screens.description.name, query: [:], say: say)
      if let markup = try await block.content(call, draft.base) {
        column.sections.insert(OwnBlock(title: say(block.title), write: markup.write), at: 0)
      }
    }
    column.check = RuleCheckScreen(list: list).address(of: id)
    column.follow = FollowScreen(list: list).address(of: id)
    column.canSave = screens.mayChange && entity.columns.contains { $0.writability == .always }
    column.isFixed = !screens.mayChange(draft.base)
    column.canSave = column.canSave && !column.isFixed
    column.canDelete = !screens.isFixed(entity) && !column.isFixed
    column.jobs = try await screens.jobLines(of: entity, id: id, request)
    column.card.actions = try await screens.actionBar(
      on: entity, id: id, computed?.state, besides: column.jobs, request)
    if !entity.isDerived {
      var rows = [
        LinkRow(
          title: say("History"), symbol: .clock, href: screens.path(of: entity).appending(id).appending("history"))
      ]
      if screens.hasShape(of: entity) {
        rows.append(LinkRow(title: say("Change fields"), symbol: .gear, href: screens.shape(of: entity.plural)))
      }
      column.groups = [RowGroup(rows: rows)]
    }
    if let lines = LinesScreen(list) {
      column.document = try await lines.document(draft.base, request)
      column.canSave = false
      column.change =
        draft.base.sealing != nil ? nil : lines.action(id).appending("edit").with(list: request)
    }
    let links = DocumentScreen(list).links(draft.base, computed?.state, say)
    if !links.isEmpty {
      column.card.actions = ActionBar(title: say("Actions"), buttons: (column.card.actions?.buttons ?? []) + links)
    }
    return column
  }

  // Whether the card says who changed the record last: not on a server without people.
  private var tellsLastChange: Bool { screens.access.isOfPerson && !entity.isDerived }

  // Nil if the change was made before there were people.
  private func line(of change: LastChange?, _ say: Localizer) -> PersonLine? {
    guard let change, let author = change.author else { return nil }
    let time = say.recently(change.at, today: screens.store.today)
    return PersonLine(mark: PersonMark(author), label: say("Last change:"), text: author.name + ", " + time)
  }

  // MARK: Saving

  /// Saves a form.
  ///
  /// Concurrent changes of different fields are merged. For changes of the same field the person sees both versions and
  /// chooses.
  func save(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let result = try await screens.store.save(
      read: { try await screens.store.record(entity, id: id) },
      draft: {
        var draft = RecordDraft(form.settled, over: $0, request.say)
        list.takeTags(&draft, from: form.settled, request.say)
        return draft
      },
      prepare: { try await respond(to: form, $0, over: $1, request) })
    switch result {
    case .answered(let document): return document
    case .saved(_, let draft, let changeSet):
      await screens.chosenFiles.forget(draft.chosen.values)
      return .seeOther(try await RecordOrigin(of: id, list, request).href, changeSet: changeSet)
    case .gone: return try await gone(form, request)
    case .invalid(let draft): return try await page(draft, request, status: draft.faultStatus)
    case .conflict(let draft, let stored):
      return try await conflict(draft, stored, draft.clashes(with: stored), request)
    case .refused(let draft, let error):
      let (draft, refusal) = try await screens.refused(draft, by: error, request.say)
      return try await page(draft, request, status: refusal.status(), fault: refusal.fault)
    }
  }

  // Handles buttons other than Save, and questions before saving.
  private func respond(
    to form: SubmittedForm, _ draft: RecordDraft, over stored: AnyRecord, _ request: ScreenRequest
  ) async throws -> ScreenDocument? {
    var draft = draft
    let action = screens.path(of: entity).appending(stored.id ?? 0)
    let message = FormMessage(form)
    if let pick = RelatedPick(form, screens, of: entity) {
      draft.errors = [:]
      return try await page(
        draft, request, sheet: try await pick.sheet(draft, form, action: action, request).sheet(request.say))
    }
    if message.intent.isDraft {
      draft.errors = [:]
      try await screens.fill(&draft, chosenIn: form)
      return try await page(draft, request)
    }
    if let label = draft.fixedColumn(in: form) {
      let fault = request.say("{column} can't be changed any more.", ["column": .phrase(Phrase(label))])
      return try await page(draft, request, status: .unprocessableContent, fault: fault)
    }
    guard !message.isConfirmed, draft.isValid, !draft.conflicts(with: stored),
      let question = try await list.question(about: draft.merged(onto: stored), over: stored, request.say)
    else { return nil }
    let origin = try await RecordOrigin(of: stored.id ?? 0, list, request)
    let sheet = question.sheet(
      action: action, cancel: action, isDraft: true,
      hidden: draft.message.fields + draft.carried + origin.hidden + request.listMessage.fields, request.say)
    return try await page(draft, request, sheet: sheet)
  }

  private func gone(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard FormMessage(form).base != nil else { throw ScreenFault.noSuchRecord(list) }
    // The input moves to a sheet for a new record.
    var draft = RecordDraft(form, over: AnyRecord(entity), request.say)
    list.takeTags(&draft, from: form, request.say)
    draft.ticked = NewLinks.all(list)
    return try await NewRecordScreen(list: list).page(
      draft, request, status: .conflict,
      fault: request.say(
        "Somebody else has deleted this card meanwhile. Save makes a new one of what you typed."))
  }

  private func conflict(
    _ draft: RecordDraft, _ stored: AnyRecord, _ clashes: [String], _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    var now = RecordDraft(stored, say)
    // What was added and removed is told by the names that the form was made from.
    now.tags = draft.tags
    let title = try await screens.title(of: stored, say)
    let origin = try await RecordOrigin(of: stored.id ?? 0, list, request)
    let titles = (mine: try await screens.titles(draft, say), theirs: try await screens.titles(now, say))
    let differences = entity.columns.enumerated().compactMap { index, column -> ConflictForm.Difference? in
      guard clashes.contains(column.name) else { return nil }
      if column.isBytes {
        guard let file = draft.versions(ofFile: column.name, stored: stored, say)
        else { return nil }
        return .init(name: file.name, label: say(column.label), mine: file.mine, theirs: file.theirs)
      }
      func version(_ record: AnyRecord, _ titles: [String: String]) -> (String, String) {
        (record.text(at: index), titles[column.name] ?? column.display(record.values[index], in: say))
      }
      return .init(
        name: column.name, label: say(column.label), mine: version(draft.record, titles.mine),
        theirs: version(stored, titles.theirs))
    }
    // Only fields that both have changed are asked about.
    let merged = draft.merged(onto: stored)
    let settled = entity.columns.enumerated().filter { !clashes.contains($0.element.name) && !$0.element.isBytes }
    let isMerged = settled.contains { draft.record.values[$0.offset] != stored.values[$0.offset] }
    let question = ConflictForm(
      text: say("{title} was saved in another window while you were typing.", ["title": .text(title)]),
      theirsNote: say("Saved in another window"), differences: differences,
      hidden: now.message.fields + settled.map { ($0.element.name, merged.text(at: $0.offset)) } + draft.hiddenFiles
        + draft.carriedTags + origin.hidden + request.listMessage.fields,
      sameNote: settled.isEmpty
        ? nil
        : isMerged
          ? say("Where only one of you changed a field, that change is kept.")
          : say("All other fields are the same in both."),
      action: screens.path(of: entity).appending(stored.id ?? 0),
      record: screens.path(of: entity).appending(stored.id ?? 0).with("via", unlessEmpty: origin.via)
        .with(list: request))
    return try await page(draft, request, status: .conflict, sheet: question.sheet(say))
  }
}

extension ScreenRequest {
  /// The same request with a highlighted record in its list.
  func selecting(_ id: RecordID?) -> ScreenRequest {
    var copy = self
    copy.selected = id
    return copy
  }
}

extension ColumnDescription {
  /// A formatted value of the column.
  func display(_ value: Value, in say: Localizer) -> String {
    switch (self, value) {
    case (_, .null): ""
    case (.attribute(let attribute), _): attribute.behavior.display(value, for: attribute, in: say)
    case (.toOne, .integer(let id)): say("No. {number}", ["number": .text(String(id))])
    case (.toOne, _): ""
    }
  }

  /// A short formatted value for rows of lists.
  func brief(_ value: Value, in say: Localizer) -> String {
    if case .attribute(let attribute) = self, !value.isNull {
      return attribute.behavior.brief(value, for: attribute, in: say)
    }
    return display(value, in: say)
  }
}
