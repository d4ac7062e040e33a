import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A field: a new one of a chosen kind, or one that exists.
struct FieldShapeScreen: Sendable {
  private let kind: KindShapeScreen
  /// The attribute that exists; nil for a new field.
  private let existing: AttributeDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var path: URLPath { kind.path }

  init(_ kind: KindShapeScreen, existing: AttributeDescription? = nil) {
    (self.kind, self.existing) = (kind, existing)
  }

  // MARK: Kinds

  /// The choice of a new field's kind.
  func choices(_ say: Localizer) -> LinkTiles {
    let values = FieldShape.Kind.allCases.map { kind in
      LinkRow(
        title: say(kind.label), symbol: ShapeFieldWords.symbol(kind),
        href: path.appending("new").appending(kind.rawValue))
    }
    let targets = shape.document.entities.filter { $0.derivation == nil }.map { target in
      LinkRow(
        title: say("Link to {kind}", ["kind": .text(say(target.nouns.many))]), symbol: .people,
        href: path.appending("new").appending("link").with("to", target.name))
    }
    let computed = LinkRow(
      title: say("Computed value"), symbol: .chart, href: path.appending("new").appending("computed"))
    return LinkTiles(title: say("Add field"), links: values + targets + [computed])
  }

  // MARK: Form

  // The form of a kind, with the values of the field that exists.
  private func form(_ chosen: FieldShape.Kind, _ say: Localizer) -> ShapeForm {
    var fields = [ShapeForm.field("label", "Name", required: true)]
    if let existing {
      // A number of any digits is no choice for others.
      let kinds = FieldShape.Kind.allCases + (FieldShape.Kind(existing) == .real ? [.real] : [])
      fields.append(
        ShapeForm.field(
          "kind", "Kind", .choice, required: true, choices: kinds.map { Choice($0.rawValue, $0.label.key) }))
    }
    switch chosen {
    case .choice:
      fields.append(ShapeForm.field("choices", "Choices, each in a line", multiline: true))
      fields += coloured.enumerated().map { place, choice in
        ShapeForm.field("tone\(place)", choice.label, .choice, choices: ShapeWords.tones)
      }
    case .decimal, .money:
      if chosen == .money { fields.append(ShapeForm.field("currency", "Currency, such as EUR", required: true)) }
      var scale = ShapeForm.field("scale", "Digits after the point", .integer, required: true)
      (scale.minimum, scale.maximum) = (.integer(0), .integer(9))
      fields.append(scale)
    default: break
    }
    fields.append(ShapeForm.field("required", "Required", .boolean))
    if chosen.canBeUnique || existing?.isUnique ?? false {
      fields.append(ShapeForm.field("unique", "No two records have the same", .boolean))
    }
    if existing != nil { fields.append(ShapeForm.field("hidden", "Hidden on records' pages", .boolean)) }
    return ShapeForm(fields, values(chosen, say))
  }

  private func values(_ chosen: FieldShape.Kind, _ say: Localizer) -> [String: Value] {
    let field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    let kind = existing == nil ? chosen : field.kind
    var values: [String: Value] =
      [
        "label": .text(say(field.label)), "kind": .text(kind.rawValue), "required": .integer(field.isRequired ? 1 : 0),
        "unique": .integer(field.isUnique ? 1 : 0), "choices": .text(Self.lines(field.choices)),
        "scale": .integer(Int64(field.scale)), "currency": .text(field.currency),
      ]
    guard let existing else { return values }
    values["hidden"] = .integer(shape.document.isHidden(existing.name, of: entity.name) ? 1 : 0)
    let tones = shape.document.tones(of: existing.name, of: entity.name)
    for (place, choice) in coloured.enumerated() {
      values["tone\(place)"] = tones[choice.value].map { .text($0.rawValue) } ?? .null
    }
    return values
  }

  // The number of choices that get a colour.
  private static let mostColoured = 12

  private var coloured: ArraySlice<Choice> { (existing?.choices ?? []).prefix(Self.mostColoured) }

  // The tones of the choices that remain, with those that the person has changed.
  private func tones(
    _ draft: RecordDraft, of choices: [Choice], in document: AppDocument
  ) -> [String: StateDescription.Tone] {
    guard let existing else { return [:] }
    var tones = document.tones(of: existing.name, of: entity.name)
    for (place, choice) in coloured.enumerated() where draft.changed.contains("tone\(place)") {
      tones[choice.value] = StateDescription.Tone(rawValue: draft.text("tone\(place)"))
    }
    for choice in existing.choices where !choices.contains(where: { $0.value == choice.value }) {
      tones[choice.value] = nil
    }
    return tones
  }

