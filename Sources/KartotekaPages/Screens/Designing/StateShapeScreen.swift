import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A state of a kind of record: its name, its colour in rows, and the formula that is yes for its records.
struct StateShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let existing: StateDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }

  init(_ kind: KindShapeScreen, existing: StateDescription? = nil) { (self.kind, self.existing) = (kind, existing) }

  /// - Throws: ``ScreenFault/noSuchPage`` for a state that does not exist.
  init(_ kind: KindShapeScreen, named name: String) throws {
    guard let state = kind.entity.states.first(where: { $0.name == name }), !kind.isFixed(state) else {
      throw ScreenFault.noSuchPage
    }
    self.init(kind, existing: state)
  }

  /// The address of a state, or of a new one.
  private static func address(_ kind: KindShapeScreen, _ state: StateDescription? = nil) -> URLPath {
    guard let state else { return kind.path.appending("new-state") }
    return kind.path.appending("states").appending(state.name)
  }

  private var address: URLPath { Self.address(kind, existing) }

  /// The rows of the states in their order, and that of a new one. The one of all records that are left over stays the last one.
  static func content(_ kind: KindShapeScreen, _ say: Localizer) -> [any Component] {
    // Declared ones come with the application.
    let shown = kind.entity.states.filter { !kind.isFixed($0) }
    let rows = shown.map { state in
      let href = address(kind, state)
      let tone = ShapeWords.tones.first { $0.value == state.tone.rawValue }.map { say($0.label) }
      return OrderedRows.Row(
        LinkRow(
          title: say(state.label),
          detail: [words(state, kind, say), tone].compactMap(\.self).joined(separator: " · "), symbol: .tag, href: href),
        move: state == shown.last && state.isRest ? nil : href.appending("move"))
    }
    if kind.document.takesAllStates(of: kind.entity.name) { return [] }
    let add = LinkRow(
      title: say("Add state"), detail: say("A badge in rows and a filter of lists: late, settled"), symbol: .plus,
      href: address(kind))
    return rows.isEmpty
      ? [RowGroup(title: say("States"), rows: [add])]
      : [OrderedRows(title: say("States"), rows: rows), RowGroup(rows: [add])]
  }

  // The condition in words.
  private static func words(_ state: StateDescription, _ kind: KindShapeScreen, _ say: Localizer) -> String {
    guard !state.isRest else { return say("All other records") }
    return text(of: state, kind, say) ?? say("By a condition of the description, which stays as it is")
  }

  // The condition as a formula; nil for one that formulas do not have.
  private static func text(of state: StateDescription, _ kind: KindShapeScreen, _ say: Localizer) -> String? {
    guard let formula = kind.document.formula(of: state, of: kind.entity.name) else { return nil }
    return kind.document.formulaNames(of: kind.entity.name, in: say.language) { say($0) }?.write(formula)
  }

  // Whether the condition can be typed.
  private func hasFormula(_ say: Localizer) -> Bool {
    guard let existing, !existing.isRest else { return true }
    return Self.text(of: existing, kind, say) != nil
  }

  private func form(_ say: Localizer) -> ShapeForm {
    var fields = [ShapeForm.field("label", "Name", required: true)]
    if hasFormula(say) { fields.append(ShapeForm.formula("formula", "Formula that is yes for its records")) }
    fields.append(ShapeForm.field("tone", "Colour", .choice, required: true, choices: ShapeWords.tones))
    return ShapeForm(
      fields,
      [
        "label": existing.map { Value.text(say($0.label)) } ?? .null,
        "formula": existing.flatMap { Self.text(of: $0, kind, say) }.map(Value.text) ?? .null,
        "tone": .text((existing?.tone ?? .plain).rawValue),
      ])
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds or changes the state. The button Try says for which records its formula is yes, and stores nothing.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    var draft = self.form(say).draft(form, say)
    let isTrial = FormMessage(form).intent == .find
    if isTrial { draft.errors["label"] = nil }
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let state: StateDescription
    do throws(ShapeFault) {
      state = try described(draft, say)
    } catch {
      return try await show(
        draft.refused(error, say), request, isTrial ? .ok : .unprocessableContent, draft.lone(error, say))
    }
    // States before this one may take some of the records.
    if isTrial { return try await show(draft, request, note: try await kind.matches(of: state.condition, say)) }
    let order = ShapeScreens.Order.saving(
      state.label, isNew: existing == nil, action: address, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in
        // A second press of Add comes when the first one has added it.
        let isAdded = existing == nil && document.entity(entity.name)?.states.contains { $0.isLike(state) } == true
        if state != existing, !isAdded { try document.setState(state, of: entity.name) }
      })
  }

  /// Shows the sheet of a new state with what was typed in that of one that somebody has deleted meanwhile.
  func again(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let draft = self.form(request.say).draft(form, request.say)
    return try await show(
      draft, request, .conflict, request.say("Somebody has deleted this state meanwhile: Add makes it again."))
  }

  /// Moves the state up or down.
  func move(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let existing else { throw ScreenFault.noSuchPage }
    let step = form["by"].flatMap { Int($0) } ?? 0
    let title = Phrase("Move {title}", ["title": .phrase(Phrase(existing.label))])
    return try await kind.simply(title, form, request) { document throws(ShapeFault) in
      try document.moveState(existing.name, of: entity.name, by: step)
    }
  }

  /// Asks before the state is deleted, and deletes it. The records stay as they are.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let existing else { throw ScreenFault.noSuchPage }
    return try await kind.delete(existing.label, at: address, form, request) { document throws(ShapeFault) in
      try document.removeState(existing.name, of: entity.name)
    }
  }

  // The state that the form describes. What the person has not changed stays as it is by now.
  private func described(_ draft: RecordDraft, _ say: Localizer) throws(ShapeFault) -> StateDescription {
    let (changed, typed) = (draft.changed, draft.text("label"))
    var (label, tone) = (typed, StateDescription.Tone(rawValue: draft.text("tone")) ?? .plain)
    if let existing {
      label = changed.contains("label") ? say.key(of: typed, existing.label) : existing.label
      if !changed.contains("tone") { tone = existing.tone }
    }
    var condition = existing?.condition ?? StateDescription.rest
    if existing == nil || changed.contains("formula") {
      condition = try kind.condition(draft, say)
    }
    return StateDescription(
      existing?.name ?? kind.document.freeStateName(for: label, of: entity.name), label, tone: tone,
      condition: condition)
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil,
    note: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let proposals = kind.document.formulaNames(of: entity.name, in: say.language) { say($0) }?.proposals ?? []
    let help = say(
      "A record is in the first state whose formula is yes. A state without a formula takes all other records. Fields: {names}",
      ["names": .text(proposals.joined(separator: ", "))])
    let fixed = say("By a condition of the description, which stays as it is")
    let hasFormula = hasFormula(say)
    var sheet = shape.sheet(
      title: say("State"), action: address, cancel: kind.path,
      fields: kind.offering(in: draft.fields(prefix: "n-", say), ["formula"], say), hidden: shape.message(of: draft),
      fault: fault, note: note ?? (hasFormula ? help : fixed), verb: existing == nil ? say("Add") : say("Save"))
    if hasFormula { sheet.trial = say("Try") }
    if let existing { sheet.links = [kind.deletion(existing.label, at: address, say)] }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}

extension StateDescription {
  /// Whether it is the same state under any name in the description.
  fileprivate func isLike(_ other: StateDescription) -> Bool {
    (label, tone, condition) == (other.label, other.tone, other.condition)
  }
}

extension KindShapeScreen {
  /// Whether a state comes with an application in code, and stays as it is.
  func isFixed(_ state: StateDescription) -> Bool {
    shape.isDeclared(state.name) && shape.isDeclared(entity.name)
  }
}
