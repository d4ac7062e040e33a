import Foundation
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Functions that the screens share on which a designed application gets its shape: `/books/shape`. The application of an opened
/// file has the same screens without what the file forbids; its description lies beside the file. An application in code has the
/// screens of the fields that are added to it.
///
/// A change is a function of the current description. Its dry run shows what happens to records; it is done in one transaction,
/// if nobody else has changed the description meanwhile.
struct ShapeScreens: Sendable {
  let screens: AppScreens
  let site: SiteReference
  /// The state of an opened file; nil for other applications.
  let opened: OpenedShapeState?
  /// The added fields of an application in code; nil for other applications.
  let layer: AddedFieldsState?
  private let current: Deferred<Design>

  /// - Returns: nil for an application and a file that are only read.
  init?(_ screens: AppScreens, _ site: SiteReference) {
    guard screens.hasShape, let current = screens.app.app.changeable else { return nil }
    opened = screens.app.app.opened
    layer = opened == nil && screens.app.app.design == nil ? screens.app.app.layer : nil
    self.screens = screens
    self.site = site
    self.current = current
  }

  /// The description, and its revision.
  var design: Design { current.value }
  var document: AppDocument { design.document }

  /// `/books/shape`.
  var path: URLPath { screens.shape }

  /// The address of an entity's fields.
  func path(of entity: DocumentEntity) -> URLPath { screens.shape(of: entity.plural) }

  /// - Throws: ``ScreenFault/noSuchPage`` for an opened file and an application in code.
  func requireDesigned() throws { if opened != nil || layer != nil { throw ScreenFault.noSuchPage } }

  /// - Throws: ``ScreenFault/noSuchPage`` for an opened file, to which no tables and columns are added.
  func requireFields() throws { if opened != nil { throw ScreenFault.noSuchPage } }

  /// - Throws: ``ScreenFault/noSuchPage`` for an application in code.
  func requireWhole() throws { if layer != nil { throw ScreenFault.noSuchPage } }

  /// Whether a field or a kind of record comes with the application, and stays as it is.
  func isDeclared(_ name: String) -> Bool { layer != nil && !AddedName.isOne(name) }

  /// The sentence of pages about changes.
  var lead: Phrase {
    if layer != nil {
      return
        "Fields that are added here are kept through new versions of the application. What comes with it stays as it is."
    }
    return opened == nil
      ? "Each change shows what it does to the records before it is done, and can be undone."
      : "What is changed here is kept beside the file and can be undone. The file stays as it is."
  }

  /// The document of a revision.
  func document(of stored: StoredDescription) throws -> AppDocument {
    if layer != nil { return try screens.app.app.document(of: stored) }
    return try Design(stored, named: document.name, isOpened: opened != nil).document
  }

  /// The entity with the plural in the address.
  /// - Throws: ``ScreenFault/noSuchPage``.
  func entity(_ plural: String) throws -> DocumentEntity {
    guard let entity = document.entities.first(where: { $0.plural == plural }) else { throw ScreenFault.noSuchPage }
    return entity
  }

  // MARK: Pages

  /// A page with one column.
  func page(
    _ column: ImportColumn, _ request: ScreenRequest, status: HTTPResponse.Status = .ok,
    sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    var column = column
    column.id = "shape"
    var document = try await screens.page(
      column.title, for: request, tab: screens.more.path, status: status, hasTwoColumns: false, kind: .shape,
      sheet: sheet, undo: try await undo(request), columns: [column]
    ).depending(on: .outside)
    document.isStorable = false
    return document
  }

  /// A sheet with a form. Its input is not kept, since it belongs to one revision of the description.
  func sheet(
    title: String, action: URLPath, cancel: URLPath, fields: [FormField], hidden: [(name: String, value: String)],
    fault: String? = nil, note: String? = nil, verb: String? = nil
  ) -> NewRecordForm {
    var sheet = NewRecordForm(title: title, action: action, cancel: cancel, fields: fields)
    (sheet.hidden, sheet.fault, sheet.note, sheet.verb) = (hidden, fault, note, verb)
    sheet.isRestorable = false
    return sheet
  }

  // The bar after a change, with its undo.
  private func undo(_ request: ScreenRequest) async throws -> UndoBar? {
    guard let number = request.query[Self.done].flatMap({ Int64($0) }), number == design.revision,
      let before = try await screens.store.description(revision: number - 1)
    else { return nil }
    let old = try document(of: before)
    let differences = DocumentDifference(from: old, to: document).phrases
    return UndoBar(
      text: differences.first.map { request.say($0) } ?? request.say("Changed"),
      undo: path.appending("revisions").appending(number - 1).with(Self.undone, String(number)),
      returnTo: request.address)
  }

