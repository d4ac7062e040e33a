import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A filter above a list: its name, and the formula that is yes for its records. Without any, states are the filters.
struct SubsetShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let existing: SubsetDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var address: URLPath { Self.address(kind, existing) }

  /// - Parameter name: the name of a filter that exists; nil for a new one.
  /// - Throws: ``ScreenFault/noSuchPage`` for a filter that does not exist, and for records without a list.
  init(_ kind: KindShapeScreen, named name: String? = nil) throws {
    guard let list = kind.document.list(of: kind.entity.name) else { throw ScreenFault.noSuchPage }
    let existing = name.flatMap { name in list.subsets.first { $0.name == name } }
    if name != nil, existing == nil { throw ScreenFault.noSuchPage }
    (self.kind, self.existing) = (kind, existing)
  }

  private static func address(_ kind: KindShapeScreen, _ subset: SubsetDescription? = nil) -> URLPath {
    guard let subset else { return kind.path.appending("new-filter") }
    return kind.path.appending("filters").appending(subset.name)
  }

  /// The rows of the filters in their order, and that of a new one.
  static func content(_ kind: KindShapeScreen, _ list: ListDescription, _ say: Localizer) -> [any Component] {
    let rows = list.subsets.map { subset in
      let href = address(kind, subset)
      return OrderedRows.Row(
        LinkRow(title: say(subset.title), detail: words(subset, kind, say), symbol: .funnel, href: href),
        move: href.appending("move"))
    }
    let add = LinkRow(
      title: say("Add filter"), detail: say("Narrows the list down by one press: due this week"), symbol: .plus,
      href: address(kind))
    let title = say("Filters above the list")
    if !rows.isEmpty { return [OrderedRows(title: title, rows: rows), RowGroup(rows: [add])] }
    return [
      RowGroup(
        title: title, rows: [add],
        note: kind.entity.states.isEmpty ? nil : say("The states are filters. Others are added to them."))
    ]
  }

  // The condition in words.
  private static func words(_ subset: SubsetDescription, _ kind: KindShapeScreen, _ say: Localizer) -> String {
    if subset.state != nil { return say("The records in this state") }
    return text(of: subset, kind, say) ?? say("By a condition of the description, which stays as it is")
  }

  // The condition as a formula; nil for one that formulas do not have.
  private static func text(of subset: SubsetDescription, _ kind: KindShapeScreen, _ say: Localizer) -> String? {
    guard let formula = kind.document.formula(of: subset) else { return nil }
    return kind.document.formulaNames(of: kind.entity.name, in: say.language) { say($0) }?.write(formula)
  }

  // Whether the condition can be typed.
  private func hasFormula(_ say: Localizer) -> Bool {
    guard let existing else { return true }
    return existing.state == nil && Self.text(of: existing, kind, say) != nil
  }

  private func form(_ say: Localizer) -> ShapeForm {
    // A state has its name.
    var fields = existing?.state == nil ? [ShapeForm.field("label", "Name", required: true)] : []
    if hasFormula(say) {
      fields.append(ShapeForm.formula("formula", "Formula that is yes for its records", required: true))
    }
    return ShapeForm(
      fields,
      [
        "label": existing.map { Value.text(say($0.title)) } ?? .null,
        "formula": existing.flatMap { Self.text(of: $0, kind, say) }.map { Value.text($0) } ?? .null,
      ])
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds or changes the filter. The button Try says for which records its formula is yes, and stores nothing.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    var draft = self.form(say).draft(form, say)
    let isTrial = FormMessage(form).intent == .find
    if isTrial { draft.errors["label"] = nil }
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let subset: SubsetDescription
    do throws(ShapeFault) {
      subset = try described(draft, say)
    } catch {
      return try await show(
        draft.refused(error, say), request, isTrial ? .ok : .unprocessableContent, draft.lone(error, say))
    }
    if isTrial { return try await show(draft, request, note: try await kind.matches(of: subset.predicate, say)) }
    let order = ShapeScreens.Order.saving(subset.title, isNew: existing == nil, action: address, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in
        // A second press of Add comes when the first one has added it.
        let isAdded =
          existing == nil
          && document.list(of: entity.name)?.subsets.contains {
            $0.title == subset.title && $0.predicate == subset.predicate
          } == true
        if subset != existing, !isAdded { try document.setSubset(subset, of: entity.name) }
      })
  }

  /// Shows the sheet of a new filter with what was typed in that of one that somebody has deleted meanwhile.
  func again(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let draft = self.form(request.say).draft(form, request.say)
    return try await show(
      draft, request, .conflict, request.say("Somebody has deleted this filter meanwhile: Add makes it again."))
  }

  /// Moves the filter up or down.
  func move(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let existing else { throw ScreenFault.noSuchPage }
    let step = form["by"].flatMap { Int($0) } ?? 0
    let title = Phrase("Move {title}", ["title": .phrase(Phrase(existing.title))])
    return try await kind.simply(title, form, request) { document throws(ShapeFault) in
      try document.moveSubset(existing.name, of: entity.name, by: step)
    }
  }

  /// Asks before the filter is deleted, and deletes it. Records and states stay as they are.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let existing else { throw ScreenFault.noSuchPage }
    return try await kind.delete(existing.title, at: address, form, request) { document throws(ShapeFault) in
      try document.removeSubset(existing.name, of: entity.name)
    }
  }

  // The filter that the form describes. What the person has not changed stays as it is by now.
  private func described(_ draft: RecordDraft, _ say: Localizer) throws(ShapeFault) -> SubsetDescription {
    let changed = draft.changed
    if var subset = existing {
      if changed.contains("label") { subset.title = say.key(of: draft.text("label"), subset.title) }
      if changed.contains("formula") { subset.predicate = try kind.condition(draft, say) }
      return subset
    }
    let label = draft.text("label")
    return SubsetDescription(
      entity: entity.name, name: kind.document.freeSubsetName(for: label, of: entity.name), title: label,
      predicate: try kind.condition(draft, say))
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil,
    note: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let hasFormula = hasFormula(say)
    let proposals = kind.document.formulaNames(of: entity.name, in: say.language) { say($0) }?.proposals ?? []
    let help = say(
      "A formula compares fields by = ≠ < ≤ > ≥. Fields: {names}", ["names": .text(proposals.joined(separator: ", "))])
    let fixed =
      existing?.state == nil
      ? say("By a condition of the description, which stays as it is")
      : say("The records in this state. Name and formula are those of the state.")
    var sheet = shape.sheet(
      title: say("Filter above the list"), action: address, cancel: kind.path,
      fields: kind.offering(in: draft.fields(prefix: "n-", say), ["formula"], say), hidden: shape.message(of: draft),
      fault: fault, note: note ?? (hasFormula ? help : fixed), verb: existing == nil ? say("Add") : say("Save"))
    if hasFormula { sheet.trial = say("Try") }
    if let existing { sheet.links = [kind.deletion(existing.title, at: address, say)] }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
