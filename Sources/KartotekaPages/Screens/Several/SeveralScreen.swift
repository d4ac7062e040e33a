import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Changes of several records of a list or table in one change set: a field is set, a link is added or removed, or they are
/// deleted; an action of each, or an export of them: `/userscrud/users/several`.
struct SeveralScreen: Sendable {
  /// The maximum number of records.
  static let most = 10_000
  /// The maximum number of choices of a related record.
  static let mostTargets = 200

  let screen: ListScreen

  /// The records of a list with its search and filter.
  init(_ list: ListScreen) { screen = list }

  /// The address of the list in the state of a request; with a step, the address of the step.
  func address(_ request: ScreenRequest, _ step: String?) -> URLPath {
    (step.map { screens.path(of: entity).appending(steps: $0) } ?? screen.address).with(list: request)
  }

  /// Why the filter in a request's address can't be used; nil if it can.
  func filterFault(_ request: ScreenRequest) -> Phrase? { ListShaping(screen).filterFault(request) }

  var screens: AppScreens { screen.screens }
  var store: Store { screens.store }
  var entity: EntityDescription { screen.entity }

  /// The page with the records of the list.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    if let run = request.query["run"] { return try await page(of: run, request) }
    let ticked = request.query["tick"].flatMap { RecordIDs.read($0) }
    return try await page(request, ticked: Set([ticked].compactMap(\.self)), fault: nil)
  }

  /// Handles a form: the next step, or the change.
  func answer(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    if let run = request.query["run"] { return try await stop(run, request) }
    let say = request.say
    guard let step = form[FormName.severalStep].flatMap(FormName.SeveralStep.init) else {
      throw ScreenFault.noSuchPage
    }
    if step == .export || step == .spreadsheet { return .sameForm(at: address(request, "several/export")) }
    let choice = SeveralRecords(form, try await fetch(request))
    if choice.isAll, let fault = filterFault(request) {
      return try await refuse(choice, request, say(fault))
    }
    // Labels of all that a list finds are those of its own address, however many.
    if step == .labels, choice.isAll, choice.unticked.isEmpty { return .seeOther(address(request, "labels")) }
    let ids = CountedRecords(ids: try await choice.ids(in: store, limit: Self.most + 1), isAll: choice.isAll)
    if ids.count == 0 { return try await refuse(choice, request, say("Choose at least one card.")) }
    if ids.count > Self.most {
      let fault = say("At most {count} cards can be changed at once.", ["count": .count(Self.most)])
      return try await refuse(choice, request, fault)
    }
    switch step {
    case .set, .act:
      let name = step == .set ? FormName.severalField : FormName.severalAction
      if form[name] == nil, let page = try await pick(step, ids, choice, request) { return page }
    default: break
    }
    switch step {
    case .set:
      guard let position = form[FormName.severalField].flatMap({ entity.position(of: $0) }),
        try await fields().contains(position)
      else { throw ScreenFault.noSuchPage }
      return try await set(position, in: ids, choice, form, request)
    case .delete: return try await delete(ids, choice, form, request)
    case .link, .unlink:
      guard let relationship = links.first(where: { $0.name == form[FormName.severalLink] }) else {
        throw ScreenFault.noSuchPage
      }
      return try await link(relationship, step, ids, choice, form, request)
    case .act: return try await act(ids, choice, form, request)
    case .merge: return try await merge(ids, choice, request)
    case .labels: return try await labels(ids, choice, request)
    case .export, .spreadsheet: throw ScreenFault.noSuchPage
    }
  }

  // MARK: Selection

  func path(_ request: ScreenRequest) -> URLPath {
    address(request, "several")
  }

  /// The records by id, without forgiven typing errors, so that all steps use the same records.
  func fetch(_ request: ScreenRequest) async throws -> AnyFetchRequest {
    var fetch = try await screen.fetchRequest(request)
    (fetch.ranksMatches, fetch.forgivesSlip, fetch.readsBlobs) = (false, false, false)
    return fetch
  }

  func page(
    _ request: ScreenRequest, ticked: Set<RecordID>, fault: String?
  ) async throws -> ScreenDocument {
    let say = request.say
    let others = RelatedRecords(screens, of: entity)
    var fetch = try await fetch(request)
    fetch.include = entity.titleRelationships.map(\.name)
    fetch.limit = min(max(request.rows ?? RowLimits.page, 1), RowLimits.mostInSheet)
    let found = try await store.fetch(fetch)
    let total = found.total ?? 0
    // The records that an unusable filter shows are not the ones that the person means.
    let misread = filterFault(request)
    let choices = found.records.map { record in
      ChoiceForm.Choice(
        id: record.id ?? 0, title: record.title(in: say, related: found.included),
        detail: others.detail(of: record, say), isChosen: ticked.contains(record.id ?? 0))
    }
    let counted = ["counted": Phrase.Argument.text(say.counted(total, entity.nouns))]
    let all = misread == nil ? (title: say("All: {counted}", counted), total: total) : nil
    var column = SeveralChoice(
      title: say("Change several"), back: (say(screen.tab.title), address(request, nil)),
      action: path(request), choices: choices, bar: SeveralBar(steps: try await steps(say), all: all),
      fault: fault ?? misread.map { say($0) })
    column.paste = screens.path(of: entity).appending("paste")
    column.runs = screens.runs(of: entity, say)
    if found.next != nil, fetch.limit < RowLimits.mostInSheet {
      column.more = path(request).with("rows", String(min(fetch.limit * 4, RowLimits.mostInSheet)))
    }
    return try await page(column, column.title, request, status: fault == nil ? .ok : .unprocessableContent)
  }

  func page(
    _ column: any Component, _ title: String, _ request: ScreenRequest, status: HTTPResponse.Status
  ) async throws -> ScreenDocument {
    try await screens.page(
      title, for: request, tab: screen.tab.path, status: status, hasTwoColumns: false, kind: .settings,
      columns: [column])
  }

  // The columns that can have the same value in many records.
  func fields() async throws -> [Int] {
    var positions: [Int] = []
    for (position, column) in entity.columns.enumerated() where column.writability == .always && !column.isBytes {
      switch column {
      case .attribute(let attribute): if !attribute.isUnique { positions.append(position) }
      case .toOne(let relationship):
        guard !relationship.isUnique,
          try await store.count(AnyFetchRequest(relationship.target)) <= Self.mostTargets
        else { continue }
        positions.append(position)
      }
    }
    return positions
  }

  // MARK: Setting a field

  private func set(
    _ position: Int, in ids: CountedRecords, _ choice: SeveralRecords, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let (say, column) = (request.say, entity.columns[position])
    var field = FormField(column: column, id: "several-value", text: form[column.name] ?? "")
    guard ids.isCounted(in: form) else {
      return try await step(
        .set, (FormName.severalField, column.name), field, ids, choice, request,
        fault: ids.fault(form, entity.nouns, say))
    }
    var probe = AnyRecord(entity)
    let text = form[column.name] ?? (field.attribute?.kind == .boolean ? "false" : "")
    let fault = probe.read(text: text, at: position, in: ValueNotation(typedBy: say))?.phrase
    field.error = (fault ?? column.fault(in: probe.values[position])).map { say($0) }
    if field.error != nil {
      return try await step(
        .set, (FormName.severalField, column.name), field, ids, choice, request, status: .unprocessableContent)
    }
    let (value, name) = (probe.values[position], Phrase(column.label))
    do {
      let outcome = try await store.perform(.screen) { [entity] transaction in
        try transaction.requireExclusiveTransaction()
        var count = 0
        for id in ids.ids {
          guard var record = try transaction.record(entity, id: id), record.values[position] != value else { continue }
          record.values[position] = value
          do {
            _ = try transaction.checkingRulesAfter { try transaction.update(record) }
          } catch StoreError.invalid(let faults) where faults.contains(where: { $0.rule != nil }) {
            // Which of the records it is about.
            let fault = faults.first { $0.rule != nil } ?? faults[0]
            throw StoreError.refused(
              Phrase("{title}: {reason}", ["title": record.titleArgument, "reason": .phrase(fault.phrase)]))
          }
          count += 1
        }
        transaction.name = Phrase(
          "Set {field} in {count} records", ["field": .phrase(name), "count": .count(count)])
      }
      return .seeOther(address(request, nil), changeSet: outcome.changeSet)
    } catch let error as StoreError {
      let refusal = StoreRefusal(error, of: entity, in: screens.description.model, say)
      field.error = refusal?.fields[column.name]
      let fault = field.error == nil ? refusal?.fault ?? say(error.phraseForPeople(in: screens.description.model)) : nil
      return try await step(
        .set, (FormName.severalField, column.name), field, ids, choice, request,
        status: StoreRefusal.status(of: error), fault: fault)
    }
  }

  // MARK: Deletion

  private func delete(
    _ ids: CountedRecords, _ choice: SeveralRecords, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    guard ids.isCounted(in: form) else {
      return try await step(.delete, nil, nil, ids, choice, request, fault: ids.fault(form, entity.nouns, say))
    }
    do {
      let outcome = try await store.perform(.screen) { [entity] transaction in
        try transaction.requireExclusiveTransaction()
        var count = 0
        // A record may have been deleted together with another one.
        for id in ids.ids where try transaction.record(entity, id: id) != nil {
          try transaction.delete(entity, id: id)
          count += 1
        }
        transaction.name = Phrase("Deleted {count} records", ["count": .count(count)])
      }
      return .seeOther(address(request, nil), changeSet: outcome.changeSet)
    } catch let error as StoreError {
      let fault = say(error.phraseForPeople(in: screens.description.model))
      return try await step(
        .delete, nil, nil, ids, choice, request, status: StoreRefusal.status(of: error), fault: fault)
    }
  }

  // MARK: The last step

  /// The page before the change.
  /// - Parameter subject: the chosen field, relationship or action, as the form sends it.
  func step(
    _ step: FormName.SeveralStep, _ subject: (name: String, value: String)?, _ field: FormField?, _ ids: CountedRecords,
    _ choice: SeveralRecords, _ request: ScreenRequest, inputs: [FormField] = [],
    status: HTTPResponse.Status = .ok, fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let (title, verb, note) = words(step, subject?.value, say.counted(ids.count, entity.nouns), say)
    var hidden = choice.fields
    hidden.append((FormName.severalStep, step.rawValue))
    hidden.append((FormName.severalCount, ids.text))
    if let subject { hidden.append(subject) }
    var column = SeveralForm(
      title: title, back: back(choice, request), action: path(request), hidden: hidden, note: note, verb: verb)
    for field in [field].compactMap(\.self) + inputs {
      var options: [(value: String, name: String)]?
      if case .toOne(let relationship) = field.column { options = try await self.options(relationship, say) }
      column.fields.append((field, options))
    }
    column.isDangerous = step == .delete
    column.fault = fault
    let isOwn = fault == nil || status == .serviceUnavailable
    return try await page(column, column.title, request, status: isOwn ? status : .conflict)
  }

  private func words(
    _ step: FormName.SeveralStep, _ subject: String?, _ counted: String, _ say: Localizer
  ) -> (title: String, verb: String, note: String) {
    let arguments = ["counted": Phrase.Argument.text(counted)]
    let note = say("All of it is one change, which can be undone.")
    switch step {
    case .set: return (say("Set a field: {counted}", arguments), say("Set this value"), note)
    case .link: return (say("Add a link: {counted}", arguments), say("Add the link"), note)
    case .unlink: return (say("Remove a link: {counted}", arguments), say("Remove the link"), note)
    case .act:
      let title = say(actions.first { $0.name == subject }?.title ?? "")
      return (say("{title}: {counted}", arguments.merging(["title": .text(title)]) { $1 }), title, note)
    case .delete, .export, .spreadsheet, .merge, .labels:
      return (say("Delete {counted}?", arguments), say("Delete"), note)
    }
  }

  private func options(
    _ relationship: RelationshipDescription, _ say: Localizer
  ) async throws -> [(value: String, name: String)] {
    guard let target = screens.description.model.entity(named: relationship.target) else { return [] }
    let found = try await RelatedRecords(screens, of: target).fetch(nil, limit: Self.mostTargets, say)
    return found.records.map { (String($0.id ?? 0), $0.title(in: say, related: found.included)) }
  }
}

extension URLPath {
  fileprivate func appending(steps: String) -> URLPath {
    steps.split(separator: "/").reduce(self) { $0.appending(String($1)) }
  }
}
