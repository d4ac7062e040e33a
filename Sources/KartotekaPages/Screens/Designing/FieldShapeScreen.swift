import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A field: a new one of a chosen kind, or one that exists.
struct FieldShapeScreen: FieldSheet {
  typealias Kind = FieldShape.Kind

  static let choice = Kind.choice
  static let kindsWithFields = [Kind.choice, .money, .decimal, .percent, .rating, .series]

  let kind: KindShapeScreen
  /// The attribute that exists; nil for a new field.
  let existing: AttributeDescription?

  private var path: URLPath { kind.path }

  /// The kind of a new field.
  private let adding: Kind?

  init(_ kind: KindShapeScreen, existing: AttributeDescription? = nil, adding: Kind? = nil) {
    (self.kind, self.existing, self.adding) = (kind, existing, adding)
  }

  // MARK: Kinds

  /// The choice of a new field's kind.
  func choices(_ say: Localizer) -> LinkTiles {
    let values = (Kind.allCases + Kind.stamps).map { kind in
      LinkRow(
        title: say(kind.label), symbol: ShapeFieldWords.symbol(kind),
        href: path.appending("new").appending(kind.rawValue))
    }
    let targets = shape.document.entities.filter { $0.derivation == nil }.map { target in
      LinkRow(
        title: say("Link to {kind}", ["kind": .text(say(target.nouns.many))]), symbol: .people,
        href: path.appending("new").appending("link").with("to", target.name))
    }
    let computed = LinkRow(
      title: say("Computed value"), symbol: .chart, href: path.appending("new").appending("computed"))
    let lines = LinkRow(title: say("Lines"), symbol: .list, href: path.appending("new").appending("lines"))
    let hasLines = NewLinesScreen.isPossible(kind)
    let tags = LinkRow(title: say("Tags"), symbol: .tag, href: path.appending("new").appending("tags"))
    let new = path.appending("new")
    let items = [
      LinkRow(title: say("Several pictures"), symbol: .camera, href: new.appending(ItemsShapeScreen.pictures)),
      LinkRow(title: say("Several files"), symbol: .folder, href: new.appending(ItemsShapeScreen.files)),
    ]
    return LinkTiles(
      title: say("Add field"),
      links: values + (ItemsShapeScreen.isPossible(kind) ? items : []) + [tags] + targets + (hasLines ? [lines] : [])
        + [computed])
  }

  // What is said of the records that exist.
  private var absence: String {
    switch adding {
    case .series: "The {count} records that exist get numbers in the order in which they were made."
    case let kind? where kind.stamp != nil:
      "The {count} records that exist get what their history says, as far as it is kept."
    default: "The {count} records that exist have no value in it."
    }
  }

  // MARK: Form

  var canBeDeleted: Bool { true }

  func offers(_ kind: Kind) -> Bool { kind.stamp == nil || existing.flatMap { Kind($0) } == kind }

  func action(_ chosen: Kind) -> URLPath {
    existing.map { kind.field($0.name) } ?? path.appending("new").appending(chosen.rawValue)
  }

  func title(_ chosen: Kind, _ say: Localizer) -> String { existing.map { say($0.label) } ?? say(chosen.label) }

  func note(_ draft: RecordDraft, _ say: Localizer) async throws -> String? {
    // A default fills the records that exist.
    if existing != nil || !draft.texts["initial", default: ""].isEmpty { return nil }
    let count = try await shape.screens.store.count(AnyFetchRequest(entity.name))
    return count > 0 ? say(Phrase(absence, ["count": .count(count)])) : nil
  }