  static let done = "changed"
  /// The parameter with the revision whose change is undone.
  static let undone = "undo"
  private static let revision = "_revision"

  // MARK: Changes

  /// The parameters of a change.
  struct Order {
    /// The title of the question: "Delete Price".
    var title: Phrase
    /// The verb on the button of the question.
    var verb: Phrase
    /// The address of the form.
    var action: URLPath
    /// The address after the change and of Cancel.
    var back: URLPath
    /// Whether it is asked in any case.
    var asksAlways = false
    /// The label of what is removed; nil for another change.
    var removes: String?
    /// The revision that a button without a form was made from; nil for the current one.
    var seen: Int64?

    /// Adding something with a label, or changing it.
    static func saving(_ label: String, isNew: Bool, action: URLPath, back: URLPath) -> Order {
      let title = ["title": Phrase.Argument.phrase(Phrase(label))]
      return Order(
        title: isNew ? Phrase("Add {title}", title) : Phrase("Change {title}", title), verb: isNew ? "Add" : "Change",
        action: action, back: back)
    }
  }

  /// The hidden field with the revision that a form was made from.
  var message: [(name: String, value: String)] { [(Self.revision, String(design.revision))] }

  /// The revision that a form was made from; nil for a button.
  func seen(_ form: SubmittedForm) -> Int64? { form[Self.revision].flatMap { Int64($0) } }

  /// The hidden fields of a form: the revision, and the texts that it was made from.
  func message(of draft: RecordDraft) -> [(name: String, value: String)] {
    message + FormMessage(base: draft.baseTexts).fields
  }

  /// Makes a change, or asks first.
  /// - Parameters:
  ///   - show: a page with a sheet above it, or with what is wrong with a field.
  ///   - edit: the change of the description.
  ///   - remarks: what is said of records beside what happens to them; a question is asked if there is something.
  func change(
    _ order: Order, _ form: SubmittedForm, _ request: ScreenRequest,
    show: (HTTPResponse.Status, Sheet?, ShapeFault?) async throws -> ScreenDocument,
    edit: (inout AppDocument) throws(ShapeFault) -> Void,
    remarks: (AppDocument) async throws -> [LinkRow] = { _ in [] }
  ) async throws -> ScreenDocument {
    var changed = document
    do throws(ShapeFault) {
      try edit(&changed)
    } catch {
      return try await show(.unprocessableContent, nil, error)
    }
    let seen = seen(form) ?? order.seen ?? design.revision
    let news = seen == design.revision ? [] : try await news(since: seen)
    do {
      let isConfirmed = FormMessage(form).isConfirmed && seen == design.revision
      let trial = try await make(changed, isDryRun: true, order.back)
      if trial.isEmpty { return .seeOther(order.back) }
      let effect = ShapeEffect(trial, removing: order.removes)
      let isAsked = !isConfirmed && effect.obstacles.isEmpty
      let lessHistory = ShapeOverview.remarks(from: document.history, to: changed.history, request.say)
      let remarks = isAsked ? try await lessHistory + remarks(changed) : []
      let asks = effect.needsQuestion || order.asksAlways || !news.isEmpty || !remarks.isEmpty
      if !effect.obstacles.isEmpty || asks && !isConfirmed {
        let sheet = sheet(order, effect, remarks, news, form, request)
        return try await show(effect.obstacles.isEmpty && news.isEmpty ? .ok : .conflict, sheet, nil)
      }
      try await make(changed, isDryRun: false, order.back)
      return .seeOther(order.back.with(Self.done, String(design.revision + 1)))
    } catch let fault as ShapeFault {
      return try await show(.unprocessableContent, nil, fault)
    }
  }

