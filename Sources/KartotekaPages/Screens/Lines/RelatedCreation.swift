import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Creates a related record during the choice in a form: a sheet above the form, which carries all its input.
struct RelatedCreation: Sendable {
  let relationship: RelationshipDescription
  /// Whether it is what a new line names, and not related to the record itself.
  let isOfLine: Bool
  /// The form below the sheet.
  let form: SubmittedForm
  private let screens: AppScreens
  private let target: EntityDescription
  private let sent: SubmittedForm
  private let intent: FormIntent
  // The relationship in intents. That of a line has a prefix, since the record may have one of the same name.
  private let name: String
  private static let line = "line."

  /// The result.
  enum Answer {
    /// The sheet is shown, possibly with faults.
    case sheet(NewRecordForm, HTTPResponse.Status)
    /// The sheet is closed, with the created record and its change set, or nil.
    case done(RecordID?, changeSet: Int64? = nil)
  }

  /// The creation that a form requests; nil for other requests.
  /// - Parameter line: the lines of the entity's records.
  init?(_ sent: SubmittedForm, _ screens: AppScreens, of entity: EntityDescription, line: EntityDescription) {
    intent = FormMessage(sent).intent
    let name: String
    switch intent {
    case .beginNew(let relationship), .createNew(let relationship), .leaveNew(let relationship): name = relationship
    default: return nil
    }
    isOfLine = name.hasPrefix(Self.line)
    let found = isOfLine ? line.relationship(String(name.dropFirst(Self.line.count))) : entity.relationship(name)
    guard let relationship = found, let target = Self.target(relationship, screens) else { return nil }
    self.name = name
    self.relationship = relationship
    self.screens = screens
    self.target = target
    self.sent = sent
    // The first submission has the form's own fields; later ones come from the sheet.
    form = intent == .beginNew(name) ? sent : sent.carried
  }

  /// The button that opens the sheet; nil if a record can't be created by its own fields.
  static func offer(
    _ relationship: RelationshipDescription, _ screens: AppScreens, _ say: Localizer
  ) -> (intent: FormIntent, title: String)? {
    target(relationship, screens).map { (.beginNew(relationship.name), say.newRecord($0.nouns)) }
  }

  /// The button that makes what a new line names; nil if it can't be created by its own fields.
  static func offer(
    ofLine relationship: RelationshipDescription, _ screens: AppScreens, _ say: Localizer
  ) -> (intent: FormIntent, title: String)? {
    offer(relationship, screens, say).map { (.beginNew(line + relationship.name), $0.title) }
  }

  private static func target(_ relationship: RelationshipDescription, _ screens: AppScreens) -> EntityDescription? {
    guard relationship.cardinality == .toOne,
      let target = screens.description.model.entity(named: relationship.target), !target.isDerived,
      !target.columns.contains(where: { if case .toOne(let each) = $0 { each.isRequired } else { false } })
    else { return nil }
    return target
  }

  /// Opens or closes the sheet, or creates the record.
  func answer(_ say: Localizer) async throws -> Answer {
    if intent == .leaveNew(name) { return .done(nil) }
    guard intent == .createNew(name) else { return .sheet(try await sheet(RecordDraft(begun, say), say), .ok) }
    let result = try await screens.store.save(
      read: { AnyRecord(target) }, draft: { RecordDraft(sent, over: $0, say) })
    switch result {
    case .saved(let record, _, let changeSet): return .done(record.id, changeSet: changeSet)
    case .invalid(let draft): return .sheet(try await sheet(draft, say), .unprocessableContent)
    case .refused(let draft, let error):
      let (draft, refusal) = try await screens.refused(draft, by: error, say)
      var sheet = try await sheet(draft, say)
      sheet.fault = refusal.fault
      return .sheet(sheet, refusal.status())
    case .answered, .gone, .conflict: return .done(nil)
    }
  }

  // An unsuccessful search text is probably the new title.
  private var begun: AnyRecord {
    var record = AnyRecord(target)
    let message = FormMessage(sent)
    let text = isOfLine ? message.itemSearch ?? "" : message.sheetSearch
    if let title = target.titleAttributes.first, title.series == nil,
      let position = target.position(of: title.name), !text.isEmpty
    {
      _ = record.read(text: text, at: position)
    }
    return record
  }

  private func sheet(_ draft: RecordDraft, _ say: Localizer) async throws -> NewRecordForm {
    // Related records are chosen later on the record's page, because a sheet can't open another one.
    let fields = draft.fields(prefix: "n-", say).filter { field in
      if case .attribute = field.column { !field.isUnseen && field.column.stamp == nil } else { false }
    }
    var sheet = NewRecordForm(
      title: say.newRecord(target.nouns), fields: try await screens.numbered(fields, of: target, say))
    sheet.intents = (.createNew(name), .leaveNew(name))
    sheet.hidden = draft.message.fields
    sheet.fault = draft.lostFault(say)
    return sheet
  }
}
