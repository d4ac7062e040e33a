import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The records of a section that a new record is linked to in the transaction that saves it.
struct NewLinks: Sendable {
  let section: ListDescription.Section
  private let linked: LinkedRecords
  /// The ids of the ticked records, in ascending order.
  private(set) var ids: [RecordID]

  /// The links of each section with a sheet of choices, as a form says them.
  static func all(_ list: ListScreen, _ form: SubmittedForm? = nil) -> [NewLinks] {
    list.list.sections.compactMap { section in
      guard section.adding != nil, !list.isField(section),
        let linked = LinkedRecords(section, of: list.entity, in: list.screens.description.model)
      else { return nil }
      return NewLinks(section: section, linked: linked, ids: form.map { ids(of: section, $0) } ?? [])
    }
  }

  // The form of the sheet has the ticks, another form the ids.
  private static func ids(of section: ListDescription.Section, _ form: SubmittedForm) -> [RecordID] {
    let message = FormMessage(form)
    guard message.choosing == section.name, message.ticks != nil, message.intent != .cancel else {
      return Set(TickedSection.ids(form[FormName.links(section.name)])).sorted()
    }
    return TickedChoice(form).added.sorted()
  }

  /// The field of a form with the ids.
  var field: (name: String, value: String) { (FormName.links(section.name), TickedSection.text(ids)) }

  /// Links a saved record.
  /// - Throws: ``StoreError`` `.missingTarget`.
  func save(of id: RecordID, in transaction: Transaction) throws {
    for other in ids { try linked.add(other, to: id, in: transaction) }
  }

  /// Removes a deleted record.
  mutating func remove(_ id: RecordID) { ids.removeAll { $0 == id } }

  /// The part of a new record's sheet with the ticked records.
  func part(_ screens: AppScreens, _ say: Localizer) async throws -> TickedSection {
    let others = RelatedRecords(screens, of: linked.target)
    var titles: [String] = []
    if !ids.isEmpty {
      let page = try await others.fetch(.compare("id", .in, ids.map(Value.integer)), limit: RowLimits.section, say)
      titles = page.records.map { $0.title(in: say, related: page.included) }
    }
    return TickedSection(
      name: section.name, title: say(linked.relationship.label), choosing: say(section.adding ?? ""), ids: ids,
      titles: titles, hasMonograms: others.hasMonograms)
  }

  /// The sheet in which the records are ticked. It carries all input of the form below it.
  func sheet(
    _ draft: RecordDraft, _ form: SubmittedForm, _ screens: AppScreens, action: URLPath, _ request: ScreenRequest
  ) async throws -> ChoiceForm {
    let (say, sent) = (request.say, FormMessage(form))
    let choice = sent.ticks == nil ? TickedChoice(added: ids) : TickedChoice(form)
    var message = request.originMessage
    message.screen = request.on
    message.choosing = section.name
    message.chosenBefore = sent.chosenBefore ?? field.value
    let others = RelatedRecords(screens, of: linked.target)
    var sheet = ChoiceForm(
      title: say(section.adding ?? linked.relationship.label), kind: .several, action: action,
      intents: (.edit, .choose(section.name)), search: (choice.search, ""))
    sheet.hidden = draft.carried.filter { $0.name != section.name } + message.fields
    try await others.fill(&sheet, choice, related: nil, say)
    if sheet.groups.allSatisfy(\.choices.isEmpty), choice.search.isEmpty {
      sheet.empty = .nothingYet(others.entity.nouns, new: nil, say)
    }
    return sheet
  }
}
