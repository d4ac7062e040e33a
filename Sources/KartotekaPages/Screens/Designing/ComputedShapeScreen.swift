import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A computed value: a formula, a count or a sum over related records, or a number of days after a date.
struct ComputedShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let existing: ComputedDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var path: URLPath { kind.path }

  init(_ kind: KindShapeScreen, existing: ComputedDescription? = nil) {
    (self.kind, self.existing) = (kind, existing)
  }

  /// The computation of a value, in words.
  static func words(
    _ computed: ComputedDescription, _ entity: DocumentEntity, _ document: AppDocument, _ say: Localizer
  ) -> String {
    guard case .sum(let over, let of, _) = computed.source else {
      if case .own(.value(let path)) = computed.source, let (link, value) = related(path, entity, document) {
        return say("{value} of {name}", ["value": .text(say(value.label)), "name": .text(say(link.label))])
      }
      let names = Self.names(entity, document, say)
      if case .later(.own(.value(let name)), let days, .days) = computed.source,
        let days = days.formula.flatMap({ names?.write($0) })
      {
        let label = entity.attributes.first { $0.name == name }?.label ?? name
        return say("{name}, plus days: {days}", ["name": .text(say(label)), "days": .text(days)])
      }
      return computed.source.formula.flatMap { names?.write($0) } ?? say("Computed value")
    }
    let many = say(entity.relationships.first { $0.name == over }?.label ?? over)
    let target = entity.relationships.first { $0.name == over }.flatMap { document.entity($0.target) }
    if case .constant(1, scale: 0) = of { return say("Count of {name}", ["name": .text(many)]) }
    var value = ExpressionText.write(of)
    if case .value(let name) = of, let attribute = target?.attributes.first(where: { $0.name == name }) {
      value = say(attribute.label)
    }
    return say("Sum of {value} over {name}", ["value": .text(value), "name": .text(many)])
  }

  // The names of the fields that a formula can have.
  private static func names(_ entity: DocumentEntity, _ document: AppDocument, _ say: Localizer) -> FormulaNames? {
    let model = ModelDescription(drafts: document.entities)
    return model.entity(named: entity.name).map { FormulaNames($0, in: model, language: say.language) { say($0) } }
  }

  // The relationship and the related record's value that a path names.
  private static func related(
    _ path: String, _ entity: DocumentEntity, _ document: AppDocument
  ) -> (RelationshipDescription, AttributeDescription)? {
    let steps = path.split(separator: ".").map(String.init)
    guard steps.count == 2, let link = entity.relationships.first(where: { $0.name == steps[0] }),
      let value = document.entity(link.target)?.attributes.first(where: { $0.name == steps[1] })
    else { return nil }
    return (link, value)
  }

  // The forms that the entity's relationships allow: a count and sums over each to-many relationship, values of related
  // records, and a calculation.
  private func forms(_ say: Localizer) -> [Choice] {
    var forms = [Choice("own", "Formula")]
    for relationship in entity.relationships where relationship.cardinality == .toMany {
      forms.append(
        Choice(
          "count:" + relationship.name, say("Count of {name}", ["name": .text(say(relationship.label))])))
      let target = kind.document.entity(relationship.target)
      for attribute in target?.attributes ?? [] where [.integer, .decimal].contains(attribute.kind) {
        forms.append(
          Choice(
            "sum:" + relationship.name + ":" + attribute.name,
            say(
              "Sum of {value} over {name}",
              ["value": .text(say(attribute.label)), "name": .text(say(relationship.label))])))
      }
    }
    for attribute in entity.attributes where [.date, .timestamp].contains(attribute.kind) {
      forms.append(
        Choice("later:" + attribute.name, say("A number of days after {name}", ["name": .text(say(attribute.label))])))
    }
    for relationship in entity.relationships where relationship.cardinality == .toOne {
      let target = kind.document.entity(relationship.target)
      for attribute in target?.attributes ?? [] where [.integer, .decimal].contains(attribute.kind) {
        forms.append(
          Choice(
            "of:" + relationship.name + ":" + attribute.name,
            say("{value} of {name}", ["value": .text(say(attribute.label)), "name": .text(say(relationship.label))])))
      }
    }
    return forms
  }

  private func form(_ say: Localizer) -> ShapeForm {
    let forms = forms(say)
    let known = existing.map { shown($0.source, say) }
    var fields = [
      ShapeForm.field("label", "Name", required: true),
      ShapeForm.field("form", "What it is", .choice, required: true, choices: forms),
      ShapeForm.formula(
        "formula", "Formula, or number of days", placeholder: number(say).map { $0 + " × 2" }),
    ]
    // Another program's file gets none.
    if shape.opened == nil {
      var index = ShapeForm.field(FormulaCost.field, "Keep an index", .boolean)
      index.help = "Lists sorted and filtered by it stay fast, and saving a record takes a little longer."
      fields.append(index)
    }
    var search = ShapeForm.field(FormulaCost.search, "Searched, if it is a text", .boolean)
    search.help = "Searches find records by it. No index has it: each search computes it record by record."
    fields.append(search)
    let isSearched = existing.map { kind.document.searches($0, of: entity.name) } ?? true
    return ShapeForm(
      fields,
      [
        "label": .text(existing.map { say($0.attribute.label) } ?? ""), "form": .text(known?.form ?? "own"),
        "formula": .text(known?.formula ?? ""),
        FormulaCost.field: .integer(existing?.attribute.isSorted == true ? 1 : 0),
        FormulaCost.search: .integer(isSearched ? 1 : 0),
      ])
  }

  // The form and the formula of a source. Counts and sums have a formula, too, which a person can extend.
  private func shown(_ source: ComputedSource, _ say: Localizer) -> (form: String, formula: String) {
    let names = Self.names(entity, kind.document, say)
    if case .later(.own(.value(let name)), let days, .days) = source,
      let days = days.formula.flatMap({ names?.write($0) })
    {
      return ("later:" + name, days)
    }
    guard let formula = source.formula.flatMap({ names?.write($0) }) else { return ("as-it-is", "") }
    return ("own", formula)
  }

  // The fields that a formula can have, by their labels.
  private func proposals(_ say: Localizer) -> [String] { Self.names(entity, kind.document, say)?.proposals ?? [] }

  // The first number of them.
  private func number(_ say: Localizer) -> String? {
    let labels = entity.attributes.filter { [.integer, .decimal].contains($0.kind) }.map { say($0.label) }
    return proposals(say).first { labels.contains($0) }
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), nil, request)
  }

  /// Adds or changes the value; the button Try shows its result without storing anything.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var draft = self.form(request.say).draft(form, request.say)
    let isTrial = FormMessage(form).intent == .find
    if isTrial { draft.errors["label"] = nil }
    guard draft.errors.isEmpty else { return try await show(draft, nil, request, .unprocessableContent) }
    // While a name is typed, nothing is said about a formula that is not typed yet.
    if isTrial, draft.text("form") == "own", draft.text("formula").isEmpty {
      return try await show(draft, nil, request)
    }
    let computed: ComputedDescription
    do throws(ShapeFault) {
      computed = try described(draft, in: kind.document, request.say)
    } catch {
      // A preview does not apply the change yet.
      return try await show(
        draft.refused(error, request.say), nil, request, isTrial ? .ok : .unprocessableContent,
        draft.lone(error, request.say))
    }
    if isTrial {
      let values = try await kind.values(of: computed.source, as: computed.attribute, request.say)
      let slow = try await cost(of: computed, request.say)
      let text = slow.map { [values, $0.text, $0.advice].joined(separator: " ") } ?? values
      return try await show(draft, text, request)
    }
    let isLeftOut = draft.changed.contains(FormulaCost.search) && !computed.attribute.isSearched
    let order = ShapeScreens.Order(
      title: existing == nil ? "Add a computed value" : "Change the computed value",
      verb: existing == nil ? "Add" : "Change", action: action, back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(
          draft.refused(fault, request.say), nil, request, status, draft.lone(fault, request.say))
      },
      edit: { document throws(ShapeFault) in
        if computed != existing { try document.setComputed(computed, of: entity.name) }
        if isLeftOut { document.leaveOutOfSearch(computed.name, of: entity.name) }
      },
      remarks: { _ in
        let (new, old) = (computed.attribute, existing?.attribute)
        let isOther =
          computed.source != existing?.source || new.isSorted != old?.isSorted || new.isSearched != old?.isSearched
        guard isOther, let slow = try await cost(of: computed, request.say) else { return [] }
        return [LinkRow(title: slow.text, symbol: .alert), LinkRow(title: slow.advice, symbol: .check)]
      })
  }

  // The value that the form describes. Its calculation stays as it is unless the person has changed it.
  private func described(
    _ draft: RecordDraft, in document: AppDocument, _ say: Localizer
  ) throws(ShapeFault) -> ComputedDescription {
    guard var computed = existing else {
      var added = try document.computed(
        draft.text("label"), form: try chosenForm(draft), formula: draft.text("formula"), of: entity.name, name: nil,
        in: say.language, words: { say($0) })
      try setIndex(draft, of: &added, in: document)
      added.attribute.isSearched = draft.isOn(FormulaCost.search) && added.attribute.isReadAsText
      return added
    }
    if draft.changed.contains("form") || draft.changed.contains("formula") {
      let changed = try document.computed(
        computed.attribute.label, form: try chosenForm(draft), formula: draft.text("formula"), of: entity.name,
        name: computed.name, in: say.language, words: { say($0) })
      computed = computed.replaced(by: changed, of: entity.name, in: ModelDescription(drafts: document.entities))
    }
    if draft.changed.contains("label") {
      computed.attribute.label = say.key(of: draft.text("label"), computed.attribute.label)
    }
    if draft.changed.contains(FormulaCost.search) {
      computed.attribute.isSearched = draft.isOn(FormulaCost.search) && computed.attribute.isReadAsText
    }
    if draft.changed.contains(FormulaCost.field) { try setIndex(draft, of: &computed, in: document) }
    return computed
  }

  private func setIndex(
    _ draft: RecordDraft, of computed: inout ComputedDescription, in document: AppDocument
  ) throws(ShapeFault) {
    computed.attribute.isSorted = false
    guard draft.isOn(FormulaCost.field) else { return }
    let model = ModelDescription(drafts: document.entities)
    guard let entity = model.entity(named: entity.name), computed.canHaveIndex(of: entity) else {
      throw ShapeFault(FormulaCost.field, Phrase(FormulaCost.obstacle.description))
    }
    computed.attribute.isSorted = true
  }

  // What lists sorted or filtered by the value cost, if that is much.
  private func cost(of computed: ComputedDescription, _ say: Localizer) async throws -> FormulaCost? {
    // A field that was added by the same change has no values yet.
    guard let entity = shape.screens.description.model.entity(named: entity.name) else { return nil }
    return try await FormulaCost(of: computed, entity, in: shape.screens.store, say)
  }

  // A form without a formula ignores none that a person has typed.
  private func chosenForm(_ draft: RecordDraft) throws(ShapeFault) -> String {
    let form = draft.text("form")
    let isTyped = !draft.text("formula").isEmpty && (existing == nil || draft.changed.contains("formula"))
    if isTyped, ["count:", "sum:", "of:"].contains(where: form.hasPrefix) {
      throw ShapeFault("formula", "Here is no formula: choose Formula above, or empty this")
    }
    return form
  }

  private var action: URLPath {
    existing.map { kind.field($0.name) } ?? path.appending("new").appending("computed")
  }

  private func show(
    _ draft: RecordDraft, _ result: String?, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok,
    _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let help = say(
      "A formula has fields, numbers, texts in quotation marks, + - × ÷ & and functions such as if(…), round(…, 2) and sum(…): {names}",
      ["names": .text(proposals(say).joined(separator: ", "))])
    var sheet = shape.sheet(
      title: existing.map { say($0.attribute.label) } ?? say("Computed value"), action: action, cancel: path,
      fields: kind.offering(in: draft.fields(prefix: "n-", say), ["formula"], say), hidden: shape.message(of: draft),
      fault: fault,
      note: result ?? help,
      verb: existing == nil ? say("Add") : say("Save"))
    sheet.trial = say("Try")
    if let existing {
      sheet.links = [
        LinkRow(
          title: say("Delete {title}", ["title": .text(say(existing.attribute.label))]), symbol: .trash,
          href: kind.field(existing.name).appending("delete"), isDangerous: true)
      ]
    }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
