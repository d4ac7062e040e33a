import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Links, actions and exports of several records.
extension SeveralScreen {
  /// The maximum number of records on which an action runs.
  private static let mostActions = 200

  private var model: ModelDescription { screens.description.model }

  // MARK: Links

  /// The relationships whose links can be added to several records.
  var links: [RelationshipDescription] { entity.relationships.filter { $0.cardinality == .manyToMany } }

  /// Adds a link to all selected records, or removes it.
  func link(
    _ relationship: RelationshipDescription, _ step: FormName.SeveralStep, _ ids: [RecordID], _ choice: SeveralRecords,
    _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    guard let target = model.entity(named: relationship.target) else { throw ScreenFault.noSuchPage }
    let isListed = try await store.count(AnyFetchRequest(target.name)) <= Self.mostTargets
    let text = form[relationship.name] ?? ""
    var field = FormField(
      column: Self.column(relationship, isListed: isListed), id: "several-value", text: text)
    let subject = (FormName.severalLink, relationship.name)
    guard form[FormName.severalCount] == String(ids.count) else {
      return try await self.step(
        step, subject, field, ids.count, choice, request, fault: countFault(form, ids.count, say))
    }
    let found = try await related(text, target, isListed: isListed, say)
    guard let other = found.record, let id = other.id else {
      field.error = found.fault
      return try await self.step(step, subject, field, ids.count, choice, request, status: .unprocessableContent)
    }
    let name = Phrase(
      step == .link ? "Added {title} to {count} records: {field}" : "Removed {title} from {count} records: {field}",
      [
        "title": other.titleArgument, "count": .count(ids.count), "field": .phrase(Phrase(relationship.label)),
      ])
    let outcome = try await store.perform(.screen) { [entity] transaction in
      try transaction.requireExclusiveTransaction()
      transaction.name = name
      for record in ids where try transaction.exists(entity, id: record) {
        if step == .link {
          try transaction.link(entity, relationship, of: record, to: id)
        } else {
          try transaction.unlink(entity, relationship, of: record, from: id)
        }
      }
    }
    return .seeOther(address(request, nil), changeSet: outcome.changeSet)
  }

  // A list of the related records, or a field for a title where they are many.
  private static func column(_ relationship: RelationshipDescription, isListed: Bool) -> ColumnDescription {
    guard isListed else {
      var attribute = AttributeDescription(name: relationship.name, label: relationship.label, kind: .text)
      attribute.isRequired = true
      return .attribute(attribute)
    }
    var one = RelationshipDescription(
      name: relationship.name, label: relationship.label, cardinality: .toOne, target: relationship.target)
    one.isRequired = true
    return .toOne(one)
  }

  private func related(
    _ text: String, _ target: EntityDescription, isListed: Bool, _ say: Localizer
  ) async throws -> (record: AnyRecord?, fault: String) {
    if isListed {
      let fault = say("Choose a card.")
      guard let id = RecordID(text) else { return (nil, fault) }
      return (try await store.record(target, id: id), fault)
    }
    let title = text.trimmingSpaces()
    guard !title.isEmpty, let predicate = target.titled(title) else { return (nil, say("Enter the whole name.")) }
    var request = AnyFetchRequest(target.name)
    (request.predicate, request.limit, request.readsBlobs) = (predicate, 2, false)
    let records = try await store.fetch(request).records
    if records.count > 1 { return (nil, say("Several cards have this name.")) }
    return (records.first, say.nothingCalled(title, target.nouns))
  }

  // MARK: Actions

  /// The actions that can be run on several records: those on a record that everybody may run and that need no input.
  var actions: [ActionDescription] {
    screens.description.actions.filter {
      $0.scope == .record(entity.name) && $0.audience == .everybody && $0.form.columns.isEmpty
    }
  }

  /// Runs an action on each selected record and shows the result.
  func act(
    _ ids: [RecordID], _ choice: SeveralRecords, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    guard let description = actions.first(where: { $0.name == form[FormName.severalAction] }),
      let action = screens.app.app.action(description.name)
    else { throw ScreenFault.noSuchPage }
    guard ids.count <= Self.mostActions else {
      let fault = say("An action runs on at most {count} cards at once.", ["count": .count(Self.mostActions)])
      return try await page(request, ticked: choice.ticked, fault: fault)
    }
    guard form[FormName.severalCount] == String(ids.count) else {
      return try await step(
        .act, (FormName.severalAction, description.name), nil, ids.count, choice, request,
        fault: countFault(form, ids.count, say))
    }
    var (done, rows): (Int, [LinkRow]) = (0, [])
    for id in ids {
      guard let record = try await store.record(entity, id: id) else { continue }
      guard let reason = try await refusal(of: action, on: record) else {
        done += 1
        continue
      }
      let href = screens.path(of: entity).appending(id)
      rows.append(LinkRow(title: try await screens.title(of: record, say), detail: say(reason), href: href))
    }
    var column = HistoryColumn(
      title: say(description.title), back: (say(screen.tab.title), address(request, nil)))
    column.content = [
      HistoryNote(say("Done: {counted}", ["counted": .text(say.counted(done, entity.nouns))])),
      RowGroup(rows: [
        LinkRow(title: say("History"), symbol: .clock, href: screens.path.appending("history"))
      ]),
    ]
    if !rows.isEmpty { column.content.append(RowGroup(title: say("Not done"), rows: rows)) }
    var document = try await screens.historyPage(column, request, tab: screen.tab.path)
    document.confirmsForm = true
    return document
  }

  // Why an action can't be run on a record; nil after it has run.
  private func refusal(of action: Action, on record: AnyRecord) async throws -> Phrase? {
    if !action.description.states.isEmpty {
      let state = try await store.computed(entity, ids: [record.id ?? 0])[record.id ?? 0]?.state
      guard let state, action.description.states.contains(state.name) else {
        return "The card is in a state in which this is not possible."
      }
    }
    do {
      var call = ActionCall(on: store, .screen, record: record)
      call.jobs = JobContext(store, screens.app.services)
      _ = try await action.run(call)
      return nil
    } catch ActionError.refused(let reason) {
      return reason
    } catch let error as StoreError {
      return error.phrase(in: model)
    }
  }

  // MARK: Export

  /// The file with the selected records, in the order of the list.
  func export(_ choice: SeveralRecords, _ say: Localizer) -> ScreenDocument {
    var request = choice.request
    request.include = []
    return ExportScreen(screens: screens).file(request, named: entity.plural + ".csv", .csv, say)
  }
}