  /// Changes the application to a description, if nobody else has changed it since the revision that these screens show.
  /// - Parameter back: where the page leads that says why nothing was done.
  /// - Throws: ``ShapeFault`` for a description that can't be used, ``ScreenFault`` where others are in the way.
  @discardableResult func make(_ changed: AppDocument, isDryRun: Bool, _ back: URLPath) async throws -> DesignChange {
    let (revision, omitsRest) = (design.revision, opened != nil || layer != nil)
    do {
      return try await site.site.change(to: changed, isDryRun: isDryRun, omitsRest: omitsRest) { change in
        guard isDryRun || change.current?.revision == revision else { throw StoreError.descriptionChanged }
      }
    } catch StoreError.descriptionChanged {
      // The server opens the new description first.
      try await site.site.refresh()
      throw ScreenFault.changedMeanwhile(back)
    } catch AppDocumentError.faults(let faults) {
      throw ShapeFault("", FaultText(lines: faults.map(\.sentence))?.phrase ?? "This can't be saved as it is")
    } catch let error as DesignError where error.isTemporary {
      throw ScreenFault.refused(
        Phrase("{reason}. {remedy}", ["reason": .phrase(error.phrase), "remedy": .phrase(error.remedy)]), back)
    } catch let error as DesignError {
      throw ShapeFault("", error.phrase)
    }
  }

  // The changes by others since a form was made.
  private func news(since revision: Int64) async throws -> [Phrase] {
    guard let before = try await screens.store.description(revision: revision) else {
      return ["Words, screens or settings differ"]
    }
    let old = try document(of: before)
    return DocumentDifference(from: old, to: document).phrases
  }

  private func sheet(
    _ order: Order, _ effect: ShapeEffect, _ remarks: [LinkRow], _ news: [Phrase], _ form: SubmittedForm,
    _ request: ScreenRequest
  ) -> Sheet {
    let say = request.say
    var hidden = form.names.sorted().filter { $0 != FormName.confirmation.name && $0 != Self.revision }
      .map { (name: $0, value: form[$0] ?? "") }
    hidden += message
    var lines = effect.lines.map { LinkRow(title: say($0.phrase), symbol: $0.isLoss ? .folder : .check) } + remarks
    if lines.isEmpty { lines = [LinkRow(title: say("No record changes."), symbol: .check)] }
    var notice: String?
    if !news.isEmpty {
      notice =
        say("Somebody else has changed the application meanwhile.") + " "
        + news.map { say($0) }.joined(separator: ". ") + "."
    } else if !effect.obstacles.isEmpty {
      notice = say("Records stand in the way. Nothing was changed. Mend them, then try again.")
    }
    if !effect.obstacles.isEmpty {
      let rows = effect.obstacles.map { obstacle($0, say) }
      return Sheet.refusal(say(order.title), text: notice, body: rows, close: order.back, say)
    }
    return Sheet.question(
      say(order.title), text: notice, body: [RowGroup(rows: lines)], verb: say(order.verb), action: order.action,
      cancel: order.back, isDangerous: effect.lines.contains(where: \.isLoss), hidden: hidden, confirms: true, say)
  }

  private func obstacle(_ obstacle: ShapeEffect.Obstacle, _ say: Localizer) -> RowGroup {
    let path = obstacle.entity.flatMap { entity in
      document.entity(entity.name).map { screens.path.appending($0.plural) }
    }
    var all: [LinkRow] = []
    if let path, let filter = obstacle.filter, obstacle.count > 1 {
      all = [LinkRow(title: say("All of them in the list"), symbol: .list, href: path.with("where", filter.text))]
    }
    return RowGroup(
      title: say(obstacle.phrase),
      rows: all
        + obstacle.examples.map { example in
          LinkRow(
            title: example.value.isEmpty ? say("No. {number}", ["number": .text(String(example.id))]) : example.value,
            detail: example.value.isEmpty ? nil : say("No. {number}", ["number": .text(String(example.id))]),
            href: path.map { $0.appending(example.id) })
        },
      note: obstacle.count > obstacle.examples.count
        ? say("… and {count} more", ["count": .count(obstacle.count - obstacle.examples.count)]) : nil)
  }
}

extension AppScreens {
  /// The address of the application's shape.
  var shape: URLPath { path.appending("shape") }

  /// Whether its shape can be changed on screens: it is a designed application, that of an opened file, or one in code that takes
  /// fields.
  var hasShape: Bool {
    app.app.design != nil || app.app.opened != nil && app.app.openedFile?.isReadOnly == false || app.takesFields
  }

  /// Whether the fields of an entity can be changed on screens.
  func hasShape(of entity: EntityDescription) -> Bool {
    hasShape && entity.notesOwner == nil && (entity.derivation == nil || app.app.design != nil)
  }

  /// The address of an entity's fields.
  func shape(of plural: String) -> URLPath { shape.appending("kinds").appending(plural) }
}

extension Localizer {
  /// The key of a text in a form: the known one while the form shows its translation, else the text itself.
  func key(of text: String, _ known: String) -> String { text == self(known) ? known : text }
}
