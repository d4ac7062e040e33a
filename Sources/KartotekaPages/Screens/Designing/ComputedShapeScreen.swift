import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A computed value: a count or a sum over related records, or a calculation over the record's own values.
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
      if case .own(let expression) = computed.source { return ExpressionText.write(expression) }
      if case .later(.own(.value(let name)), .own(let days), .days) = computed.source {
        let label = entity.attributes.first { $0.name == name }?.label ?? name
        return say(
          "{name}, plus days: {days}", ["name": .text(say(label)), "days": .text(ExpressionText.write(days))])
      }
      return say("Computed value")
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

  // What a path to a related record's value names.
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
    var forms = [Choice("own", "Calculation")]
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
    let known = existing.map { shown($0.source) }
    let first = forms.count > 1 && numbers.isEmpty ? forms[1].value : "own"
    return ShapeForm(
      [
        ShapeForm.field("label", "Name", required: true),
        ShapeForm.field("form", "What it is", .choice, required: true, choices: forms),
        ShapeForm.field(
          "formula", "Calculation, such as price * 1.23, or number of days",
          placeholder: numbers.first.map { $0 + " * 2" }),
      ],
      [
        "label": .text(existing.map { say($0.attribute.label) } ?? ""), "form": .text(known?.form ?? first),
        "formula": .text(known?.formula ?? ""),
      ])
  }

  // The form and the calculation of a source. Another one than people can choose is shown as it is.
  private func shown(_ source: ComputedSource) -> (form: String, formula: String) {
    switch source {
    case .sum(let over, .constant(1, scale: 0), where: nil): ("count:" + over, "")
    case .sum(let over, .value(let name), where: nil): ("sum:" + over + ":" + name, "")
    case .own(.value(let path)) where Self.related(path, entity, kind.document) != nil:
      ("of:" + path.replacing(".", with: ":"), "")
    case .own(let expression): ("own", ExpressionText.write(expression))
    case .later(.own(.value(let name)), .own(let days), .days): ("later:" + name, ExpressionText.write(days))
    default: ("as-it-is", "")
    }
  }

  private var numbers: [String] {
    entity.attributes.filter { [.integer, .decimal].contains($0.kind) }.map(\.name)
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
    let computed: ComputedDescription
    do throws(ShapeFault) {
      computed = try described(draft, in: kind.document, request.say)
    } catch {
      // A preview does not apply the change yet.
      return try await show(
        draft.refused(error, request.say), nil, request, isTrial ? .ok : .unprocessableContent,
        draft.lone(error, request.say))
    }
    if isTrial { return try await show(draft, try await result(of: computed, request.say), request) }
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
      })
  }

  // The value that the form describes. Its calculation stays as it is unless the person has changed it.
  private func described(
    _ draft: RecordDraft, in document: AppDocument, _ say: Localizer
  ) throws(ShapeFault) -> ComputedDescription {
    guard var computed = existing else {
      return try document.computed(
        draft.text("label"), form: draft.text("form"), formula: draft.text("formula"), of: entity.name, name: nil)
    }
    if draft.changed.contains("form") || draft.changed.contains("formula") {
      computed = try document.computed(
        computed.attribute.label, form: draft.text("form"), formula: draft.text("formula"), of: entity.name,
        name: computed.name)
    }
    if draft.changed.contains("label") {
      computed.attribute.label = say.key(of: draft.text("label"), computed.attribute.label)
    }
    return computed
  }

  // The value of the first record.
  private func result(of computed: ComputedDescription, _ say: Localizer) async throws -> String {
    guard case .own(let expression) = computed.source, !expression.names.contains(where: { $0.contains(".") }),
      let entity = shape.screens.description.model.entity(named: entity.name)
    else { return say("The value appears on each record after it is added.") }
    var request = AnyFetchRequest(entity.name)
    request.limit = 1
    guard let record = try await shape.screens.store.fetch(request).records.first else {
      return say("There is no record yet.")
    }
    guard let value = ShapeCalculation(record).value(of: expression)?.scaled(to: computed.attribute.scale) else {
      return say("The first record lacks a value that the calculation needs.")
    }
    let shown = computed.attribute.behavior.display(
      .integer(value), for: computed.attribute, in: say)
    return say("In the first record: {value}", ["value": .text(shown)])
  }

  private var action: URLPath {
    existing.map { kind.field($0.name) } ?? path.appending("new").appending("computed")
  }

  private func show(
    _ draft: RecordDraft, _ result: String?, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok,
    _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let names = numbers.joined(separator: ", ")
    let help =
      names.isEmpty
      ? say("There is no number among the fields yet.")
      : say("A calculation uses + - * and round(…, 2) with these fields: {names}", ["names": .text(names)])
    var sheet = shape.sheet(
      title: existing.map { say($0.attribute.label) } ?? say("Computed value"), action: action, cancel: path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message(of: draft), fault: fault,
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
