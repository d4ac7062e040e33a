import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A new field for several pictures or files: their kind of record, the relationship, and the section of a record's page, in one
/// step.
struct ItemsShapeScreen: Sendable {
  /// The names of the two in addresses.
  static let (pictures, files) = ("pictures", "files")

  private let kind: KindShapeScreen
  private let areFiles: Bool

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var action: URLPath {
    kind.path.appending("new").appending(areFiles ? Self.files : Self.pictures)
  }

  /// - Throws: ``ScreenFault/noSuchPage`` where records can't get them.
  init(_ kind: KindShapeScreen, areFiles: Bool) throws {
    guard Self.isPossible(kind) else { throw ScreenFault.noSuchPage }
    (self.kind, self.areFiles) = (kind, areFiles)
  }

  /// Whether the records can get them: they have a list, and with it pages.
  static func isPossible(_ kind: KindShapeScreen) -> Bool {
    kind.shape.opened == nil && kind.entity.derivation == nil && kind.document.list(of: kind.entity.name) != nil
  }

  private var label: String { areFiles ? "Files" : "Pictures" }

  private func form(_ say: Localizer) -> ShapeForm {
    ShapeForm([ShapeForm.field("label", "Name", required: true)], ["label": .text(say(label))])
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds the field.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    // A label that is the word of the page's language stays translated.
    let label = say.key(of: draft.text("label"), self.label)
    // So are these nouns, which no person types.
    let nouns = areFiles ? Nouns("file", "files") : Nouns("picture", "pictures")
    let others = Nouns(
      "\(draft.text("label")) (\(say(entity.nouns.one)))", "\(draft.text("label")) (\(say(entity.nouns.many)))")
    let order = ShapeScreens.Order.saving(label, isNew: true, action: action, back: kind.path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        try document.addItems(label, to: entity.name, areFiles: areFiles, nouns: nouns, others: others)
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let note = say(
      areFiles
        ? "A record's page takes several files at once, in any order. Each is a record of its own under More."
        : "A record's page takes several pictures at once, in any order. Each is a record of its own under More.")
    let sheet = shape.sheet(
      title: say(label), action: action, cancel: kind.path, fields: draft.fields(prefix: "n-", say),
      hidden: shape.message(of: draft), fault: fault, note: note, verb: say("Add"))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