  func form(_ chosen: Kind, _ sent: SubmittedForm?, _ say: Localizer) -> ShapeForm {
    var fields = [ShapeForm.field("label", "Name", required: true)]
    if let existing {
      // A number of any digits is no choice for others.
      let kinds = Kind.allCases + (Kind.stamps + [.real]).filter { $0 == Kind(existing) }
      fields.append(
        ShapeForm.field(
          "kind", "Kind", .choice, required: true, choices: kinds.map { Choice($0.rawValue, $0.label.key) }))
    }
    switch chosen {
    case .choice:
      fields.append(ShapeForm.field("choices", "Choices, each in a line", multiline: true))
      fields += coloured.enumerated().map { place, choice in
        ShapeForm.field("tone\(place)", choice.label, .choice, choices: ShapeWords.tones)
      }
    case .rating:
      var stars = ShapeForm.field("stars", "Number of stars", .integer, required: true)
      (stars.minimum, stars.maximum) = (.integer(2), .integer(Int64(AttributeDescription.mostStars)))
      fields.append(stars)
    case .series:
      var series = ShapeForm.field("series", "Pattern of the numbers", required: true)
      series.help =
        "{year}, {yy} and {month} are those of the day of saving, {0000} is a counter of at least four digits"
      fields.append(series)
    case .decimal, .money, .percent:
      if chosen == .money { fields.append(ShapeForm.field("currency", "Currency, such as EUR", required: true)) }
      var scale = ShapeForm.field("scale", "Digits after the point", .integer, required: true)
      (scale.minimum, scale.maximum) = (.integer(0), .integer(chosen == .percent ? 7 : 9))
      fields.append(scale)
    default: break
    }
    if chosen.stamp == nil, chosen != .series { fields.append(ShapeForm.field("required", "Required", .boolean)) }
    if chosen.canBeUnique || chosen != .series && existing?.isUnique ?? false {
      fields.append(ShapeForm.field("unique", "No two records have the same", .boolean))
    }
    if existing != nil { fields.append(ShapeForm.field("hidden", "Hidden on records' pages", .boolean)) }
    let rules = FieldRulesForm(chosen, existing, scale: scale(sent, as: chosen))
    fields += rules.fields
    if let together = together(chosen, say) { fields.append(together) }
    fields.append(ShapeForm.field("unseen", "Hidden in forms", .boolean))
    fields.append(ShapeForm.field("half", "Half a line at a desk, beside the next field", .boolean))
    if ![.blob, .picture].contains(chosen.name) {
      fields.append(ShapeForm.field("sorted", "Kept in its order by an index: sorting is faster", .boolean))
    }
    let hasFormulas = chosen.stamp == nil && entity.derivation == nil
    if hasFormulas {
      // A record without a number gets one.
      fields += formulas.fields(hasInitial: chosen.hasInitial || chosen == .timestamp, canLack: chosen != .series)
    }
    return ShapeForm(
      fields,
      values(chosen, say).merging(rules.values(say)) { one, _ in one }.merging(formulas.values(say)) { one, _ in one })
  }

  // The choice of the field with which values are different in all records; nil without another field.
  private func together(_ chosen: Kind, _ say: Localizer) -> AttributeDescription? {
    if [.blob, .picture].contains(chosen.name) || chosen.stamp != nil || chosen == .series || entity.derivation != nil {
      return nil
    }
    let others =
      entity.attributes.filter { $0.name != existing?.name && !$0.isBytes && $0.stamp == nil }
      .map { Choice($0.name, say($0.label)) }
      + entity.relationships.filter { $0.cardinality == .toOne }.map { Choice($0.name, say($0.label)) }
    if others.isEmpty { return nil }
    return ShapeForm.field("together", "Unique together with", .choice, choices: others)
  }

  static let folded = FieldRulesForm.names + FieldFormulas.names

  private var formulas: FieldFormulas { FieldFormulas(kind, existing?.name) }

  // A percentage's texts are hundredths, and a duration's have a colon.
  func reread(_ kind: Kind, as other: Kind) -> [String] {
    let forms: Set<Kind> = [.percent, .duration]
    guard kind != other, forms.contains(kind) || forms.contains(other),
      [kind, other].allSatisfy({ [.integer, .decimal, .real].contains($0.name) })
    else { return [] }
    return ["minimum", "maximum", "initial"] + (kind == .percent || other == .percent ? ["scale"] : [])
  }

  private func values(_ chosen: Kind, _ say: Localizer) -> [String: Value] {
    let field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    let kind = existing == nil ? chosen : field.kind
    var values: [String: Value] =
      [
        "label": .text(say(field.label)), "kind": .text(kind.rawValue), "required": .integer(field.isRequired ? 1 : 0),
        "unique": .integer(field.isUnique ? 1 : 0), "choices": .text(Choice.lines(field.choices)),
        "scale": .integer(Int64(scale(as: chosen))),
        "currency": .text(field.currency), "stars": .integer(Int64(field.stars)), "series": .text(field.series),
      ]
    values["unseen"] = .integer(field.isHiddenInForms ? 1 : 0)
    values["half"] = .integer(field.width == .half ? 1 : 0)
    values["sorted"] = .integer(field.isSorted ? 1 : 0)
    // What the store writes has a name of its own.
    if let adding, adding.stamp != nil { values["label"] = .text(say(adding.label)) }
    guard let existing else { return values }
    if let partner = shape.document.uniquePartner(of: existing.name, of: entity.name) {
      values["together"] = .text(partner)
    }
    values["hidden"] = .integer(shape.document.isHidden(existing.name, of: entity.name) ? 1 : 0)
    let tones = shape.document.tones(of: existing.name, of: entity.name)
    for (place, choice) in coloured.enumerated() {
      values["tone\(place)"] = tones[choice.value].map { .text($0.rawValue) } ?? .null
    }
    return values
  }

  // The decimal places of a new percentage.
  private static let percentScale = 1

  // The decimal places that people see, with which a number stays what it is.
  private func scale(as chosen: Kind) -> Int {
    let digits = AttributeDescription.percentDigits
    let field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    guard existing?.kind == .decimal else { return chosen == .percent ? Self.percentScale : field.scale }
    return switch (field.kind == .percent, chosen == .percent) {
    case (true, false): field.scale + digits
    case (false, true): max(0, field.scale - digits)
    default: field.scale
    }
  }

