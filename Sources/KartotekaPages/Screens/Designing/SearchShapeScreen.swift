import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The fields in which the search of a kind of record looks: its own texts, and those of related records.
struct SearchShapeScreen: Sendable {
  private static let (part, box) = ("search", "find")

  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var action: URLPath { kind.path.appending(Self.part) }
  private var found: [AppDocument.SearchedField] { kind.document.searchedFields(of: kind.entity.name) }

  init(_ kind: KindShapeScreen) { self.kind = kind }

  /// The row that leads to the sheet.
  static func row(_ kind: KindShapeScreen, _ say: Localizer) -> LinkRow {
    let (document, entity) = (kind.document, kind.entity)
    var labels = document.searchedFields(of: entity.name).filter(\.isOn).map { field in
      (field.links + [field.label]).map { say($0) }.joined(separator: ": ")
    }
    // Computed values are searched by their own sheets.
    labels += entity.computed.filter { document.searches($0, of: entity.name) }.map { say($0.attribute.label) }
    return LinkRow(
      title: say("Search"), detail: labels.isEmpty ? say("Finds nothing") : labels.joined(separator: ", "),
      symbol: .find, href: kind.path.appending(part))
  }

  private var form: ShapeForm {
    let fields = found
    return ShapeForm(
      fields.map { ShapeForm.field(Self.box + $0.path, $0.label, .boolean) },
      Dictionary(
        fields.map { (Self.box + $0.path, Value.integer($0.isOn ? 1 : 0)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form.draft(request.say), request)
  }

  /// Changes what is searched.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let draft = self.form.draft(form, request.say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let order = ShapeScreens.Order(title: "Change the search", verb: "Change", action: action, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in
        for field in found where draft.changed.contains(Self.box + field.path) {
          try document.setSearched(field.path, draft.isOn(Self.box + field.path), of: kind.entity.name)
        }
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var fields = draft.fields(prefix: "n-", say)
    var links: [String] = []
    let found = self.found
    for index in fields.indices {
      guard let field = found.first(where: { Self.box + $0.path == fields[index].column.name }) else { continue }
      let isOwn = field.links.isEmpty
      if index == 0 || field.links != links {
        fields[index].heading =
          isOwn ? say("The search looks in") : field.links.map { say($0) }.joined(separator: ": ")
      }
      links = field.links
    }
    let note = say(
      fields.isEmpty
        ? "There are no texts to look in."
        : "A record is also found by texts of the records that it leads to. Without any field the list has no search.")
    let sheet = shape.sheet(
      title: say("Search"), action: action, cancel: kind.path, fields: fields, hidden: shape.message(of: draft),
      fault: fault, note: note)
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
