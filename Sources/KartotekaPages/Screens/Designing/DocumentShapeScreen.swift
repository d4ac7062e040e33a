import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A document of a kind of record, with a preview of the first one: `/books/shape/kinds/orders/documents/invoice`.
struct DocumentShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let document: DocumentDescription

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var path: URLPath { Self.path(kind).appending(document.name) }

  /// The address of a kind's documents.
  static func path(_ kind: KindShapeScreen) -> URLPath { kind.path.appending("documents") }

  /// - Throws: ``ScreenFault/noSuchPage`` for no document of the kind's records.
  init(_ kind: KindShapeScreen, _ name: String) throws {
    try kind.shape.requireDesigned()
    guard let document = kind.document.documents(of: kind.entity.name).first(where: { $0.name == name }) else {
      throw ScreenFault.noSuchPage
    }
    (self.kind, self.document) = (kind, document)
  }

  /// The rows of a kind's documents on its page.
  static func content(_ kind: KindShapeScreen, _ say: Localizer) -> [any Component] {
    guard kind.shape.opened == nil, let list = kind.document.list(of: kind.entity.name) else { return [] }
    let rows = list.documents.map { document in
      let href = path(kind).appending(document.name)
      return OrderedRows.Row(
        LinkRow(title: say(document.title), symbol: .receipt, href: href), move: href.appending("move"))
    }
    let add = LinkRow(
      title: say("Add a document"), detail: say("Invoice, receipt, letter, delivery note"), symbol: .plus,
      href: path(kind).appending("new"))
    return rows.isEmpty
      ? [RowGroup(title: say("Documents"), rows: [add])]
      : [OrderedRows(title: say("Documents"), rows: rows), RowGroup(rows: [add])]
  }

  // MARK: The page

  /// The page.
  func page(
    _ request: ScreenRequest, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let rows = DocumentForm.Part.allCases.map { part in
      LinkRow(title: say(part.title), detail: say(part.detail), href: path.appending(part.rawValue))
    }
    let delete = LinkRow(
      title: say("Delete {title}", ["title": .text(say(document.title))]), symbol: .trash,
      href: path.appending("delete"), isDangerous: true)
    var content: [any Component] = [RowGroup(rows: rows)]
    // A sheet has the preview of what is typed in it.
    if sheet == nil {
      content.append(DocumentPreview(try await printed(document, say), title: say("Preview with the first record")))
    }
    content.append(RowGroup(rows: [delete]))
    return try await shape.page(
      ImportColumn(
        title: say(document.title),
        lead: say("Each record's page leads to its document, which the browser prints or keeps as a PDF."),
        back: (say("Fields of {kind}", ["kind": .text(say(entity.nouns.many))]), kind.path), content: content),
      request, status: status, sheet: sheet)
  }

  // The document of the first record; nil without records.
  private func printed(_ document: DocumentDescription, _ say: Localizer) async throws -> PrintedDocument? {
    guard let entity = shape.screens.description.model.entity(named: entity.name),
      let screen = shape.screens.screen(of: entity)
    else { return nil }
    var request = AnyFetchRequest(entity.name)
    request.limit = 1
    guard let record = try await shape.screens.store.fetch(request).records.first else { return nil }
    return try await DocumentScreen(screen).printed(document, record, say)
  }

  // MARK: Changes without a form

  private func refuse(
    _ status: HTTPResponse.Status, _ sheet: Sheet?, _ fault: ShapeFault?, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    if let fault { throw ScreenFault.refused(fault.phrase, path) }
    return try await page(request, status: status, sheet: sheet)
  }

  /// Moves the document up or down among the others.
  func move(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let step = form["by"].flatMap { Int($0) } ?? 0
    let order = ShapeScreens.Order(
      title: Phrase("Move {title}", ["title": .phrase(Phrase(document.title))]), verb: "Move",
      action: path.appending("move"), back: kind.path)
    return try await shape.change(
      order, form, request, show: { try await kind.refuse($0, $1, $2, request) },
      edit: { changed throws(ShapeFault) in
        try changed.moveDocument(document.name, of: entity.name, by: step)
      })
  }

  /// Asks before the document is deleted, and deletes it. Records stay as they are.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let order = ShapeScreens.Order(
      title: Phrase("Delete {title}", ["title": .phrase(Phrase(document.title))]), verb: "Delete",
      action: path.appending("delete"), back: kind.path, asksAlways: true, removes: document.title)
    return try await shape.change(
      order, form, request, show: { try await refuse($0, $1, $2, request) },
      edit: { changed throws(ShapeFault) in try changed.removeDocument(document.name, of: entity.name) })
  }

  // MARK: Sheets

  /// The sheet of a part of the document, and what its form leads to. The button Try shows the preview without storing anything.
  func edit(_ part: String, _ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let part = DocumentForm.Part(rawValue: part) else { throw ScreenFault.noSuchPage }
    let fields = DocumentForm(part, document, kind, say)
    guard let form else { return try await show(fields.form.draft(say), fields, document, request) }
    let draft = fields.form.draft(form, say)
    guard draft.errors.isEmpty else {
      return try await show(draft, fields, document, request, .unprocessableContent)
    }
    let isTrial = FormMessage(form).intent == .find
    var changed = document
    do throws(ShapeFault) { try fields.apply(draft, to: &changed) } catch {
      // A preview does not apply the change yet.
      return try await show(
        draft.refused(error, say), fields, document, request, isTrial ? .ok : .unprocessableContent,
        draft.lone(error, say))
    }
    if isTrial { return try await show(draft, fields, changed, request) }
    let order = ShapeScreens.Order(
      title: Phrase("Change {title}", ["title": .phrase(Phrase(document.title))]), verb: "Change",
      action: path.appending(part.rawValue), back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await page(request, status: status, sheet: sheet) }
        return try await show(
          draft.refused(fault, say), fields, document, request, status, draft.lone(fault, say))
      },
      edit: { description throws(ShapeFault) in
        try description.changeDocument(document.name, of: entity.name) { changed throws(ShapeFault) in
          try fields.apply(draft, to: &changed)
        }
      })
  }

  private func show(
    _ draft: RecordDraft, _ fields: DocumentForm, _ shown: DocumentDescription, _ request: ScreenRequest,
    _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let all = draft.fields(prefix: "n-", say)
    var sheet = shape.sheet(
      title: say(fields.part.title), action: path.appending(fields.part.rawValue), cancel: path,
      fields: all.filter { !DocumentForm.isFolded($0.column.name) }, hidden: shape.message(of: draft), fault: fault,
      note: fields.note)
    sheet.fold = NewRecordForm.Fold(say("More"), all.filter { DocumentForm.isFolded($0.column.name) })
    if let printed = try await printed(shown, say) {
      sheet.trial = say("Try")
      sheet.preview = DocumentPreview(printed)
    }
    return try await page(request, status: status, sheet: sheet.sheet(say))
  }
}

