import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// Related records as the lines of a record's form: `/books/shape/kinds/orders/lines/positions`.
struct LinesShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let fields: LineFields
  private let existing: LinesDescription?

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var action: URLPath { Self.path(kind, fields.relationship.name) }

  static func path(_ kind: KindShapeScreen, _ relationship: String) -> URLPath {
    kind.path.appending("lines").appending(relationship)
  }

  /// - Throws: ``ScreenFault/noSuchPage`` for a relationship whose records can't be lines.
  init(_ kind: KindShapeScreen, _ relationship: String) throws {
    try kind.shape.requireDesigned()
    guard kind.document.list(of: kind.entity.name) != nil,
      let fields = LineFields(relationship, of: kind.entity.name, in: kind.document)
    else { throw ScreenFault.noSuchPage }
    let lines = kind.document.lines(of: kind.entity.name)
    (self.kind, self.fields) = (kind, fields)
    existing = lines?.relationship == relationship ? lines : nil
  }

  /// The row that leads to the sheet of a relationship; nil where its records can't be lines.
  static func link(_ kind: KindShapeScreen, _ relationship: RelationshipDescription, _ say: Localizer) -> LinkRow? {
    guard let screen = try? LinesShapeScreen(kind, relationship.name) else { return nil }
    return LinkRow(
      title: say("Lines of the form"), detail: screen.words(say), symbol: .list, href: screen.action)
  }

  // "Product, Quantity, Price", or that there are none.
  private func words(_ say: Localizer) -> String {
    guard let existing else { return say("Off") }
    let item = fields.items.first { $0.relationship.name == existing.item }?.relationship.label
    let columns = [existing.quantity, existing.price, existing.discount].compactMap { name in
      fields.line.attributes.first { $0.name == name }?.label
    }
    return ([item].compactMap(\.self) + columns).map { say($0) }.joined(separator: ", ")
  }

  // MARK: Form

  private static let shown = ["shown", "shown2", "shown3"]
  private static let extras = ["extra", "extra2"]

  private func form(_ say: Localizer) -> ShapeForm {
    func choices(_ attributes: [AttributeDescription]) -> [Choice] { attributes.map { Choice($0.name, $0.label) } }
    // The item's fields, with the name of the item where a line can name several.
    func ofItems(_ isIncluded: (AttributeDescription) -> Bool) -> [Choice] {
      fields.ofItems(isIncluded).map { path, item, attribute in
        let label = say(attribute.label)
        return Choice(path, fields.items.count == 1 ? label : say.capitalized(item.nouns.one) + ": " + label)
      }
    }
    var all = [ShapeForm.field("lines", "Lines of the form", .boolean)]
    func add(_ name: String, _ label: String, _ choices: [Choice], required: Bool = false) {
      if !choices.isEmpty { all.append(ShapeForm.field(name, label, .choice, required: required, choices: choices)) }
    }
    add(
      "item", "A line names", fields.items.map { Choice($0.relationship.name, $0.relationship.label) }, required: true)
    add("quantity", "Quantity", choices(fields.quantities), required: true)
    add("price", "Price of one", choices(fields.prices))
    add("itemPrice", "New lines take the price from", ofItems { $0.kind == .decimal && $0.form == nil })
    add("discount", "Discount", choices(fields.discounts))
    let beside = ofItems { !$0.isBytes }
    add("shown", "Beside the name", beside)
    add("shown2", "Beside the name, then", beside)
    add("shown3", "Beside the name, then", beside)
    add("extra", "On top of the lines", choices(fields.extras))
    add("extra2", "On top of the lines, then", choices(fields.extras))
    add("tax", "Tax, in percent", choices(fields.taxRates))
    add("stock", "In stock", ofItems { $0.kind == .integer && $0.form == nil })
    add("without", "Not offered where this is yes", ofItems { $0.kind == .boolean })
    all.append(ShapeForm.field("verb", "Button of a new record"))
    return ShapeForm(all, values(say))
  }

  private func values(_ say: Localizer) -> [String: Value] {
    // What is proposed for new lines is shown, so that turning them on is one press.
    let lines = existing ?? fields.proposal
    func text(_ name: String?) -> Value { name.map { .text($0) } ?? .null }
    func path(_ name: String?) -> Value { text(name.flatMap { name in lines.map { $0.item + "." + name } }) }
    var values: [String: Value] = [
      "lines": .integer(existing == nil ? 0 : 1), "item": text(lines?.item), "quantity": text(lines?.quantity),
      "price": text(lines?.price), "itemPrice": path(lines?.itemPrice), "discount": text(lines?.discount),
      "tax": text(lines?.taxRate), "stock": path(lines?.stock), "without": path(lines?.hidden),
      "verb": text(lines?.verb.map { say($0) }),
    ]
    for (place, name) in Self.shown.enumerated() { values[name] = path(lines?.shown.dropFirst(place).first) }
    for (place, name) in Self.extras.enumerated() { values[name] = text(lines?.extras.dropFirst(place).first) }
    return values
  }

  // The lines with what a person has chosen. What the form can't show stays as it is.
  private func lines(_ draft: RecordDraft, _ say: Localizer) throws(ShapeFault) -> LinesDescription {
    guard var lines = existing ?? fields.proposal else { throw ShapeFault("lines", Self.lack) }
    let changed = draft.changed
    func name(_ field: String) -> String? { draft.text(field).isEmpty ? nil : draft.text(field) }
    // A field of another item than the chosen one keeps its whole path, which is refused.
    func own(_ field: String) -> String? {
      guard let path = name(field) else { return nil }
      return path.hasPrefix(lines.item + ".") ? String(path.dropFirst(lines.item.count + 1)) : path
    }
    if changed.contains("item") { lines.item = draft.text("item") }
    if changed.contains("quantity") { lines.quantity = draft.text("quantity") }
    if changed.contains("price") { lines.price = name("price") }
    if changed.contains("discount") { lines.discount = name("discount") }
    if changed.contains("tax") { lines.taxRate = name("tax") }
    let isOther = changed.contains("item")
    if isOther || changed.contains("itemPrice") { lines.itemPrice = own("itemPrice") }
    if isOther || changed.contains("stock") { lines.stock = own("stock") }
    if isOther || changed.contains("without") { lines.hidden = own("without") }
    if lines.stock == nil { lines.reserving = nil }
    if isOther || !changed.isDisjoint(with: Self.shown) {
      lines.shown = Self.distinct(Self.shown.compactMap(own) + (isOther ? [] : lines.shown.dropFirst(Self.shown.count)))
    }
    if !changed.isDisjoint(with: Self.extras) {
      lines.extras = Self.distinct(Self.extras.compactMap(name) + lines.extras.dropFirst(Self.extras.count))
    }
    if changed.contains("verb") { lines.verb = name("verb").map { say.key(of: $0, lines.verb ?? "") } }
    return lines
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private static let lack: Phrase =
    "Lines need a whole number and a link to what they name: add both to their kind of record first"

  // MARK: Answers

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Turns lines on or off, or changes them.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    let isOn = draft.isOn("lines")
    guard !isOn || draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let title: Phrase = isOn ? "Lines of the form" : "Turn lines off"
    let order = ShapeScreens.Order(title: title, verb: "Change", action: action, back: kind.path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        if isOn {
          if existing == nil || !draft.changed.isEmpty {
            try document.setLines(try lines(draft, say), of: entity.name)
          }
        } else if existing != nil {
          try document.removeLines(of: entity.name)
        }
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let note = say(
      "Lines are typed in the form of their record, saved and deleted with it. Turned off, they stay as related records."
    )
    let sheet = shape.sheet(
      title: say(fields.relationship.label), action: action, cancel: kind.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message(of: draft), fault: fault,
      note: fields.areEnough || existing != nil ? note : say(Self.lack) + ".")
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
