import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A rule of a kind of record: a formula that its records keep, and the sentence where one does not.
struct RuleShapeScreen: Sendable {
  // The records that are named of those that break a new rule.
  private static let mostNamed = 5

  private let kind: KindShapeScreen
  private let existing: RuleDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }

  init(_ kind: KindShapeScreen, existing: RuleDescription? = nil) { (self.kind, self.existing) = (kind, existing) }

  /// - Throws: ``ScreenFault/noSuchPage`` for a rule that does not exist.
  init(_ kind: KindShapeScreen, named name: String) throws {
    guard let rule = kind.entity.rules.first(where: { $0.name == name }) else { throw ScreenFault.noSuchPage }
    self.init(kind, existing: rule)
  }

  /// The address of a rule, or of a new one.
  static func address(_ kind: KindShapeScreen, _ rule: RuleDescription? = nil) -> URLPath {
    kind.path.appending("rules").appending(rule?.name ?? "new")
  }

  /// The rows of the rules, and that of a new one.
  static func rows(_ kind: KindShapeScreen, _ say: Localizer) -> RowGroup {
    let names = kind.document.formulaNames(of: kind.entity.name, in: say.language) { say($0) }
    let rules = kind.entity.rules.map { rule in
      LinkRow(
        title: say(rule.message), detail: names?.write(rule.formula), symbol: .check, href: address(kind, rule))
    }
    return RowGroup(
      title: say("Rules for records"),
      rows: rules + [LinkRow(title: say("Add rule"), symbol: .check, href: address(kind))])
  }

  private func form(_ say: Localizer) -> ShapeForm {
    let names = kind.document.formulaNames(of: entity.name, in: say.language) { say($0) }
    return ShapeForm(
      [
        ShapeForm.formula("formula", "Formula that is yes where the rule is kept", required: true, multiline: true),
        ShapeForm.field("message", "Sentence where it is broken", required: true),
      ],
      [
        "formula": existing.flatMap { names?.write($0.formula) }.map(Value.text) ?? .null,
        "message": existing.map { Value.text(say($0.message)) } ?? .null,
      ])
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds or changes the rule, and first says which records break it. The button Try says so and stores nothing.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    var draft = self.form(say).draft(form, say)
    let isTrial = FormMessage(form).intent == .find
    if isTrial { draft.errors["message"] = nil }
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let rule: RuleDescription
    do throws(ShapeFault) {
      rule = try described(draft, isTrial: isTrial, say)
    } catch {
      return try await show(
        draft.refused(error, say), request, isTrial ? .ok : .unprocessableContent, draft.lone(error, say))
    }
    if isTrial {
      return try await show(draft, request, note: try await tried(rule, say))
    }
    let order = ShapeScreens.Order(
      title: existing == nil ? "Add rule" : "Change rule", verb: existing == nil ? "Add" : "Change",
      action: Self.address(kind, existing), back: kind.path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        if rule != existing { try document.setRule(rule, of: entity.name) }
      },
      remarks: { _ in rule.formula == existing?.formula ? [] : try await breaking(rule, say) })
  }

  /// Asks before the rule is deleted, and deletes it.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let existing else { throw ScreenFault.noSuchPage }
    let order = ShapeScreens.Order(
      title: "Delete rule", verb: "Delete", action: Self.address(kind, existing).appending("delete"), back: kind.path,
      asksAlways: true)
    return try await shape.change(
      order, form, request, show: { try await kind.refuse($0, $1, $2, request) },
      edit: { document throws(ShapeFault) in try document.removeRule(existing.name, of: entity.name) })
  }

  // The rule that the form describes. Its formula stays as it is unless the person has changed it.
  private func described(
    _ draft: RecordDraft, isTrial: Bool, _ say: Localizer
  ) throws(ShapeFault) -> RuleDescription {
    let typed = draft.text("message")
    let message = existing.map { say.key(of: typed, $0.message) } ?? typed
    if let existing, !draft.changed.contains("formula") {
      guard !message.isEmpty else { throw ShapeFault("message", "This can't be empty") }
      return RuleDescription(existing.name, existing.formula, message)
    }
    return try kind.document.rule(
      draft.text("formula"), isTrial && message.isEmpty ? "rule" : message, named: existing?.name, of: entity.name,
      in: say.language, words: { say($0) })
  }

  // How many of the records break the rule that can be compared while a person types.
  private func tried(_ rule: RuleDescription, _ say: Localizer) async throws -> String {
    // A field that was added by the same change has no values yet.
    guard let entity = shape.screens.description.model.entity(named: entity.name) else {
      return say("All records keep it.")
    }
    let found = try await shape.screens.store.breaking(
      rule.formula, of: entity, first: 0, within: KindShapeScreen.longestTrial)
    let result = found.count > 0 ? say(Self.sentence(found)) : found.isWhole ? say("All records keep it.") : nil
    return [result, found.remark(say), result == nil ? say("They keep it.") : nil].compactMap(\.self)
      .joined(separator: " ")
  }

  private static func sentence(_ found: FoundByFormula) -> Phrase {
    Phrase(
      "{count} records break the rule. They stay, and are checked when they are next changed.",
      ["count": .count(found.count)])
  }

  // The number of records that break the rule, and the first of them. They stay as they are.
  private func breaking(_ rule: RuleDescription, _ say: Localizer) async throws -> [LinkRow] {
    // A field that was added by the same change has no values yet.
    guard let entity = shape.screens.description.model.entity(named: entity.name) else { return [] }
    let found = try await shape.screens.store.breaking(rule.formula, of: entity, first: Self.mostNamed)
    guard found.count > 0 else { return [] }
    let path = shape.screens.path(of: entity)
    return [LinkRow(title: say(Self.sentence(found)), symbol: .alert)]
      + found.records.map { record in
        LinkRow(title: record.title(in: say), symbol: .card, href: path.appending(record.id ?? 0))
      }
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil,
    note: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let proposals = kind.document.formulaNames(of: entity.name, in: say.language) { say($0) }?.proposals ?? []
    let help = say(
      "A formula compares fields, such as {names}, by = ≠ < ≤ > ≥. A comparison with an empty value keeps the rule.",
      ["names": .text(proposals.joined(separator: ", "))])
    var sheet = shape.sheet(
      title: say("Rule"), action: Self.address(kind, existing), cancel: kind.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message(of: draft), fault: fault, note: note ?? help,
      verb: existing == nil ? say("Add") : say("Save"))
    sheet.trial = say("Try")
    if let existing {
      sheet.links = [
        LinkRow(
          title: say("Delete rule"), symbol: .trash, href: Self.address(kind, existing).appending("delete"),
          isDangerous: true)
      ]
    }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
