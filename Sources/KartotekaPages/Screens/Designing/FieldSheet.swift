import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The sheet of a field of a designed application, or of a column of an opened file: both have the same steps, with other
/// kinds of values and other rights to change them.
protocol FieldSheet: Sendable {
  /// The kinds of values.
  associatedtype Kind: RawRepresentable<String> & Equatable & Sendable

  var kind: KindShapeScreen { get }
  /// The attribute that exists; nil for a new field.
  var existing: AttributeDescription? { get }
  /// The kind of choices.
  static var choice: Kind { get }
  /// The kinds whose form has fields that forms of other kinds don't have.
  static var kindsWithFields: [Kind] { get }
  /// Whether the field can be deleted.
  var canBeDeleted: Bool { get }
  /// The address of the form.
  func action(_ chosen: Kind) -> URLPath
  func title(_ chosen: Kind, _ say: Localizer) -> String
  /// A note below the fields.
  func note(_ draft: RecordDraft, _ say: Localizer) async throws -> String?
  func offers(_ kind: Kind) -> Bool
  /// The names of the fields that are folded away.
  static var folded: [String] { get }
  /// The form of a kind, with the stored values.
  /// - Parameter sent: the form as it was sent; nil for a new one.
  func form(_ chosen: Kind, _ sent: SubmittedForm?, _ say: Localizer) -> ShapeForm
  /// The names of fields whose texts mean something else in the form of another kind.
  func reread(_ kind: Kind, as other: Kind) -> [String]
  /// Whether a kind is another one than the field has, so that states, rules and formulas may have no meaning any more.
  func isOther(_ asked: Kind) -> Bool
  /// The label in a draft.
  func label(in draft: RecordDraft, _ say: Localizer) -> String
  /// Changes the description as the draft says.
  func apply(
    _ draft: RecordDraft, _ asked: Kind, to document: inout AppDocument, _ say: Localizer
  ) throws(ShapeFault)
  /// The remarks on records before the changed description is used, beside what happens to them.
  func remarks(on document: AppDocument, _ say: Localizer) async throws -> [LinkRow]
}

extension FieldSheet {
  static var folded: [String] { [] }

  func remarks(on document: AppDocument, _ say: Localizer) async throws -> [LinkRow] { [] }

  func reread(_ kind: Kind, as other: Kind) -> [String] { [] }

  func isOther(_ asked: Kind) -> Bool { false }

  var shape: ShapeScreens { kind.shape }
  var entity: DocumentEntity { kind.entity }

