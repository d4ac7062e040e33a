import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The sheet for choosing all records of a to-many or many-to-many relationship: check boxes, chosen ones first, saved
/// together.
struct RelatedChoiceScreen: Sendable {
  let list: ListScreen
  private let linked: LinkedRecords
  var relationship: RelationshipDescription { linked.relationship }
  let section: ListDescription.Section
  private let others: RelatedRecords

  /// The sheet of a section; nil if it is read-only.
  init?(_ list: ListScreen, _ section: ListDescription.Section) {
    guard section.adding != nil,
      let linked = LinkedRecords(section, of: list.entity, in: list.screens.description.model)
    else { return nil }
    self.list = list
    self.linked = linked
    self.section = section
    others = RelatedRecords(list.screens, of: linked.target)
  }

  private var screens: AppScreens { list.screens }

  private func path(_ id: RecordID, _ request: ScreenRequest) -> URLPath {
    screens.path(of: list.entity).appending(id).appending(relationship.name)
      .with("via", unlessEmpty: request.via ?? "")
  }

  // The record's page with the way by which it was opened.
  private func record(_ id: RecordID, _ request: ScreenRequest) -> URLPath {
    RecordTrail(request.via).address(screens.path(of: list.entity).appending(id))
  }

  /// The initial sheet.
  func page(_ id: RecordID, _ request: ScreenRequest) async throws -> ScreenDocument {
    try await page(id, TickedChoice(), request)
  }

  /// Handles the sheet, or the button of a row in the section.
  func answer(_ id: RecordID, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let intent = FormMessage(form).intent
    if case .unlink(let other) = intent { return try await save(id, [], [other], request) }
    let choice = TickedChoice(form)
    guard intent == .done else { return try await page(id, choice, request) }
    do {
      return try await save(id, choice.added, choice.removed, request)
    } catch StoreError.missingTarget(_, _, let gone) {
      // A record was deleted meanwhile; the other choices are kept.
      return try await page(
        id, choice.without(gone), request, status: .conflict,
        fault: request.say(
          "No. {number} has been deleted meanwhile. Everything else is as you ticked it.",
          ["number": .text(String(gone))]))
    }
  }

  private func save(
    _ id: RecordID, _ added: Set<RecordID>, _ removed: Set<RecordID>, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    do {
      let outcome = try await screens.store.perform(.screen) { [linked] transaction in
        for other in added.sorted() { try linked.add(other, to: id, in: transaction) }
        for other in removed.sorted() { try linked.remove(other, from: id, in: transaction) }
      }
      return .seeOther(record(id, request), changeSet: outcome.changeSet)
    } catch StoreError.notFound {
      throw ScreenFault.noSuchRecord(list)
    }
  }

  private func page(
    _ id: RecordID, _ choice: TickedChoice, _ request: ScreenRequest, status: HTTPResponse.Status = .ok,
    fault: String? = nil
  ) async throws -> ScreenDocument {
    guard let record = try await screens.store.record(list.entity, id: id) else {
      throw ScreenFault.noSuchRecord(list)
    }
    var sheet = try await sheet(id, choice, request, fault)
    if try await screens.store.count(AnyFetchRequest(others.entity.name)) == 0 {
      let canAdd = !others.entity.isDerived && ListScreen(screens, of: others.entity) != nil
      let new = screens.path(of: others.entity).appending("new").with("via", request.trail(from: record))
      sheet.empty = .nothingYet(
        others.entity.nouns, new: canAdd ? (new, screens.newTitle(others.entity, request.say)) : nil, request.say)
    }
    return try await RecordScreen(list: list).page(
      RecordDraft(record, request.say), request, status: status, sheet: sheet.sheet(request.say))
  }

  private func sheet(
    _ id: RecordID, _ choice: TickedChoice, _ request: ScreenRequest, _ fault: String?
  ) async throws -> ChoiceForm {
    var sheet = ChoiceForm(
      title: request.say(section.adding ?? relationship.label), kind: .several, action: path(id, request),
      cancel: record(id, request), intents: (.done, .find), search: (choice.search, ""))
    try await others.fill(&sheet, choice, related: linked.predicate(of: id), request.say)
    sheet.fault = fault
    return sheet
  }
}

extension RelatedRecords {
  /// Sets the rows of a sheet with check boxes: ticked records first, including newly ticked ones, then some of the others.
  /// - Parameter related: the condition for the records that are related already; nil for a new record.
  func fill(
    _ sheet: inout ChoiceForm, _ choice: TickedChoice, related: FetchPredicate?, _ say: Localizer
  ) async throws {
    let added = choice.added.isEmpty ? nil : FetchPredicate.compare("id", .in, choice.added.sorted().map(Value.integer))
    let chosen = [related, added].compactMap(\.self)
    let all = try await screens.store.count(AnyFetchRequest(entity.name))
    sheet.search.placeholder = say("Search {counted}", ["counted": .text(say.counted(all, entity.nouns))])
    var shown: [RecordID] = []
    var before: [RecordID] = []
    var hasMore = false
    var limit = choice.limit
    if !chosen.isEmpty {
      let page = try await fetch(.any(chosen), search: choice.search, limit: limit - limit / 4, say)
      sheet.groups.append(
        .init(
          title: say("Chosen"), note: note(page, say),
          choices: page.records.map { self.choice($0, in: page, isChosen: !choice.removed.contains($0.id ?? 0), say) }))
      shown = page.records.compactMap(\.id)
      before = shown.filter { !choice.added.contains($0) }
      limit -= shown.count
      hasMore = page.next != nil
    }
    let page = try await fetch(chosen.isEmpty ? nil : .not(.any(chosen)), search: choice.search, limit: limit, say)
    sheet.groups.append(
      .init(
        title: say("Others"), note: note(page, say),
        choices: page.records.map { self.choice($0, in: page, isChosen: false, say) }))
    shown += page.records.compactMap(\.id)
    sheet.remembered = choice.message(shown: shown, chosen: before).fields
    if hasMore || page.next != nil, choice.limit < RowLimits.mostInSheet {
      sheet.more = min(RowLimits.mostInSheet, choice.limit * 2)
    }
  }

  private func choice(
    _ record: AnyRecord, in page: FetchPage, isChosen: Bool, _ say: Localizer
  ) -> ChoiceForm.Choice {
    .init(
      id: record.id ?? 0, title: record.title(in: say, related: page.included), detail: detail(of: record, say),
      isChosen: isChosen)
  }

  private func note(_ page: FetchPage, _ say: Localizer) -> String {
    let total = page.total ?? 0
    return page.records.count == total
      ? say.language.grouped(total)
      : say(
        "{shown} shown of {total}",
        ["shown": .text(say.language.grouped(page.records.count)), "total": .text(say.language.grouped(total))])
  }
}
