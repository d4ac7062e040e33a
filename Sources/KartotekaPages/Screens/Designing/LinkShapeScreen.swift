import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A relationship: a new one to a chosen kind of record, or one that exists.
struct LinkShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let target: DocumentEntity
  private let existing: RelationshipDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var path: URLPath { kind.path }

  init(_ kind: KindShapeScreen, target: String, existing: RelationshipDescription? = nil) throws {
    guard let target = kind.document.entity(target) else { throw ScreenFault.noSuchPage }
    (self.kind, self.target, self.existing) = (kind, target, existing)
  }

  private var formulas: FieldFormulas { FieldFormulas(kind, existing?.name) }

  private func form(_ say: Localizer) -> ShapeForm {
    var fields = [ShapeForm.field("label", "Name", required: true)]
    if existing == nil {
      fields.append(
        ShapeForm.field(
          "number", "How many", .choice, required: true,
          choices: [
            Choice("toOne", "One record"), Choice("manyToMany", "Several, which others can have too"),
            Choice("toMany", "Several, which belong to one alone"),
          ]))
      fields.append(ShapeForm.field("back", "Name on the other side"))
    }
    if shape.opened == nil, existing?.cardinality == .manyToMany, kind.document.canBeTags(target.name) {
      fields.append(ShapeForm.field("tags", "Typed as tags: a new name makes a new record", .boolean))
    }
    if shape.opened == nil, existing == nil || existing?.cardinality == .toOne {
      fields.append(
        ShapeForm.field(
          "rule", "When the other record is deleted", .choice, required: true,
          choices: [
            Choice("nullify", "This field becomes empty"),
            Choice("deny", "It can't be deleted while something leads to it"),
            Choice("cascade", "Records that lead to it are deleted too"),
          ]))
      fields.append(ShapeForm.field("required", "Required", .boolean))
      if existing != nil {
        fields.append(ShapeForm.field("unique", "No two records have the same", .boolean))
        fields.append(ShapeForm.field("placeholder", "Text while nothing is chosen"))
      }
    }
    if existing?.cardinality == .toOne, shape.opened == nil { fields += formulas.fields(hasInitial: false) }
    let isItself = target.name == entity.name
    return ShapeForm(
      fields,
      [
        "label": .text(existing.map { say($0.label) } ?? (isItself ? "" : say.capitalized(target.nouns.one))),
        "number": .text("toOne"), "back": .text(isItself ? "" : say.capitalized(entity.nouns.many)),
        "rule": .text((existing?.deleteRule ?? .nullify).rawValue),
        "required": .integer(existing?.isRequired ?? false ? 1 : 0),
        "unique": .integer(existing?.isUnique ?? false ? 1 : 0),
        "placeholder": existing?.placeholder.map { Value.text(say($0)) } ?? .null,
        "tags": .integer(existing?.isTags ?? false ? 1 : 0),
      ].merging(formulas.values(say)) { one, _ in one })
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds or changes the relationship.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let draft = self.form(request.say).draft(form, request.say)
    if let existing, FormMessage(form).intent == .find { return try await tryOut(draft, existing.name, request) }
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let changed = draft.changed
    var link = LinkShape()
    link.label = draft.text("label")
    if let existing {
      link.label = changed.contains("label") ? request.say.key(of: link.label, existing.label) : existing.label
    }
    link.target = target.name
    link.cardinality = RelationshipDescription.Cardinality(rawValue: draft.text("number")) ?? .toOne
    link.deleteRule = DeleteRule(rawValue: draft.text("rule")) ?? .nullify
    link.isRequired = draft.isOn("required")
    link.isUnique = draft.isOn("unique")
    link.placeholder = request.say.key(of: draft.text("placeholder"), existing?.placeholder ?? "")
    if let existing {
      // What the person has not changed stays as it is by now.
      if !changed.contains("rule") { link.deleteRule = existing.deleteRule }
      if !changed.contains("required") { link.isRequired = existing.isRequired }
      if !changed.contains("unique") { link.isUnique = existing.isUnique }
      if !changed.contains("placeholder") { link.placeholder = existing.placeholder ?? "" }
    }
    link.backLabel = draft.text("back")
    let order = ShapeScreens.Order.saving(link.label, isNew: existing == nil, action: action, back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        let moved = fault.field == "backLabel" ? ShapeFault("back", fault.phrase) : fault
        return try await show(draft.refused(moved, request.say), request, status, draft.lone(moved, request.say))
      },
      edit: { document throws(ShapeFault) in
        if let existing {
          try document.nameLink(existing.name, of: entity.name, link.label)
          if changed.contains("tags") {
            try document.setTags(draft.isOn("tags"), existing.name, of: entity.name)
          }
          if shape.opened == nil, !changed.isDisjoint(with: ["rule", "required", "unique", "placeholder"]) {
            try document.changeLink(existing.name, of: entity.name, to: link)
          }
          if shape.opened == nil {
            try formulas.apply(draft, to: existing.name, in: &document, request.say)
          }
        } else {
          try document.addLink(link, to: entity.name)
        }
      })
  }

  // The sheet again with what its formulas come to. Nothing is stored, and other faults wait until it is sent.
  private func tryOut(_ draft: RecordDraft, _ name: String, _ request: ScreenRequest) async throws -> ScreenDocument {
    let (say, shown) = (request.say, draft.tried)
    guard shown.errors.isEmpty else { return try await show(shown, request) }
    var document = kind.document
    do throws(ShapeFault) { try formulas.apply(draft, to: name, in: &document, say) } catch {
      return try await show(shown.refused(error, say), request)
    }
    return try await show(shown, request, result: try await formulas.results(of: draft, name, in: document, say))
  }

  private var action: URLPath {
    existing.map { kind.field($0.name) } ?? path.appending("new").appending("link").with("to", target.name)
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil,
    result: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var sheet = shape.sheet(
      title: existing.map { say($0.label) } ?? say.capitalized(target.nouns.many), action: action, cancel: path,
      fields: kind.offering(in: draft.fields(prefix: "n-", say), FieldFormulas.names, say),
      hidden: shape.message(of: draft), fault: fault, note: result, verb: existing == nil ? say("Add") : say("Save"))
    if existing?.cardinality == .toOne, shape.opened == nil { sheet.trial = say("Try") }
    if let existing, shape.opened == nil {
      if shape.layer == nil { sheet.links = [LinesShapeScreen.link(kind, existing, say)].compactMap(\.self) }
      sheet.links += [
        LinkRow(
          title: say("Delete {title}", ["title": .text(say(existing.label))]), symbol: .trash,
          href: kind.field(existing.name).appending("delete"), isDangerous: true)
      ]
    }
    if let existing, let opened = shape.opened {
      sheet.links = OpenedKind(kind, opened).refusal(of: existing, say).map { [$0] } ?? []
    }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
