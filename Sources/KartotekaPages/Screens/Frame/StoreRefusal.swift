import HTTPTypes
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// An error of the store as texts of a form. It is the only place that words store errors for forms; `Problem` words them
/// for programs, `StoreError.phrase(in:)` for the command line, `phraseForPeople(in:)` where there is no form.
struct StoreRefusal {
  /// The faults by column name.
  var fields: [String: String] = [:]
  /// The fault of the record; nil if the fields explain it.
  var fault: String?
  /// Whether the form can be submitted again later, for example after a full disk.
  var isTemporary = false

  /// The texts for an error; nil for errors that are not about the input.
  init?(_ error: StoreError, of entity: EntityDescription, in model: ModelDescription, _ say: Localizer) {
    switch error {
    case .invalid(let faults):
      for fault in faults { fields[fault.field] = say(fault.phrase) }
      fault = Self.untold(faults, entity).map { say($0) }
    case .notUnique(_, let field): fields[field] = say("Another card has this already")
    case .notUniqueTogether(_, let names):
      let labels = names.compactMap { entity.position(of: $0) }.map { say(entity.columns[$0].label) }
      let reason = say("Another card has the same {fields}", ["fields": .text(labels.joined(separator: ", "))])
      for name in names { fields[name] = reason }
    case .missingTarget(_, let field, let id):
      let target = entity.relationship(field).flatMap { model.entity(named: $0.target) }
      fields[field] = say.noSuchRecord(id, target?.nouns ?? Nouns("record", "records"))
    case .readOnly(_, let field): fields[field] = say("This can't be changed any more")
    case .setByAction(_, let field, let action):
      fields[field] = say("Only the action {action} sets this", ["action": .text(action)])
    case .closed(_, _, let closing): fault = say(closing.reason)
    case .refused(let reason): fault = say(reason)
    case .constraint: fault = say("The database refuses this card; nothing was changed.")
    case .primary(_, _, let refusal):
      isTemporary = refusal != .rule
      fault = say(
        "{reason} Nothing was saved; what you typed is still here.", ["reason": .phrase(refusal.phrase)])
    case .outcomeUnknown:
      isTemporary = true
      fault = say(
        "{reason} What you typed is still here.", ["reason": .phrase(StoreError.unknownOutcome)])
    case .fileRefuses, .fileTooSlow: fault = Problem(error, model: model).map { say($0.detail) } ?? ""
    case .changedMeanwhile, .descriptionChanged, .busy, .overloaded, .tooManyLongReads, .disk, .fileLost,
      .unusable(_, .readOnly):
      guard let problem = Problem(error, model: model) else { return nil }
      isTemporary = true
      fault = say(
        "{reason} Nothing was saved; what you typed is still here.", ["reason": .phrase(problem.detail)])
    default: return nil
    }
  }

  // A rule that names no field which a form shows, such as one over lines.
  private static func untold(_ faults: [FieldFault], _ entity: EntityDescription) -> Phrase? {
    func isShown(_ fault: FieldFault) -> Bool {
      guard let position = entity.position(of: fault.field) else { return false }
      if case .attribute(let attribute) = entity.columns[position] { return !attribute.isHiddenInForms }
      return true
    }
    let told = Set(faults.filter(isShown).compactMap(\.rule))
    return faults.first { fault in fault.rule.map { !told.contains($0) } ?? false }?.phrase
  }

  /// The text for an error of one line.
  static func line(
    _ error: StoreError, of entity: EntityDescription, in model: ModelDescription, _ say: Localizer
  ) -> String {
    switch error {
    case .missingTarget: say("Somebody has deleted this meanwhile. Take the line out.")
    case .notUnique, .notUniqueTogether: say("This is in another line already")
    default:
      StoreRefusal(error, of: entity, in: model, say).flatMap { refusal in
        refusal.fault ?? refusal.fields.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
      } ?? say("The database refuses this card; nothing was changed.")
    }
  }

  /// The status of a page that says why a change was refused, without the texts of a form.
  static func status(of error: StoreError) -> HTTPResponse.Status {
    switch error {
    case .primary(_, _, let refusal) where refusal != .rule: .serviceUnavailable
    case .outcomeUnknown: .gatewayTimeout
    default: .conflict
    }
  }

  /// The status of the page with the form.
  func status(_ usual: HTTPResponse.Status = .conflict) -> HTTPResponse.Status {
    isTemporary ? .serviceUnavailable : usual
  }
}

extension AppScreens {
  /// The draft with the error's faults, and the fault of the record. For a duplicate value the field links to the other
  /// record.
  /// - Throws: the error itself if it is not about the input.
  func refused(
    _ draft: RecordDraft, by error: StoreError, _ say: Localizer
  ) async throws -> (draft: RecordDraft, refusal: StoreRefusal) {
    let entity = draft.record.entity
    guard let refusal = StoreRefusal(error, of: entity, in: description.model, say) else { throw error }
    var draft = draft
    draft.errors.merge(refusal.fields) { $1 }
    let fields: [String]
    switch error {
    case .notUnique(entity.name, let field): fields = [field]
    case .notUniqueTogether(entity.name, let names): fields = names
    default: return (draft, refusal)
    }
    var isNumber = false
    // A stored record whose number is emptied keeps the one that it had.
    if draft.record.id == nil, fields.count == 1, let fault = try await takenNumber(fields[0], of: entity, say) {
      draft.errors[fields[0]] = fault
      isNumber = true
    }
    guard let first = fields.first, let other = try await twin(of: draft.record, fields) else {
      return (draft, refusal)
    }
    let title = try await title(of: other, say)
    // "Portugal is there already" if the field is the title.
    if !isNumber, fields == entity.titleAttributes.map(\.name) {
      draft.errors[first] = say("{title} is there already", ["title": .text(title)])
    }
    if screen(of: entity) != nil {
      let href = path(of: entity).appending(other.id ?? 0)
      draft.links[first] = (say("Open {title}", ["title": .text(title)]), href)
    }
    return (draft, refusal)
  }

  // The other record with the same values.
  private func twin(of record: AnyRecord, _ fields: [String]) async throws -> AnyRecord? {
    guard fields.allSatisfy({ record.entity.position(of: $0) != nil }) else { return nil }
    var record = record
    record.fillFollowing()
    var request = AnyFetchRequest(record.entity.name)
    request.readsBlobs = false
    request.limit = 2
    request.predicate = .all(fields.map { .compare($0, .eq, [record[$0]]) })
    return try await store.fetch(request).records.first { $0.id != record.id }
  }
}
