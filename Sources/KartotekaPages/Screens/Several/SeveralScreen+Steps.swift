import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Links, actions and exports of several records.
extension SeveralScreen {
  private var model: ModelDescription { screens.description.model }

  // MARK: Links

  /// The relationships whose links can be added to several records.
  var links: [RelationshipDescription] { entity.relationships.filter { $0.cardinality == .manyToMany } }

  /// Adds a link to all selected records, or removes it.
  func link(
    _ relationship: RelationshipDescription, _ step: FormName.SeveralStep, _ ids: CountedRecords,
    _ choice: SeveralRecords,
    _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    guard let target = model.entity(named: relationship.target) else { throw ScreenFault.noSuchPage }
    let isListed = try await store.count(AnyFetchRequest(target.name)) <= Self.mostTargets
    let text = form[relationship.name] ?? ""
    var field = FormField(
      column: Self.column(relationship, isListed: isListed), id: "several-value", text: text)
    let subject = (FormName.severalLink, relationship.name)
    guard ids.isCounted(in: form) else {
      return try await self.step(
        step, subject, field, ids, choice, request, fault: ids.fault(form, entity.nouns, say))
    }
    let found = try await related(text, target, isListed: isListed, say)
    guard let other = found.record, let id = other.id else {
      field.error = found.fault
      return try await self.step(step, subject, field, ids, choice, request, status: .unprocessableContent)
    }
    let name = Phrase(
      step == .link ? "Added {title} to {count} records: {field}" : "Removed {title} from {count} records: {field}",
      [
        "title": other.titleArgument, "count": .count(ids.count), "field": .phrase(Phrase(relationship.label)),
      ])
    let outcome = try await store.perform(.screen) { [entity] transaction in
      try transaction.requireExclusiveTransaction()
      transaction.name = name
      for record in ids.ids where try transaction.exists(entity, id: record) {
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

  // MARK: Export

  /// Handles a form: the file with the selected records, in the order of the list.
  func export(_ form: SubmittedForm, _ asked: ScreenRequest) async throws -> ScreenDocument {
    let choice = SeveralRecords(form, try await fetch(asked))
    let fault = choice.isAll ? filterFault(asked) : choice.ticked.isEmpty ? "Choose at least one card." : nil
    if let fault { return try await refuse(choice, asked, asked.say(fault)) }
    if form[FormName.severalStep] == FormName.SeveralStep.spreadsheet.rawValue {
      return try await spreadsheet(choice, asked)
    }
    var request = choice.request
    request.include = []
    return ExportScreen(screens: screens).file(request, named: entity.plural + ".csv", .csv, asked.say)
  }

  // The columns and figures that the list shows.
  private func spreadsheet(_ choice: SeveralRecords, _ request: ScreenRequest) async throws -> ScreenDocument {
    let shaping = ListShaping(screen)
    var shown = request
    if !choice.isAll {
      // A ticked record remains when it leaves the list.
      shown = shown.shaped { $0.filter = ListFilter() }
      (shown.search, shown.only) = ("", "")
    }
    var list = try await ExportedList(shaping, shown)
    list.fetch.predicate =
      choice.isAll ? [list.fetch.predicate, choice.withoutUnticked].joined : choice.request.predicate
    return ExportScreen(screens: screens).file(list, of: shaping, .xlsx, shown)
  }
}
