import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A column of an opened file: what it is called, and what its values are. The column itself stays as it is.
struct ColumnShapeScreen: FieldSheet {
  static let choice = ColumnKind.choice
  static let kindsWithFields = [ColumnKind.choice, .money]

  let kind: KindShapeScreen
  let current: ColumnKind
  private let attribute: AttributeDescription
  /// The kinds of which all values of the first rows are.
  private let kinds: [ColumnKind]

  init(_ kind: KindShapeScreen, _ opened: OpenedShapeState, _ attribute: AttributeDescription) throws {
    guard let current = ColumnKind(attribute) else { throw ScreenFault.noSuchPage }
    (self.kind, self.attribute, self.current) = (kind, attribute, current)
    let column = opened.column(attribute.name, of: kind.entity.name)
    kinds = ColumnKind.allCases.filter { $0 == current || column.map($0.fits) ?? false }
  }

  var existing: AttributeDescription? { attribute }
  var canBeDeleted: Bool { false }

  func offers(_ kind: ColumnKind) -> Bool { kinds.contains(kind) }

  func action(_ chosen: ColumnKind) -> URLPath { kind.field(attribute.name) }

  func title(_ chosen: ColumnKind, _ say: Localizer) -> String { say(attribute.label) }

  func note(_ draft: RecordDraft, _ say: Localizer) -> String? {
    say(
      "Column {name} of the file. Kinds are offered that all values of the first rows have; other values are shown as they are.",
      ["name": .text(attribute.name)])
  }

  func form(_ chosen: ColumnKind, _ sent: SubmittedForm?, _ say: Localizer) -> ShapeForm {
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
        "choices": .text(Choice.lines(attribute.choices)), "currency": .text(attribute.currency ?? "EUR"),
        "title": .integer(attribute.isTitle ? 1 : 0), "hidden": .integer(isHidden ? 1 : 0),
      ])
  }

  func label(in draft: RecordDraft, _ say: Localizer) -> String {
    draft.changed.contains("label") ? say.key(of: draft.text("label"), attribute.label) : attribute.label
  }

  func apply(
    _ draft: RecordDraft, _ asked: ColumnKind, to document: inout AppDocument, _ say: Localizer
  ) throws(ShapeFault) {
    let (changed, isOther) = (draft.changed, asked != current)
    if changed.subtracting(["hidden"]).isEmpty { return }
    try document.changeColumn(
      attribute.name, of: entity.name, label: label(in: draft, say), kind: asked,
      currency: isOther || changed.contains("currency")
        ? draft.text("currency").uppercased() : attribute.currency ?? "",
      choices: isOther || changed.contains("choices")
        ? Choice.choices(draft.text("choices"), attribute.choices) : attribute.choices,
      isTitle: changed.contains("title") ? draft.isOn("title") : attribute.isTitle)
  }
}
