import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Making a new record in the middle of a form that has to choose one: a sheet above the form, which brings everything
/// typed there along.
struct RelatedCreation: Sendable {
  let relationship: RelationshipDescription
  /// The form below the sheet.
  let form: SubmittedForm
  private let screens: AppScreens
  private let target: EntityDescription
  private let sent: SubmittedForm
  private let intent: FormIntent

  /// What came of it.
  enum Answer {
    /// It is asked for, or something is wrong with it.
    case sheet(CreationSheet, HTTPResponse.Status)
    /// The sheet is done with: the record that was made, or nil.
    case done(RecordID?)
  }

  /// What a form asks for; nil when it asks for something else.
  init?(_ sent: SubmittedForm, _ screens: AppScreens, of entity: EntityDescription) {
    intent = FormMessage(sent).intent
    let name: String
    switch intent {
    case .beginNew(let relationship), .createNew(let relationship), .leaveNew(let relationship): name = relationship
    default: return nil
    }
    guard let relationship = entity.relationship(name), let target = Self.target(relationship, screens) else {
      return nil
    }
    self.relationship = relationship
    self.screens = screens
    self.target = target
    self.sent = sent
    // The first time the form's own fields are sent; afterwards the sheet brings them along.
    form = intent == .beginNew(name) ? sent : sent.carried
  }

  /// The button that opens the sheet; nil where such a record can't be made by its own fields alone.
  static func offer(
    _ relationship: RelationshipDescription, _ screens: AppScreens, _ say: Localizer
  ) -> (intent: FormIntent, title: String)? {
    target(relationship, screens).map { (.beginNew(relationship.name), say.newRecord($0.nouns)) }
  }

  private static func target(_ relationship: RelationshipDescription, _ screens: AppScreens) -> EntityDescription? {
    guard relationship.cardinality == .toOne,
      let target = screens.description.model.entity(named: relationship.target), !target.isDerived,
      !target.columns.contains(where: { if case .toOne(let each) = $0 { each.isRequired } else { false } })
    else { return nil }
    return target
  }

  /// Opens the sheet, leaves it, or makes the record.
  func answer(_ say: Localizer) async throws -> Answer {
    if intent == .leaveNew(relationship.name) { return .done(nil) }
    guard intent == .createNew(relationship.name) else { return .sheet(sheet(RecordDraft(begun, say), say), .ok) }
    let result = try await screens.store.save(
      read: { AnyRecord(target) }, draft: { RecordDraft(sent, over: $0, say) })
    switch result {
    case .saved(let record, _, _): return .done(record.id)
    case .invalid(let draft): return .sheet(sheet(draft, say), .unprocessableContent)
    case .refused(let draft, let error):
      let (draft, refusal) = try await screens.refused(draft, by: error, say)
      var sheet = sheet(draft, say)
      sheet.fault = refusal.fault
      return .sheet(sheet, refusal.status())
    case .answered, .gone, .conflict: return .done(nil)
    }
  }

  // What was searched for in vain is probably the title of the new one.
  private var begun: AnyRecord {
    var record = AnyRecord(target)
    let text = FormMessage(sent).sheetSearch
    if let title = target.titleAttributes.first, let position = target.position(of: title.name), !text.isEmpty {
      _ = record.read(text: text, at: position)
    }
    return record
  }

  private func sheet(_ draft: RecordDraft, _ say: Localizer) -> CreationSheet {
    // A sheet above this one has no place: related records are chosen later, on the record's own page.
    let fields = draft.fields(prefix: "n-", say).filter { if case .attribute = $0.column { true } else { false } }
    return CreationSheet(
      title: say.newRecord(target.nouns), fields: fields,
      intents: (.createNew(relationship.name), .leaveNew(relationship.name)))
  }
}
