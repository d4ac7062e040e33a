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

  private func form(_ chosen: ColumnKind) -> ShapeForm {
    var fields = [
      ShapeForm.field("label", "Name", required: true),
      ShapeForm.field(
        "kind", "Kind", .choice, required: true, choices: kinds.map { Choice($0.rawValue, $0.label.key) }),
    ]
    if chosen == .choice { fields.append(ShapeForm.field("choices", "Choices, each in a line", multiline: true)) }
    if chosen == .money { fields.append(ShapeForm.field("currency", "Currency, such as EUR", required: true)) }
    if !attribute.isBytes { fields.append(ShapeForm.field("title", "Part of a record's title", .boolean)) }
    fields.append(ShapeForm.field("hidden", "Hidden on records' pages", .boolean))
    return ShapeForm(fields)
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    let isHidden = shape.document.isHidden(attribute.name, of: entity.name)
    let draft = form(current).draft(
      values(
        label: request.say(attribute.label), current, choices: attribute.choices, isTitle: attribute.isTitle,
        isHidden: isHidden), request.say)
    return try await show(draft, current, request)
  }

  /// Changes the column's words and kind.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let asked = form["kind"].flatMap(ColumnKind.init).flatMap { kinds.contains($0) ? $0 : nil } ?? current
    let draft = self.form(asked).draft(form, request.say)
    // A form of another kind has other fields.
    if form["_kind"] != asked.rawValue, asked == .choice || asked == .money {
      let choices = asked == .choice ? try await kind.values(of: attribute) : []
      let again = self.form(asked).draft(
        values(
          label: draft.text("label"), asked, choices: choices, isTitle: draft.isOn("title"),
          isHidden: draft.isOn("hidden")), request.say)
      return try await show(again, asked, request)
    }
    guard draft.errors.isEmpty else { return try await show(draft, asked, request, .unprocessableContent) }
    let label = request.say.key(of: draft.text("label"), attribute.label)
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
        try document.changeColumn(
          attribute.name, of: entity.name, label: label, kind: asked, currency: draft.text("currency").uppercased(),
          choices: FieldShapeScreen.choices(draft.text("choices"), attribute.choices), isTitle: draft.isOn("title"))
        let isHidden = draft.isOn("hidden")
        if isHidden != document.isHidden(attribute.name, of: entity.name) {
          try document.setHidden(isHidden, attribute.name, of: entity.name)
        }
      })
  }

  private func values(
    label: String, _ chosen: ColumnKind, choices: [Choice], isTitle: Bool, isHidden: Bool
  ) -> [String: Value] {
    [
      "label": .text(label), "kind": .text(chosen.rawValue), "choices": .text(FieldShapeScreen.lines(choices)),
      "currency": .text(attribute.currency ?? "EUR"), "title": .integer(isTitle ? 1 : 0),
      "hidden": .integer(isHidden ? 1 : 0),
    ]
  }

  private func show(
    _ draft: RecordDraft, _ chosen: ColumnKind, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok,
    _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say(attribute.label), action: kind.field(attribute.name), cancel: kind.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message + [("_kind", chosen.rawValue)], fault: fault,
      note: say(
        "Column {name} of the file. Kinds are offered that all values of the first rows have; other values are shown as they are.",
        ["name": .text(attribute.name)]), verb: say("Save"))
    return try await kind.page(request, status: status, sheet: sheet)
  }
}