  /// The sheet of a new field, or of the one that exists.
  func page(_ chosen: FieldShape.Kind, _ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(chosen, request.say).draft(request.say), chosen, request)
  }

  /// Adds or changes the field.
  func save(
    _ chosen: FieldShape.Kind, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let asked = form["kind"].flatMap(FieldShape.Kind.init) ?? chosen
    // A form of another kind has other fields.
    if asked != chosen, form["_kind"] != asked.rawValue, asked == .choice || asked == .money || asked == .decimal {
      return try await retype(to: asked, form, request)
    }
    let draft = self.form(asked, request.say).draft(form, request.say)
    guard draft.errors.isEmpty else { return try await show(draft, asked, request, .unprocessableContent) }
    let field = shape(of: draft, asked, request.say)
    let action = existing.map { kind.field($0.name) } ?? path.appending("new").appending(asked.rawValue)
    let order = ShapeScreens.Order.saving(field.label, isNew: existing == nil, action: action, back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(
          draft.refused(fault, request.say), asked, request, status, draft.lone(fault, request.say))
      },
      edit: { document throws(ShapeFault) in
        if let existing {
          if field != FieldShape(existing) {
            try document.changeField(existing.name, of: entity.name, to: field)
          }
          let tones = tones(draft, of: field.choices, in: document)
          if asked == .choice, tones != document.tones(of: existing.name, of: entity.name) {
            try document.setTones(tones, of: existing.name, of: entity.name)
          }
          if draft.changed.contains("hidden") {
            try document.setHidden(draft.isOn("hidden"), existing.name, of: entity.name)
          }
        } else {
          try document.addField(field, to: entity.name)
        }
      })
  }

  // The form again with the fields of the new kind. A choice begins with the values that records have.
  private func retype(
    to asked: FieldShape.Kind, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var form = form
    if asked == .choice, let existing, existing.choices.isEmpty, form["choices"] == nil {
      form["choices"] = Self.lines(try await kind.values(of: existing))
    }
    return try await show(
      self.form(asked, request.say).draft(continuing: form, request.say), asked, request)
  }

  // The field with what the person has changed. What only another kind has is taken from the form with the kind.
  private func shape(of draft: RecordDraft, _ asked: FieldShape.Kind, _ say: Localizer) -> FieldShape {
    var field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    let isOther = existing == nil || field.kind != asked
    let changed = draft.changed
    field.kind = asked
    if existing == nil || changed.contains("label") { field.label = say.key(of: draft.text("label"), field.label) }
    if changed.contains("required") { field.isRequired = draft.isOn("required") }
    if changed.contains("unique") { field.isUnique = draft.isOn("unique") }
    if isOther || changed.contains("choices") {
      field.choices = Self.choices(draft.text("choices"), existing?.choices ?? [])
    }
    if isOther || changed.contains("scale"), case .integer(let scale) = draft.record["scale"] {
      field.scale = Int(scale)
    }
    if isOther || changed.contains("currency") { field.currency = draft.text("currency").uppercased() }
    return field
  }

  // Each choice is a line: its label, or its value and label (`new = Brand new`).
  static func lines(_ choices: [Choice]) -> String {
    choices.map(line).joined(separator: "\n")
  }

  private static func line(_ choice: Choice) -> String {
    choice.label == choice.value ? choice.value : choice.value + " = " + choice.label
  }

  // A line that stands for a known choice is that choice, whatever signs it has.
  static func choices(_ text: String, _ known: [Choice]) -> [Choice] {
    text.split(whereSeparator: \.isNewline).compactMap { line -> Choice? in
      if let choice = known.first(where: { Self.line($0) == line }) { return choice }
      let parts = line.split(separator: " = ", maxSplits: 1).map { String($0).trimmingSpaces() }
      guard let value = parts.first, !value.isEmpty else { return nil }
      return parts.count > 1 && !parts[1].isEmpty ? Choice(value, parts[1]) : Choice(value)
    }
  }

  private func show(
    _ draft: RecordDraft, _ chosen: FieldShape.Kind, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok,
    _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let action = existing.map { kind.field($0.name) } ?? path.appending("new").appending(chosen.rawValue)
    var fields = draft.fields(prefix: "n-", say)
    if let first = fields.firstIndex(where: { $0.column.name == "tone0" }) {
      fields[first].heading = say("Colours in lists")
      if let next = fields.firstIndex(where: { $0.column.name == "required" }) { fields[next].heading = say("Rules") }
    }
    var note: String?
    if existing == nil {
      let count = try await shape.screens.store.count(AnyFetchRequest(entity.name))
      if count > 0 { note = say("The {count} records that exist have no value in it.", ["count": .count(count)]) }
    }
    var sheet = shape.sheet(
      title: existing.map { say($0.label) } ?? say(chosen.label), action: action, cancel: path,
      fields: fields, hidden: shape.message(of: draft) + [("_kind", chosen.rawValue)], fault: fault,
      note: note, verb: existing == nil ? say("Add") : say("Save"))
    if let existing {
      sheet.links = [
        LinkRow(
          title: say("Delete {title}", ["title": .text(say(existing.label))]), symbol: .trash,
          href: kind.field(existing.name).appending("delete"), isDangerous: true)
      ]
    }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
