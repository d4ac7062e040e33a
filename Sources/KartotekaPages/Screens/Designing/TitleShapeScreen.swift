import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The titles of a kind of record: the fields that make them, and what records without them are called.
struct TitleShapeScreen: Sendable {
  private static let (part, box, numbered) = ("title", "title", "numbered")
  // The records whose titles are shown before they are changed.
  private static let mostShown = 3

  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var action: URLPath { kind.path.appending(Self.part) }

  init(_ kind: KindShapeScreen) { self.kind = kind }

  /// The row that leads to the sheet.
  static func row(_ kind: KindShapeScreen, _ say: Localizer) -> LinkRow {
    var names = kind.document.titleNames(of: kind.entity.name).map { kind.shownLabel(of: $0, say) }
    if let numbered = kind.entity.numberedTitle { names.append(say(numbered, ["number": .text("12")])) }
    return LinkRow(
      title: say("Titles"), detail: names.joined(separator: ", "), symbol: .card, href: kind.path.appending(part))
  }

  // The fields that make the title by now.
  private var chosen: Set<String> {
    Set(kind.document.titleNames(of: entity.name) + entity.attributes.filter(\.isTitle).map(\.name))
  }

  private func form(_ say: Localizer) -> ShapeForm {
    let chosen = self.chosen
    var (fields, values): ([AttributeDescription], [String: Value]) = ([], [:])
    for (name, label) in candidates {
      fields.append(ShapeForm.field(Self.box + name, label, .boolean))
      values[Self.box + name] = .integer(chosen.contains(name) ? 1 : 0)
    }
    fields.append(
      ShapeForm.field(Self.numbered, "Title where these are empty", placeholder: "No. {number}"))
    values[Self.numbered] = entity.numberedTitle.map { Value.text(say($0)) } ?? .null
    return ShapeForm(fields, values)
  }

  // The fields that can make the title, with their labels: attributes, then computed values.
  private var candidates: [(name: String, label: String)] {
    entity.attributes.filter { AppDocument.canBeTitle($0) }.map { ($0.name, $0.label) }
      + kind.document.titleComputed(of: entity.name).map { ($0.name, $0.attribute.label) }
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Changes the titles. The button Try shows those of the first records, and stores nothing.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    if FormMessage(form).intent == .find {
      var document = kind.document
      do throws(ShapeFault) { try edit(&document, draft, say) } catch {
        return try await show(draft.refused(error, say), request, .ok, draft.lone(error, say))
      }
      return try await show(draft, request, note: try await titles(in: document, say))
    }
    let order = ShapeScreens.Order(title: "Change titles", verb: "Change", action: action, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in try edit(&document, draft, say) })
  }

  private func edit(_ document: inout AppDocument, _ draft: RecordDraft, _ say: Localizer) throws(ShapeFault) {
    let (changed, chosen) = (draft.changed, self.chosen)
    guard !changed.isEmpty else { return }
    // What the person has not changed stays as it is by now.
    let names = candidates.map(\.name).filter { name in
      changed.contains(Self.box + name) ? draft.isOn(Self.box + name) : chosen.contains(name)
    }
    let known = entity.numberedTitle ?? ""
    let numbered =
      changed.contains(Self.numbered) ? say.key(of: draft.text(Self.numbered), known) : known
    try document.setTitle(Set(names), numbered: numbered, of: entity.name)
  }

  // The titles that the first records would have.
  private func titles(in document: AppDocument, _ say: Localizer) async throws -> String {
    guard let changed = ModelDescription(drafts: document.entities).entity(named: entity.name) else { return "" }
    if let computed = changed.titleComputed.first {
      return try await kind.values(of: computed.source, as: computed.attribute, say)
    }
    var request = AnyFetchRequest(entity.name)
    request.limit = Self.mostShown
    let titles = try await shape.screens.store.fetch(request).records.map { $0.fitted(to: changed).title(in: say) }
    guard let first = titles.first else { return say("There is no record yet.") }
    if titles.count == 1 { return say("In the first record: {value}", ["value": .text(first)]) }
    return say("In the first records: {values}", ["values": .text(titles.joined(separator: "; "))])
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil,
    note: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var fields = draft.fields(prefix: "n-", say)
    if fields.count > 1 { fields[0].heading = say("The title is made of") }
    if let first = fields.firstIndex(where: { field in
      entity.computed.contains { Self.box + $0.name == field.column.name }
    }) {
      fields[first].heading = say("Or of a computed value")
    }
    if let last = fields.indices.last { fields[last].heading = say("Records without a title") }
    let help = say(
      "Fields stand in their order. {number} is the number of the record: Order {number}. Links, searches and the history use the title."
    )
    var sheet = shape.sheet(
      title: say("Titles"), action: action, cancel: kind.path, fields: fields, hidden: shape.message(of: draft),
      fault: fault, note: note ?? help)
    sheet.trial = say("Try")
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
