import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A column of an opened file: what it is called, and what its values are. The column itself stays as it is.
struct ColumnShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let attribute: AttributeDescription
  private let current: ColumnKind
  /// The kinds of which all values of the first rows are.
  private let kinds: [ColumnKind]

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }

  init(_ kind: KindShapeScreen, _ opened: OpenedShapeState, _ attribute: AttributeDescription) throws {
    guard let current = ColumnKind(attribute) else { throw ScreenFault.noSuchPage }
    (self.kind, self.attribute, self.current) = (kind, attribute, current)
    let column = opened.column(attribute.name, of: kind.entity.name)
    kinds = ColumnKind.allCases.filter { $0 == current || column.map($0.fits) ?? false }
  }

  private func form(_ chosen: ColumnKind, _ say: Localizer) -> ShapeForm {
    var fields = [
      ShapeForm.field("label", "Name", required: true),
      ShapeForm.field(
        "kind", "Kind", .choice, required: true, choices: kinds.map { Choice($0.rawValue, $0.label.key) }),
    ]
    if chosen == .choice { fields.append(ShapeForm.field("choices", "Choices, each in a line", multiline: true)) }
    if chosen == .money { fields.append(ShapeForm.field("currency", "Currency, such as EUR", required: true)) }
    if !attribute.isBytes { fields.append(ShapeForm.field("title", "Part of a record's title", .boolean)) }
    fields.append(ShapeForm.field("hidden", "Hidden on records' pages", .boolean))
    let isHidden = shape.document.isHidden(attribute.name, of: entity.name)
    return ShapeForm(
      fields,
      [
        "label": .text(say(attribute.label)), "kind": .text(current.rawValue),
        "choices": .text(FieldShapeScreen.lines(attribute.choices)), "currency": .text(attribute.currency ?? "EUR"),
        "title": .integer(attribute.isTitle ? 1 : 0), "hidden": .integer(isHidden ? 1 : 0),
      ])
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(current, request.say).draft(request.say), current, request)
  }

  /// Changes the column's words and kind.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let asked = form["kind"].flatMap(ColumnKind.init).flatMap { kinds.contains($0) ? $0 : nil } ?? current
    // A form of another kind has other fields.
    if asked != current, form["_kind"] != asked.rawValue, asked == .choice || asked == .money {
      var form = form
      if asked == .choice, form["choices"] == nil {
        form["choices"] = FieldShapeScreen.lines(try await kind.values(of: attribute))
      }
      return try await show(
        self.form(asked, request.say).draft(continuing: form, request.say), asked, request)
    }
    let draft = self.form(asked, request.say).draft(form, request.say)
    guard draft.errors.isEmpty else { return try await show(draft, asked, request, .unprocessableContent) }
    let changed = draft.changed
    let label =
      changed.contains("label") ? request.say.key(of: draft.text("label"), attribute.label) : attribute.label
    let isOther = asked != current
    let order = ShapeScreens.Order.saving(
      label, isNew: false, action: kind.field(attribute.name), back: kind.path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(
          draft.refused(fault, request.say), asked, request, status, draft.lone(fault, request.say))
      },
      edit: { document throws(ShapeFault) in
        if !changed.subtracting(["hidden"]).isEmpty {
          try document.changeColumn(
            attribute.name, of: entity.name, label: label, kind: asked,
            currency: isOther || changed.contains("currency")
              ? draft.text("currency").uppercased() : attribute.currency ?? "",
            choices: isOther || changed.contains("choices")
              ? FieldShapeScreen.choices(draft.text("choices"), attribute.choices) : attribute.choices,
            isTitle: changed.contains("title") ? draft.isOn("title") : attribute.isTitle)
        }
        if changed.contains("hidden") {
          try document.setHidden(draft.isOn("hidden"), attribute.name, of: entity.name)
        }
      })
  }

  private func show(
    _ draft: RecordDraft, _ chosen: ColumnKind, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok,
    _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say(attribute.label), action: kind.field(attribute.name), cancel: kind.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message(of: draft) + [("_kind", chosen.rawValue)],
      fault: fault,
      note: say(
        "Column {name} of the file. Kinds are offered that all values of the first rows have; other values are shown as they are.",
        ["name": .text(attribute.name)]), verb: say("Save"))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
