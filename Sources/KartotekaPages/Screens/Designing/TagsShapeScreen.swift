import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// New tags: a relationship to records of a new kind with a name and a colour, or of one that exists, in one step.
struct TagsShapeScreen: Sendable {
  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var path: URLPath { kind.path }
  private var action: URLPath { path.appending("new").appending("tags") }

  init(_ kind: KindShapeScreen) { self.kind = kind }

  private func form(_ say: Localizer) -> ShapeForm {
    let kinds = kind.document.tagKinds(for: entity.name).map { Choice($0.name, say($0.nouns.many)) }
    var fields = [ShapeForm.field("label", "Name", required: true)]
    if !kinds.isEmpty {
      fields.append(ShapeForm.field("target", "Kind of record, if it exists already", .choice, choices: kinds))
    }
    fields.append(ShapeForm.field("back", "Name on the other side"))
    return ShapeForm(
      fields, ["label": .text(say("Tags")), "back": .text(say.capitalized(entity.nouns.many))])
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds the tags.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let label = draft.text("label")
    let target = draft.text("target")
    let order = ShapeScreens.Order.saving(label, isNew: true, action: action, back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        let moved = ShapeFault(fault.field == "backLabel" ? "back" : fault.field, fault.phrase)
        return try await show(draft.refused(moved, say), request, status, draft.lone(moved, say))
      },
      edit: { document throws(ShapeFault) in
        try document.addTags(
          label, to: entity.name, of: target.isEmpty ? nil : target, nouns: Nouns(say("tag"), say("tags")),
          backLabel: draft.text("back"))
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let note = say(
      "Their names are typed in forms, and a new name makes a new one. Names and colours are changed under More.")
    let sheet = shape.sheet(
      title: say("Tags"), action: action, cancel: path, fields: draft.fields(prefix: "n-", say),
      hidden: shape.message(of: draft), fault: fault, note: note, verb: say("Add"))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
