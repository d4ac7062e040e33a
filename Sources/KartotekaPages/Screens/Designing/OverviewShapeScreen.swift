import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// An overview that is put together of views: its parts, their order and size: `/books/shape/overviews/overview`.
struct OverviewShapeScreen: Sendable {
  let shape: ShapeScreens
  private let tab: TabDescription
  private let overview: OverviewDescription

  /// - Throws: ``ScreenFault/noSuchPage`` for the address of no overview.
  init(_ shape: ShapeScreens, _ path: String) throws {
    guard let found = shape.document.overviews.first(where: { $0.tab.path == path }) else {
      throw ScreenFault.noSuchPage
    }
    (self.shape, tab, overview) = (shape, found.tab, found.overview)
  }

  private var path: URLPath { Self.path(tab.path, shape) }

  static func path(_ overview: String, _ shape: ShapeScreens) -> URLPath {
    shape.path.appending("overviews").appending(overview)
  }

  // The address of a part, with the revision in which it has that number.
  private func part(_ number: Int) -> URLPath { path.appending("parts").appending(String(number)) }

  // Where a part stands now that had a number in the revision that a form or a button was made from: others may have moved it,
  // or removed those above it.
  private func place(_ number: Int, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> Int {
    guard let seen = shape.seen(form) ?? request.query["seen"].flatMap({ Int64($0) }), seen != shape.design.revision
    else { return number }
    let stored = try await shape.screens.store.description(revision: seen)
    let former = try stored.flatMap { try shape.document(of: $0).overviews.first { $0.tab.path == tab.path } }
    guard let before = former?.overview.panels, before.indices.contains(number) else {
      throw ScreenFault.changedMeanwhile(path)
    }
    // Nothing was moved where all others are the same.
    var others = (before, overview.panels)
    if before.count == overview.panels.count {
      others.0.remove(at: number)
      others.1.remove(at: number)
      if others.0 == others.1 { return number }
    }
    let places = overview.panels.indices.filter { overview.panels[$0] == before[number] }
    // Of parts that are the same, any could be meant.
    guard places.count == 1 else { throw ScreenFault.changedMeanwhile(path) }
    return places[0]
  }

  // MARK: The page

  /// The page.
  func page(
    _ request: ScreenRequest, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let rows = overview.panels.enumerated().map { number, panel in
      OrderedRows.Row(
        row(panel, number, say),
        move: part(number).appending("move").with("seen", String(shape.design.revision)))
    }
    return try await shape.page(
      ImportColumn(
        title: say(tab.title), lead: say("Parts stand beside and below each other, on a phone below each other."),
        back: (say("Shape of the application"), shape.path),
        content: [
          OrderedRows(title: say("Parts"), rows: rows),
          RowGroup(rows: [
            LinkRow(title: say("Add a part"), symbol: .plus, href: path.appending("parts").appending("new")),
            LinkRow(title: say("Open the overview"), symbol: .chart, href: shape.screens.path.appending(tab.path)),
            LinkRow(title: say("Name of the overview"), detail: say(tab.title), href: path.appending("name")),
            LinkRow(title: say("Delete the overview"), symbol: .trash, href: path.appending("delete")),
          ]),
        ]), request, status: status, sheet: sheet)
  }

  private func row(_ panel: OverviewDescription.Panel, _ number: Int, _ say: Localizer) -> LinkRow {
    guard case .view(let view) = panel else { return LinkRow(title: say(panel.title), symbol: .chart) }
    let size = say(view.isWide ? "Whole width" : "Half the width")
    return LinkRow(
      title: say(view.title), detail: say(view.form.words) + " · " + size, symbol: .chart, href: part(number))
  }

  private func refuse(
    _ status: HTTPResponse.Status, _ sheet: Sheet?, _ fault: ShapeFault?, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    if let fault { throw ScreenFault.refused(fault.phrase, path) }
    return try await page(request, status: status, sheet: sheet)
  }

  private func simply(
    _ title: Phrase, _ form: SubmittedForm, _ request: ScreenRequest, verb: Phrase? = nil, action: URLPath,
    back: URLPath? = nil, asks: Bool = false, _ edit: (inout AppDocument) throws(ShapeFault) -> Void
  ) async throws -> ScreenDocument {
    var order = ShapeScreens.Order(
      title: title, verb: verb ?? title, action: action, back: back ?? path, asksAlways: asks)
    order.seen = request.query["seen"].flatMap { Int64($0) }
    return try await shape.change(order, form, request, show: { try await refuse($0, $1, $2, request) }, edit: edit)
  }

  // MARK: Changes

  // What a question calls a part.
  private func title(of number: Int) -> Phrase? {
    overview.panels.indices.contains(number) ? Phrase(overview.panels[number].title) : nil
  }

  /// Moves a part up or down.
  func move(_ number: Int, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let step = form["by"].flatMap { Int($0) } ?? 0
    let number = try await place(number, form, request)
    let title = title(of: number).map { Phrase("Move {title}", ["title": .phrase($0)]) } ?? "Move"
    return try await simply(title, form, request, verb: "Move", action: part(number).appending("move")) {
      document throws(ShapeFault) in
      try document.movePart(number, of: tab.path, by: step)
    }
  }

  /// Moves the tab before another one.
  func moveTab(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let before = form["before"] else { throw ScreenFault.noSuchPage }
    return try await simply("Move", form, request, action: path.appending("move"), back: shape.path) {
      document throws(ShapeFault) in
      document.moveTab(tab.path, before: before.isEmpty ? nil : before)
    }
  }

  /// Removes a part; with the last one the overview.
  func remove(_ number: Int, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let number = try await place(number, form, request)
    let isLast = overview.panels.count == 1 && overview.figures.isEmpty
    let title = title(of: number).map { Phrase("Remove {title}", ["title": .phrase($0)]) } ?? "Remove the part"
    return try await simply(
      title, form, request, verb: "Remove the part", action: part(number).appending("delete"),
      back: isLast ? shape.path : path, asks: true
    ) { document throws(ShapeFault) in
      try document.removePart(number, of: tab.path)
    }
  }

  /// Asks before the overview is deleted, and deletes it.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    try await simply(
      "Delete the overview", form, request, action: path.appending("delete"), back: shape.path, asks: true
    ) { document throws(ShapeFault) in
      try document.removeOverview(tab.path)
    }
  }

  // MARK: Sheets

  /// The sheet with the name.
  func name(_ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let fields = ShapeForm(
      [ShapeForm.field("title", "Name", required: true)], ["title": .text(say(tab.title))])
    guard let form else { return try await showName(fields.draft(say), request) }
    let draft = fields.draft(form, say)
    guard draft.errors.isEmpty else { return try await showName(draft, request, .unprocessableContent) }
    let order = ShapeScreens.Order(
      title: "Name of the overview", verb: "Change", action: path.appending("name"), back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await page(request, status: status, sheet: sheet) }
        return try await showName(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        if draft.changed.contains("title") {
          try document.renameOverview(tab.path, to: say.key(of: draft.text("title"), tab.title))
        }
      })
  }

  private func showName(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let sheet = shape.sheet(
      title: request.say("Name of the overview"), action: path.appending("name"), cancel: path,
      fields: draft.fields(prefix: "n-", request.say), hidden: shape.message(of: draft), fault: fault)
    return try await page(request, status: status, sheet: sheet.sheet(request.say))
  }

  /// The sheet of a part, or of a new one for nil, and what its form leads to.
  func edit(_ asked: Int?, _ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let number: Int?
    if let asked { number = try await place(asked, form ?? SubmittedForm([:]), request) } else { number = nil }
    var current: ViewDescription?
    if let number {
      guard overview.panels.indices.contains(number), case .view(let view) = overview.panels[number] else {
        throw ScreenFault.noSuchPage
      }
      current = view
    }
    let parts = try await PartFields(shape, request)
    let fields = parts.form(current)
    let action = number.map { part($0) } ?? path.appending("parts").appending("new")
    func show(
      _ draft: RecordDraft, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
    ) async throws -> ScreenDocument {
      let title = say(number == nil ? "Add a part" : "Part of the overview")
      var sheet = shape.sheet(
        title: title, action: action, cancel: path, fields: draft.fields(prefix: "n-", say),
        hidden: shape.message(of: draft), fault: fault, verb: number == nil ? say("Add") : nil)
      if let number {
        let remove = part(number).appending("delete").with("seen", String(shape.design.revision))
        sheet.links = [LinkRow(title: say("Remove the part"), symbol: .trash, href: remove)]
      }
      return try await page(request, status: status, sheet: sheet.sheet(say))
    }
    guard let form else { return try await show(fields.draft(say)) }
    let draft = fields.draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, .unprocessableContent) }
    let order = ShapeScreens.Order(
      title: number == nil ? "Add a part" : "Part of the overview", verb: number == nil ? "Add" : "Change",
      action: action, back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, say), status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        if let number {
          var changed = current ?? ViewDescription("", of: "")
          try parts.change(&changed, draft)
          try document.changePart(number, of: tab.path) { $0 = changed }
        } else {
          try document.addPart(try parts.part(draft), to: tab.path)
        }
      })
  }
}

extension ViewDescription.Form {
  /// The form in English, a catalogue key.
  var words: String {
    switch self {
    case .list: "First records"
    case .chart: "Chart"
    case .figure: "A number"
    }
  }
}