/// The sheet of a new document.
struct NewDocumentScreen: Sendable {
  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var action: URLPath { DocumentShapeScreen.path(kind).appending("new") }

  /// - Throws: ``ScreenFault/noSuchPage`` for a kind without a list.
  init(_ kind: KindShapeScreen) throws {
    try kind.shape.requireDesigned()
    guard kind.document.list(of: kind.entity.name) != nil else { throw ScreenFault.noSuchPage }
    self.kind = kind
  }

  private var form: ShapeForm {
    ShapeForm(
      [
        ShapeForm.field(
          "template", "It begins as", .choice, required: true,
          choices: DocumentTemplate.allCases.map { Choice($0.rawValue, $0.title) }),
        ShapeForm.field("title", "Title"),
      ], ["template": .text(DocumentTemplate.invoice.rawValue)])
  }

  /// The sheet, and what its form leads to.
  func answer(_ sent: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    guard let sent else { return try await show(form.draft(say), request) }
    let draft = form.draft(sent, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let template = DocumentTemplate(rawValue: draft.text("template")) ?? .invoice
    let title = draft.text("title").isEmpty ? template.title : say.key(of: draft.text("title"), template.title)
    let name = kind.document.documentName(template, of: kind.entity.name)
    let order = ShapeScreens.Order.saving(
      title, isNew: true, action: action, back: DocumentShapeScreen.path(kind).appending(name))
    return try await shape.change(
      order, sent, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        try document.addDocument(template, title, to: kind.entity.name)
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say("Add a document"), action: action, cancel: kind.path, fields: draft.fields(prefix: "n-", say),
      hidden: shape.message(of: draft), fault: fault,
      note: say("Its address, texts, lines and paper are changed on its page, beside a preview."), verb: say("Add"))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
