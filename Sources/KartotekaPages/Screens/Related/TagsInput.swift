import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The tags of a record in its form: the names of the related records in one text. Saving adds those that were typed and takes out
/// those that were removed, so that forms of two people merge.
struct TagsInput: Sendable {
  let relationship: RelationshipDescription
  let target: EntityDescription
  /// The names that the form was made from.
  let base: [String]
  /// The text in the field.
  let text: String
  /// The names that the field offers.
  var known: [String] = []

  // The most names that a field offers.
  private static let mostKnown = 300
  // The most characters of the field.
  private static let longest = 4_000

  init(_ relationship: RelationshipDescription, _ target: EntityDescription, base: [String], text: String? = nil) {
    (self.relationship, self.target, self.base) = (relationship, target, base)
    self.text = text ?? TagText.text(base)
  }

  private var names: [String] { TagText.names(text) }

  /// The most characters of the text: what is stored may have more than a field takes.
  private var most: Int { max(Self.longest, TagText.text(base).count) }

  /// The names that were added.
  var added: [String] {
    let known = Set(base.map(TagText.key))
    return names.filter { !known.contains(TagText.key($0)) }
  }

  /// The names that were removed.
  var removed: [String] {
    let kept = Set(names.map(TagText.key))
    return base.filter { !kept.contains(TagText.key($0)) }
  }

  /// Why the text can't be saved; nil where it can.
  var fault: Phrase? {
    let added = self.added
    // Whoever has more of them than a field takes can change everything else, and take some out.
    if text.count > most, !(added.isEmpty && removed.isEmpty) { return "This is too long" }
    for name in added {
      if let reason = target.tagFault(name) {
        return Phrase("{name}: {reason}", ["name": .text(name), "reason": .phrase(reason)])
      }
    }
    return nil
  }

  /// The name and value that a form sends of it.
  var carried: (name: String, value: String) { (relationship.name, text) }

  /// The field of a form.
  func field(prefix: String, error: String?, isFixed: Bool) -> FormField {
    var attribute = AttributeDescription(name: relationship.name, label: relationship.label, kind: .text)
    attribute.maximumLength = most
    attribute.help = "Names with commas between. New names are added"
    attribute.placeholder = relationship.placeholder
    var field = FormField(column: .attribute(attribute), id: prefix + relationship.name, text: text)
    field.error = error
    let stored = TagText.text(base)
    if stored != text { field.stored = stored }
    if isFixed { field.display = text } else { field.names = known }
    return field
  }

  /// Saves the changes of a stored record.
  /// - Throws: what ``Transaction/changeTags(_:_:of:adding:removing:)`` throws; faults of a tag are those of the field.
  func save(of id: RecordID, _ entity: EntityDescription, in transaction: Transaction) throws {
    let (added, removed) = (self.added, self.removed)
    if added.isEmpty, removed.isEmpty { return }
    do {
      try transaction.changeTags(entity, relationship, of: id, adding: added, removing: removed)
    } catch StoreError.invalid(let faults) {
      throw StoreError.invalid(faults.map { FieldFault(relationship.name, $0.phrase) })
    }
  }

  /// Reads the names that the field offers.
  mutating func offer(_ screens: AppScreens, _ say: Localizer) async throws {
    guard let name = target.tagName else { return }
    let page = try await RelatedRecords(screens, of: target).fetch(nil, limit: Self.mostKnown, say)
    known = page.records.compactMap { if case .text(let text) = $0[name.name] { text } else { nil } }
  }
}

// Tags in forms.
extension ListScreen {
  /// The tags that forms of records have as a field. Others are sections of the record's page.
  var tags: [(relationship: RelationshipDescription, target: EntityDescription)] {
    guard !entity.isDerived, entity.source == nil, LinesScreen(self) == nil else { return [] }
    return entity.tags.compactMap { relationship in
      guard let target = screens.description.model.entity(named: relationship.target), target.tagName != nil,
        !screens.isFixed(target)
      else { return nil }
      return (relationship, target)
    }
  }

  /// Whether a section is a field of the form.
  func isField(_ section: ListDescription.Section) -> Bool {
    section.through == nil && tags.contains { $0.relationship.name == section.name }
  }

  /// Gives a draft the tags of its form.
  func takeTags(_ draft: inout RecordDraft, from form: SubmittedForm? = nil, _ say: Localizer) {
    let base = draft.base.id == nil ? nil : form.flatMap { FormMessage($0).base }
    let inputs = tags.map { relationship, target in
      TagsInput(
        relationship, target, base: TagText.names(base?[relationship.name] ?? ""), text: form?[relationship.name])
    }
    for input in inputs {
      if let fault = input.fault { draft.errors[input.relationship.name] = say(fault) }
    }
    draft.tags = inputs
  }

  /// Gives a draft what its fields of tags show: the stored ones, unless it has those of a form.
  func showTags(_ draft: inout RecordDraft, _ say: Localizer) async throws {
    var inputs = draft.tags ?? []
    if draft.tags == nil {
      for (relationship, target) in tags {
        let names = try await names(relationship, target, of: draft.base.id)
        inputs.append(TagsInput(relationship, target, base: names))
      }
    }
    for index in inputs.indices { try await inputs[index].offer(screens, say) }
    draft.tags = inputs
  }

  private func names(
    _ relationship: RelationshipDescription, _ target: EntityDescription, of id: RecordID?
  ) async throws -> [String] {
    guard let id, let name = target.tagName else { return [] }
    let most = AnyFetchRequest.limits.most
    let ids = try await screens.store.related(relationship, of: [id], most: most)[id] ?? []
    guard !ids.isEmpty else { return [] }
    var fetch = AnyFetchRequest(target.name)
    fetch.predicate = .compare("id", .in, ids.map(Value.integer))
    (fetch.readsBlobs, fetch.wantsTotal, fetch.limit) = (false, false, ids.count)
    return try await screens.store.fetch(fetch).records.compactMap { record in
      if case .text(let text) = record[name.name] { text } else { nil }
    }
  }
}