  /// The sheet, or the answer to its form.
  func answer(_ form: SubmittedForm?, _ chosen: Kind, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let sent = form else { return try await show(self.form(chosen, nil, say).draft(say), chosen, request) }
    let asked = sent["kind"].flatMap(Kind.init).flatMap { offers($0) ? $0 : nil } ?? chosen
    let shown = sent["_kind"].flatMap(Kind.init) ?? chosen
    var form = carried(sent, from: shown, to: asked, say)
    if asked != chosen, sent["_kind"] != asked.rawValue, Self.kindsWithFields.contains(asked) {
      return try await retype(to: asked, form, request)
    }
    // What forms of the shown kind don't have has its stored values.
    if asked != shown { form = self.form(asked, form, say).completed(form) }
    let draft = self.form(asked, form, say).draft(form, say)
    if FormMessage(form).intent == .find { return try await tryOut(draft, form, asked, request) }
    guard draft.errors.isEmpty else { return try await show(draft, asked, request, .unprocessableContent) }
    var order = ShapeScreens.Order.saving(
      label(in: draft, say), isNew: existing == nil, action: action(asked), back: kind.path)
    if isOther(asked) { order.removes = existing?.label }
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), asked, request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        try apply(draft, asked, to: &document, say)
        if let existing, draft.changed.contains("hidden") {
          try document.setHidden(draft.isOn("hidden"), existing.name, of: entity.name)
        }
      },
      remarks: { try await remarks(on: $0, say) })
  }

  // The sheet again with what its formulas come to. Nothing is stored, and other faults wait until it is sent.
  private func tryOut(
    _ draft: RecordDraft, _ form: SubmittedForm, _ asked: Kind, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    let shown = draft.tried
    let isEmpty = FieldFormulas.names.allSatisfy { draft.text($0).isEmpty }
    guard shown.errors.isEmpty, !isEmpty else { return try await show(shown, asked, request) }
    var (form, document) = (form, shape.document)
    // A new field may have no name yet.
    if draft.text("label").isEmpty { form["label"] = "…" }
    var result = ""
    do {
      try apply(self.form(asked, form, say).draft(form, say), asked, to: &document, say)
      let name = existing?.name ?? document.entity(entity.name)?.attributes.last?.name ?? ""
      result = try await FieldFormulas(kind, existing?.name).results(of: draft, name, in: document, say)
    } catch let fault as ShapeFault {
      guard FieldFormulas.names.contains(fault.field) else { return try await show(shown, asked, request) }
      return try await show(shown.refused(fault, say), asked, request)
    }
    return try await show(shown, asked, request, result: result.isEmpty ? nil : result)
  }

  // The form as one of the asked kind. What that would read as something else, and a person has left as it was, has the stored
  // values in the asked kind's own texts.
  private func carried(_ form: SubmittedForm, from shown: Kind, to asked: Kind, _ say: Localizer) -> SubmittedForm {
    let names = reread(shown, as: asked)
    if names.isEmpty { return form }
    let draft = self.form(shown, form, say).draft(form, say)
    let typed = draft.changed.union(draft.errors.keys)
    var form = form
    for name in names where !typed.contains(name) { form[name] = nil }
    form["_kind"] = asked.rawValue
    return self.form(asked, form, say).completed(form)
  }

  // The form again with the fields of the new kind. A choice begins with the values that records have.
  private func retype(to asked: Kind, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var form = form
    if asked == Self.choice, let existing, existing.choices.isEmpty, form["choices"] == nil {
      form["choices"] = Choice.lines(try await kind.values(of: existing))
    }
    let draft = self.form(asked, form, request.say).draft(continuing: form, request.say)
    return try await show(draft, asked, request)
  }

  private func show(
    _ draft: RecordDraft, _ chosen: Kind, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok,
    _ fault: String? = nil, result: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var fields = kind.offering(in: draft.fields(prefix: "n-", say), FieldFormulas.names, say)
    let hasFormulas = fields.contains { FieldFormulas.names.contains($0.column.name) }
    if let first = fields.firstIndex(where: { $0.column.name == "tone0" }) {
      fields[first].heading = say("Colours in lists")
      if let next = fields.firstIndex(where: { $0.column.name == "required" }) { fields[next].heading = say("Rules") }
    }
    let fold = NewRecordForm.Fold(say("More"), fields.filter { Self.folded.contains($0.column.name) })
    fields.removeAll { Self.folded.contains($0.column.name) }
    var text = result
    if text == nil { text = try await note(draft, say) }
    var sheet = shape.sheet(
      title: title(chosen, say), action: action(chosen), cancel: kind.path, fields: fields,
      hidden: shape.message(of: draft) + [("_kind", chosen.rawValue)], fault: fault,
      note: text, verb: existing == nil ? say("Add") : say("Save"))
    sheet.fold = fold
    if hasFormulas { sheet.trial = say("Try") }
    if let existing, canBeDeleted {
      sheet.links = [
        LinkRow(
          title: say("Delete {title}", ["title": .text(say(existing.label))]), symbol: .trash,
          href: kind.field(existing.name).appending("delete"), isDangerous: true)
      ]
    }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}

extension Choice {
  // Each choice is a line: its label, or its value and label (`new = Brand new`).
  static func lines(_ choices: [Choice]) -> String { choices.map(\.line).joined(separator: "\n") }

  private var line: String { label == value ? value : value + " = " + label }

  // A line that stands for a known choice is that choice, whatever signs it has.
  static func choices(_ text: String, _ known: [Choice]) -> [Choice] {
    text.split(whereSeparator: \.isNewline).compactMap { line -> Choice? in
      if let choice = known.first(where: { $0.line == line }) { return choice }
      let parts = line.split(separator: " = ", maxSplits: 1).map { String($0).trimmingSpaces() }
      guard let value = parts.first, !value.isEmpty else { return nil }
      let aliases = known.first { $0.value == value }?.aliases ?? []
      return Choice(value, parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil, aliases: aliases)
    }
  }
}