  // The decimal places in which a form is read: those that a person has chosen in it, else those that the field has by now.
  private func scale(_ sent: SubmittedForm?, as chosen: Kind) -> Int {
    let known = scale(as: chosen)
    guard let sent, let digits = Self.digits(sent["scale"]) else { return known }
    let isOther = existing.flatMap { Kind($0) } != chosen
    return isOther || digits != Self.digits(FormMessage(sent).base?["scale"]) ? digits : known
  }

  // The number as its field reads it, also with spaces around it.
  private static func digits(_ text: String?) -> Int? {
    let field = ShapeForm.field("scale", "", .integer)
    guard let text, case .integer(let digits)? = try? field.behavior.value(text: text.trimmingSpaces(), for: field)
    else { return nil }
    return Int(digits)
  }

  // The number of choices that get a colour.
  private static let mostColoured = 12

  // The colours of a list are its declaration's.
  private var coloured: ArraySlice<Choice> {
    (shape.layer == nil ? existing?.choices ?? [] : []).prefix(Self.mostColoured)
  }

  // The tones of the choices that remain, with those that the person has changed.
  private func tones(
    _ draft: RecordDraft, of choices: [Choice], in document: AppDocument
  ) -> [String: StateDescription.Tone] {
    guard let existing else { return [:] }
    var tones = document.tones(of: existing.name, of: entity.name)
    for (place, choice) in coloured.enumerated() where draft.changed.contains("tone\(place)") {
      tones[choice.value] = StateDescription.Tone(rawValue: draft.text("tone\(place)"))
    }
    for choice in existing.choices where !choices.contains(where: { $0.value == choice.value }) {
      tones[choice.value] = nil
    }
    return tones
  }

  func isOther(_ asked: Kind) -> Bool { existing.map { Kind($0) != asked } ?? false }

  func remarks(on document: AppDocument, _ say: Localizer) async throws -> [LinkRow] {
    try await FieldRemarks(kind, existing).rows(on: document, say)
  }

  func label(in draft: RecordDraft, _ say: Localizer) -> String {
    let label = existing?.label ?? adding.flatMap { $0.stamp == nil ? nil : $0.label.key } ?? ""
    return existing == nil || draft.changed.contains("label") ? say.key(of: draft.text("label"), label) : label
  }

  func apply(
    _ draft: RecordDraft, _ asked: Kind, to document: inout AppDocument, _ say: Localizer
  ) throws(ShapeFault) {
    let field = field(of: draft, asked, say)
    let isPaired = draft.changed.contains("together")
    guard let existing else {
      let name = try document.addField(field, to: entity.name)
      try formulas.apply(draft, to: name, in: &document, say)
      if isPaired { try document.setUniquePartner(draft.text("together"), of: name, of: entity.name) }
      return
    }
    if isPaired { try document.setUniquePartner(draft.text("together"), of: existing.name, of: entity.name) }
    if field != FieldShape(existing) { try document.changeField(existing.name, of: entity.name, to: field) }
    try formulas.apply(
      draft, to: existing.name, isOther: field.kind != FieldShape(existing)?.kind, in: &document, say)
    let tones = tones(draft, of: field.choices, in: document)
    if asked == .choice, tones != document.tones(of: existing.name, of: entity.name) {
      try document.setTones(tones, of: existing.name, of: entity.name, former: existing.choices)
    }
  }

  // The field with the person's changes. Properties that only another kind has are taken from the form with the kind.
  private func field(of draft: RecordDraft, _ asked: Kind, _ say: Localizer) -> FieldShape {
    var field = existing.flatMap { FieldShape($0) } ?? FieldShape()
    let isOther = existing == nil || field.kind != asked
    let changed = draft.changed
    field.kind = asked
    field.label = label(in: draft, say)
    if changed.contains("required") { field.isRequired = draft.isOn("required") }
    if changed.contains("unique") { field.isUnique = draft.isOn("unique") }
    if changed.contains("unseen") { field.isHiddenInForms = draft.isOn("unseen") }
    if changed.contains("half") { field.width = draft.isOn("half") ? .half : nil }
    if changed.contains("sorted") { field.isSorted = draft.isOn("sorted") }
    if isOther || changed.contains("choices") {
      field.choices = Choice.choices(draft.text("choices"), existing?.choices ?? [])
    }
    if isOther || changed.contains("scale"), case .integer(let scale) = draft.record["scale"] {
      field.scale = Int(scale)
    }
    if isOther || changed.contains("stars"), case .integer(let stars) = draft.record["stars"] {
      field.stars = Int(stars)
    }
    if isOther || changed.contains("series") { field.series = draft.text("series") }
    if isOther || changed.contains("currency") { field.currency = draft.text("currency").uppercased() }
    FieldRulesForm(asked, existing, scale: field.scale).read(draft, into: &field.rules, say)
    return field
  }
}
