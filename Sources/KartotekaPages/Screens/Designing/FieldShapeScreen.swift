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

  private func form(_ chosen: FieldShape.Kind) -> ShapeForm {
    var fields = [ShapeForm.field("label", "Name", required: true)]
    if existing != nil {
      fields.append(
        ShapeForm.field(
          "kind", "Kind", .choice, required: true,
          choices: FieldShape.Kind.allCases.map { Choice($0.rawValue, $0.label.key) }))
    }
    switch chosen {
    case .choice:
      fields.append(ShapeForm.field("choices", "Choices, each in a line", multiline: true))
      fields += (existing?.choices ?? []).prefix(Self.mostColoured).enumerated().map { place, choice in
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
    if chosen.canBeUnique { fields.append(ShapeForm.field("unique", "No two records have the same", .boolean)) }
    if existing != nil { fields.append(ShapeForm.field("hidden", "Hidden on records' pages", .boolean)) }
    return ShapeForm(fields)
  }

  private func draft(_ field: FieldShape, isHidden: Bool, _ say: Localizer) -> RecordDraft {
    var values: [String: Value] =
      [
        "label": .text(field.label), "kind": .text(field.kind.rawValue), "required": .integer(field.isRequired ? 1 : 0),
        "unique": .integer(field.isUnique ? 1 : 0), "hidden": .integer(isHidden ? 1 : 0),
        "choices": .text(Self.lines(field.choices)), "scale": .integer(Int64(field.scale)),
        "currency": .text(field.currency),
      ]
    let tones = existing.map { shape.document.tones(of: $0.name, of: entity.name) } ?? [:]
    for (place, choice) in (existing?.choices ?? []).enumerated() {
      values["tone\(place)"] = tones[choice.value].map { .text($0.rawValue) } ?? .null
    }
    return form(field.kind).draft(values, say)
  }

  // The number of choices that get a colour.
  private static let mostColoured = 12

  // The tones in a form; nil for a form without any.
  private func tones(_ draft: RecordDraft) -> [String: StateDescription.Tone]? {
    guard let existing else { return nil }
    let coloured = existing.choices.prefix(Self.mostColoured)
    guard !coloured.isEmpty, draft.record.entity.position(of: "tone0") != nil else { return nil }
    // Choices beyond those of the form keep theirs.
    var tones = shape.document.tones(of: existing.name, of: entity.name)
    for (place, choice) in coloured.enumerated() {
      tones[choice.value] = StateDescription.Tone(rawValue: draft.text("tone\(place)"))
    }
    return tones
  }

  /// The sheet of a new field, or of the one that exists.
  func page(_ chosen: FieldShape.Kind, _ request: ScreenRequest) async throws -> ScreenDocument {
    var field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    field.kind = chosen
    field.label = request.say(field.label)
    let isHidden = existing.map { shape.document.isHidden($0.name, of: entity.name) } ?? false
    return try await show(draft(field, isHidden: isHidden, request.say), chosen, request)
  }

  /// Adds or changes the field.
  func save(
    _ chosen: FieldShape.Kind, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let asked = form["kind"].flatMap(FieldShape.Kind.init) ?? chosen
    let draft = self.form(asked).draft(form, request.say)
    // A form of another kind has other fields.
    if asked != chosen, form["_kind"] != asked.rawValue, asked == .choice || asked == .money || asked == .decimal {
      return try await retype(to: asked, draft, request)
    }
    guard draft.errors.isEmpty else { return try await show(draft, asked, request, .unprocessableContent) }
    var field = shape(of: draft, asked)
    if let existing { field.label = request.say.key(of: field.label, existing.label) }
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
          try document.changeField(existing.name, of: entity.name, to: field)
          if let tones = tones(draft), tones != document.tones(of: existing.name, of: entity.name) {
            try document.setTones(tones, of: existing.name, of: entity.name)
          }
          let isHidden = draft.isOn("hidden")
          if isHidden != document.isHidden(existing.name, of: entity.name) {
            try document.setHidden(isHidden, existing.name, of: entity.name)
          }
        } else {
          try document.addField(field, to: entity.name)
        }
      })
  }

  // The form again with the fields of the new kind. A choice begins with the values that records have.
  private func retype(
    to asked: FieldShape.Kind, _ draft: RecordDraft, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    var field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    field.kind = asked
    field.label = draft.text("label")
    field.isRequired = draft.isOn("required")
    field.isUnique = draft.isOn("unique")
    if asked == .choice, let existing, field.choices.isEmpty { field.choices = try await kind.values(of: existing) }
    return try await show(self.draft(field, isHidden: draft.isOn("hidden"), request.say), asked, request)
  }

  private func shape(of draft: RecordDraft, _ asked: FieldShape.Kind) -> FieldShape {
    var field = FieldShape()
    field.kind = asked
    field.label = draft.text("label")
    field.isRequired = draft.isOn("required")
    field.isUnique = draft.isOn("unique")
    field.choices = Self.choices(draft.text("choices"), existing?.choices ?? [])
    if case .integer(let scale) = draft.record["scale"] { field.scale = Int(scale) }
    field.currency = draft.text("currency").uppercased()
    return field
  }

  // Each choice is a line: its label, or its value and label (`new = Brand new`).
  static func lines(_ choices: [Choice]) -> String {
    choices.map { $0.label == $0.value ? $0.value : $0.value + " = " + $0.label }.joined(separator: "\n")
  }

  static func choices(_ text: String, _ known: [Choice]) -> [Choice] {
    text.split(whereSeparator: \.isNewline).compactMap { line -> Choice? in
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
      fields: fields, hidden: shape.message + [("_kind", chosen.rawValue)], fault: fault,
      note: note, verb: existing == nil ? say("Add") : say("Save"))
    if let existing {
      sheet.links = [
        LinkRow(
          title: say("Delete {title}", ["title": .text(say(existing.label))]), symbol: .trash,
          href: kind.field(existing.name).appending("delete"), isDangerous: true)
      ]
    }
    return try await kind.page(request, status: status, sheet: sheet)
  }
}
