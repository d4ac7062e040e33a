import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// Lines from nothing: the records for them and, unless it exists, what they name, in one step.
struct NewLinesScreen: Sendable {
  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var action: URLPath { kind.path.appending("new").appending("lines") }

  /// - Throws: ``ScreenFault/noSuchPage`` where records can't get lines.
  init(_ kind: KindShapeScreen) throws {
    guard Self.isPossible(kind) else { throw ScreenFault.noSuchPage }
    self.kind = kind
  }

  /// Whether the records can get lines: they have a list, and no lines yet.
  static func isPossible(_ kind: KindShapeScreen) -> Bool {
    kind.shape.opened == nil && kind.shape.layer == nil && kind.entity.derivation == nil
      && kind.document.list(of: kind.entity.name).map { $0.lines == nil } ?? false
  }

  // A kind of record can't be called so: a new one.
  private static let new = "-"

  private func form(_ say: Localizer) -> ShapeForm {
    let known = kind.document.entities.filter { $0.name != entity.name && $0.derivation == nil }
    let one = say("{kind} line", ["kind": .text(say(entity.nouns.one))])
    return ShapeForm(
      [
        ShapeForm.field("label", "Name", required: true), ShapeForm.field("one", "One of them", required: true),
        ShapeForm.field("many", "Several", required: true),
        ShapeForm.field(
          "item", "A line names", .choice, required: true,
          choices: [Choice(Self.new, "New kind of record")]
            + known.map { Choice($0.name, say.capitalized($0.nouns.many)) }),
        ShapeForm.field("itemOne", "New kind of record: one of them"),
        ShapeForm.field("itemMany", "New kind of record: several"),
        ShapeForm.field("priced", "With prices", .boolean), ShapeForm.field("discount", "With a discount", .boolean),
        ShapeForm.field("tax", "With a tax on all of it", .boolean),
        ShapeForm.field("currency", "Currency, such as EUR"),
      ],
      [
        "label": .text(say("Lines")), "one": .text(one),
        "many": .text(say("{kind} lines", ["kind": .text(say(entity.nouns.one))])),
        "item": .text(Self.new), "itemOne": .text(say("product")), "itemMany": .text(say("products")),
        "priced": .integer(1), "discount": .integer(0), "tax": .integer(0), "currency": .text(currency),
      ])
  }

  // That of the first amount of money.
  private var currency: String {
    kind.document.entities.lazy.flatMap(\.attributes).compactMap(\.currency).first ?? FieldShape().currency
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds the lines.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    var lines = LinesShape()
    (lines.label, lines.one, lines.many) = (draft.text("label"), draft.text("one"), draft.text("many"))
    // A label that is the word of the page's language stays translated.
    lines.label = say.key(of: lines.label, "Lines")
    lines.item = draft.text("item") == Self.new ? "" : draft.text("item")
    (lines.itemOne, lines.itemMany) = (draft.text("itemOne"), draft.text("itemMany"))
    (lines.isPriced, lines.isTaxed) = (draft.isOn("priced"), draft.isOn("priced") && draft.isOn("tax"))
    lines.hasDiscount = draft.isOn("priced") && draft.isOn("discount")
    lines.currency = draft.text("currency").uppercased()
    (lines.priceWord, lines.taxWord) = (say("Price"), say("Tax rate"))
    let order = ShapeScreens.Order.saving(lines.label, isNew: true, action: action, back: kind.path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in try document.addLines(lines, to: entity.name) })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say("Lines"), action: action, cancel: kind.path, fields: draft.fields(prefix: "n-", say),
      hidden: shape.message(of: draft), fault: fault,
      note: say("Each line names a record, such as a product, and says how many. All fields can be changed later."),
      verb: say("Add"))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
