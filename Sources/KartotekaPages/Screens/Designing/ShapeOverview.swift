import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The shape of an application: its kinds of records, its looks and its earlier versions.
struct ShapeOverview: Sendable {
  let shape: ShapeScreens

  private var document: AppDocument { shape.document }

  /// The page.
  func page(
    _ request: ScreenRequest, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var content: [any Component] = []
    let tabs = document.writtenTabs
    let entities = document.entities.filter { $0.derivation == nil }
    var rows: [OrderedRows.Row] = []
    for tab in tabs {
      if let entity = entities.first(where: { $0.name == tab.screen.entity }) {
        rows.append(row(entity, tab, say))
      } else if case .overview(let overview) = tab.screen, shape.opened == nil, shape.layer == nil {
        rows.append(row(overview, tab, say))
      }
    }
    for entity in entities where !tabs.contains(where: { $0.screen.entity == entity.name }) {
      rows.append(row(entity, nil, say))
    }
    let hasOverviews = shape.opened == nil && shape.layer == nil && !document.overviews.isEmpty
    content.append(
      OrderedRows(title: say(hasOverviews ? "Kinds of records and overviews" : "Kinds of records"), rows: rows))
    if let layer = shape.layer, !layer.remarks.isEmpty {
      content.append(
        RowGroup(
          title: say("Since the application has changed"),
          rows: layer.remarks.map { LinkRow(title: say($0), symbol: .clock) }))
    }
    if shape.opened == nil, shape.layer == nil {
      content.append(
        RowGroup(rows: [
          LinkRow(title: say("New kind of record"), symbol: .plus, href: shape.path.appending("new")),
          LinkRow(title: say("New overview"), symbol: .plus, href: shape.path.appending("overviews")),
        ]))
    }
    content.append(
      RowGroup(
        title: say("Application"),
        rows: [
          shape.layer != nil
            ? nil
            : LinkRow(
              title: say("Name, symbol and colour"), detail: say(document.title), symbol: document.symbol,
              href: shape.path.appending("look")),
          shape.opened == nil && shape.layer == nil ? historyRow(say) : nil,
          LinkRow(
            title: say("Earlier versions"), detail: say("What was changed here, and the way back"), symbol: .clock,
            href: shape.path.appending("revisions")),
          PeopleOfAppScreen.row(shape.screens, say),
        ].compactMap(\.self)))
    if let opened = shape.opened { content += file(opened, say) }
    if RemovalScreen(self) != nil {
      content.append(RowGroup(rows: [RemovalScreen.row(shape.screens, say)]))
    }
    return try await shape.page(
      ImportColumn(
        title: say("Shape of the application"), lead: say(shape.lead),
        back: (say(shape.screens.more.title), shape.screens.moreAddress), content: content), request, status: status,
      sheet: sheet)
  }

  private func row(_ overview: OverviewDescription, _ tab: TabDescription, _ say: Localizer) -> OrderedRows.Row {
    let path = OverviewShapeScreen.path(tab.path, shape)
    let count = overview.panels.count + overview.figures.count
    return OrderedRows.Row(
      LinkRow(
        title: say(tab.title), detail: say("{count} parts", ["count": .count(count)]), symbol: tab.symbol, href: path),
      move: path.appending("move"), name: tab.path)
  }

  /// The sheet of a new overview, and what its form leads to.
  func newOverview(_ form: SubmittedForm?, _ request: ScreenRequest) async throws -> ScreenDocument {
    try shape.requireDesigned()
    let say = request.say
    let parts = try await PartFields(shape, request)
    let fields = parts.form(nil, naming: true)
    guard let form else { return try await showOverview(fields.draft(say), request) }
    let draft = fields.draft(form, say)
    guard draft.errors.isEmpty else { return try await showOverview(draft, request, .unprocessableContent) }
    let order = ShapeScreens.Order(
      title: "New overview", verb: "Add", action: shape.path.appending("overviews"), back: shape.path)
    return try await shape.change(
      order, form, request,
      show: { try await refuse($0, $1, $2, draft, request) { try await showOverview($0, request, $1, $2) } },
      edit: { document throws(ShapeFault) in
        try document.addOverview(draft.text("name"), try parts.part(draft))
      })
  }

  private func showOverview(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say("New overview"), action: shape.path.appending("overviews"), cancel: shape.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message(of: draft), fault: fault,
      note: say("It begins with one part. Further ones are added on its page."), verb: say("Add"))
    return try await page(request, status: status, sheet: sheet.sheet(say))
  }

  // The rows about an opened file.
  private func file(_ opened: OpenedShapeState, _ say: Localizer) -> [any Component] {
    let adoption = AdoptScreen(self, opened)
    var content: [any Component] = []
    if let row = adoption.row(say) { content.append(RowGroup(title: say("File"), rows: [row])) }
    if !opened.notices.isEmpty {
      content.append(
        RowGroup(
          title: say("No longer in the file"), rows: opened.notices.map { LinkRow(title: say($0), symbol: .clock) },
          note: say("What was said of it is left out.")))
    }
    if !opened.unreadable.isEmpty {
      content.append(
        RowGroup(
          title: say("Can't be read"), rows: opened.unreadable.map { LinkRow(title: $0.name, detail: $0.reason) },
          note: say("These tables and views are left out.")))
    }
    if let indices = adoption.indices(say) { content.append(indices) }
    return content
  }

  private func row(_ entity: DocumentEntity, _ tab: TabDescription?, _ say: Localizer) -> OrderedRows.Row {
    let count = entity.attributes.count + entity.relationships.count + entity.computed.count
    return OrderedRows.Row(
      LinkRow(
        title: say.capitalized(entity.nouns.many), detail: say("{count} fields", ["count": .count(count)]),
        symbol: tab?.symbol ?? .list, href: shape.path(of: entity)),
      move: shape.layer != nil ? nil : tab.map { shape.path(of: entity).appending("move").with("tab", $0.path) },
      name: tab?.path)
  }

  // MARK: Looks

  private func form(_ say: Localizer) -> ShapeForm {
    var fields = [
      ShapeForm.field("title", "Name", required: true), ShapeForm.field("summary", "In one line"),
      ShapeForm.field("symbol", "Symbol", .choice, required: true, choices: ShapeWords.symbols),
      ShapeForm.field("hue", "Colour", .choice, required: true, choices: ShapeWords.colours),
    ]
    // What is said of a file has neither.
    if shape.opened == nil {
      fields.append(ShapeForm.field("purpose", "Sentence while there are no records", multiline: true))
      fields.append(ShapeForm.field("question", "Question of a first screen, above the tabs"))
    }
    return ShapeForm(
      fields,
      [
        "title": .text(say(document.title)), "summary": .text(say(document.summary)),
        "purpose": .text(say(document.purpose)), "question": .text(document.welcome.map { say($0.question) } ?? ""),
        "symbol": .text(document.symbol.rawValue), "hue": .text(String(document.hue)),
      ])
  }

  /// The sheet with the application's name and looks.
  func look(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Changes the application's name and looks.
  func setLook(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let changed = draft.changed
    let order = ShapeScreens.Order(
      title: "Change the application", verb: "Change", action: shape.path.appending("look"), back: shape.path)
    return try await shape.change(
      order, form, request,
      show: { try await refuse($0, $1, $2, draft, request) { try await show($0, request, $1, $2) } },
      edit: { document throws(ShapeFault) in
        try document.setLook(
          title: changed.contains("title") ? say.key(of: draft.text("title"), document.title) : document.title,
          summary: changed.contains("summary")
            ? say.key(of: draft.text("summary"), document.summary) : document.summary,
          purpose: changed.contains("purpose") ? say.key(of: draft.text("purpose"), document.purpose) : nil,
          question: changed.contains("question")
            ? say.key(of: draft.text("question"), document.welcome?.question ?? "") : nil,
          symbol: Symbol(rawValue: draft.text("symbol")).flatMap { changed.contains("symbol") ? $0 : nil }
            ?? document.symbol,
          hue: Int(draft.text("hue")).flatMap { changed.contains("hue") ? $0 : nil } ?? document.hue)
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let sheet = shape.sheet(
      title: request.say("Name, symbol and colour"), action: shape.path.appending("look"), cancel: shape.path,
      fields: draft.fields(prefix: "n-", request.say), hidden: shape.message(of: draft), fault: fault)
    return try await page(request, status: status, sheet: sheet.sheet(request.say))
  }

  /// Shows a question above the page, or a form with its fault.
  func refuse(
    _ status: HTTPResponse.Status, _ sheet: Sheet?, _ fault: ShapeFault?, _ draft: RecordDraft,
    _ request: ScreenRequest,
    _ show: (RecordDraft, HTTPResponse.Status, String?) async throws -> ScreenDocument
  ) async throws -> ScreenDocument {
    guard let fault else { return try await page(request, status: status, sheet: sheet) }
    return try await show(draft.refused(fault, request.say), status, draft.lone(fault, request.say))
  }

  // MARK: Kinds of records

  private var kind: ShapeForm {
    ShapeForm([
      ShapeForm.field("one", "One of them", required: true, placeholder: "book"),
      ShapeForm.field("many", "Several", placeholder: "books"),
    ])
  }

  /// The sheet for a new kind of record.
  func newKind(_ request: ScreenRequest) async throws -> ScreenDocument {
    try shape.requireDesigned()
    return try await showKind(kind.draft(request.say), request)
  }

  /// Adds a kind of record.
  func addKind(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    try shape.requireDesigned()
    let draft = kind.draft(form, request.say)
    guard draft.errors.isEmpty else { return try await showKind(draft, request, .unprocessableContent) }
    let order = ShapeScreens.Order(
      title: "New kind of record", verb: "Add", action: shape.path.appending("new"), back: shape.path)
    return try await shape.change(
      order, form, request,
      show: { try await refuse($0, $1, $2, draft, request) { try await showKind($0, request, $1, $2) } },
      edit: { document throws(ShapeFault) in
        try document.addEntity(one: draft.text("one"), many: draft.text("many"), fields: [])
      })
  }

  private func showKind(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let sheet = shape.sheet(
      title: say("New kind of record"), action: shape.path.appending("new"), cancel: shape.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message, fault: fault,
      note: say("It begins with a field called Name. Further fields are added on its page."), verb: say("Add"))
    return try await page(request, status: status, sheet: sheet.sheet(say))
  }

  // MARK: Revisions

  /// The earlier versions of the description.
  func revisions(
    _ request: ScreenRequest, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    let all = try await shape.screens.store.descriptionRevisions().prefix(30)
    var rows: [LinkRow] = []
    var after = document
    for (place, revision) in all.enumerated() {
      guard let stored = try await shape.screens.store.description(revision: revision.number),
        let here = try? shape.document(of: stored)
      else { continue }
      let next = place == 0 ? nil : DocumentDifference(from: here, to: after).phrases.map { say($0) }
      after = here
      rows.append(
        LinkRow(
          title: DateText.long(revision.date, in: say),
          detail: next.map { say("Before: {changes}", ["changes": .text($0.prefix(3).joined(separator: " · "))]) }
            ?? say("The current version"),
          symbol: place == 0 ? .check : .undo,
          href: place == 0 ? nil : shape.path.appending("revisions").appending(revision.number)))
    }
    return try await shape.page(
      ImportColumn(
        title: say("Earlier versions"),
        lead: say("An earlier version comes back with the values that were removed since; records stay as they are."),
        back: (say("Shape of the application"), shape.path), content: [RowGroup(rows: rows)]), request,
      status: status, sheet: sheet)
  }

  /// Asks before a version is brought back.
  func revision(_ number: Int64, _ request: ScreenRequest) async throws -> ScreenDocument {
    try await bringBack(number, SubmittedForm([:]), request, asksAlways: true)
  }

  /// Brings a version back: the undo of all changes since, or of the next one alone, if the address says so.
  func bringBack(
    _ number: Int64, _ form: SubmittedForm, _ request: ScreenRequest, asksAlways: Bool = false
  ) async throws -> ScreenDocument {
    guard let stored = try await shape.screens.store.description(revision: number) else {
      throw ScreenFault.noSuchPage
    }
    var old = try shape.document(of: stored)
    let back = form["returnTo"].flatMap { URLPath(local: $0) } ?? shape.path.appending("revisions")
    var order = ShapeScreens.Order(
      title: "Bring back the earlier version", verb: "Bring back",
      action: shape.path.appending("revisions").appending(number), back: back, asksAlways: asksAlways)
    if let undone = request.query[ShapeScreens.undone].flatMap({ Int64($0) }) {
      guard undone == number + 1, let after = try await shape.screens.store.description(revision: undone) else {
        throw ScreenFault.noSuchPage
      }
      guard let rest = document.undoing(try shape.document(of: after), backTo: old) else {
        throw ScreenFault.changedMeanwhile(back)
      }
      old = rest
      order.title = "Undo"
      order.verb = "Undo"
      order.action = order.action.with(ShapeScreens.undone, String(undone))
      order.seen = undone
      // The question lists all that the undo removes: others may have added screens and values that depend on it.
      order.removes = ""
    }
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        if let fault { throw ScreenFault.refused(fault.phrase, back) }
        return try await revisions(request, status: status, sheet: sheet)
      },
      edit: { [old] document throws(ShapeFault) in document = old })
  }
}

extension RecordDraft {
  /// The draft with a fault at its field.
  func refused(_ fault: ShapeFault, _ say: Localizer) -> RecordDraft {
    var copy = self
    if record.entity.position(of: fault.field) != nil {
      copy.errors[fault.field] = say(fault.phrase)
      copy.faultyParts[fault.field] = fault.part
    }
    return copy
  }

  /// The fault, if it belongs to none of the fields.
  func lone(_ fault: ShapeFault, _ say: Localizer) -> String? {
    record.entity.position(of: fault.field) == nil ? say(fault.phrase) : nil
  }
}

/// Choices of the application's looks.
enum ShapeWords {
  /// The symbols of applications and tabs.
  static let symbols: [Choice] = [
    ("box", "Box"), ("book", "Book"), ("person", "Person"), ("people", "People"), ("city", "City"), ("map", "Map"),
    ("receipt", "Receipt"), ("tag", "Tag"), ("gear", "Gear"), ("pin", "Pin"), ("camera", "Camera"), ("chart", "Chart"),
    ("folder", "Folder"), ("clock", "Clock"), ("lock", "Lock"), ("list", "List"), ("card", "Card"), ("phone", "Phone"),
    ("message", "Message"), ("mail", "Mail"), ("truck", "Truck"), ("check", "Tick"),
  ].map { Choice($0.0, $0.1) }

  /// The colours of choices in lists; no value for text without a pill.
  static let tones: [Choice] = [
    Choice("plain", "Grey"), Choice("good", "Colour of the application"), Choice("care", "Amber"), Choice("bad", "Red"),
    Choice("void", "Struck through"),
  ]

  // Hues near red mean deletion.
  private static let hues = [
    (50, "Amber"), (75, "Mustard"), (105, "Olive"), (150, "Green"), (180, "Teal"), (205, "Cyan"), (230, "Sky"),
    (255, "Blue"), (285, "Violet"), (310, "Purple"), (330, "Pink"),
  ]

  /// The colours.
  static let colours: [Choice] = hues.map { Choice(String($0.0), $0.1) }

  /// Another colour, so many steps after one.
  static func hue(after hue: Int, _ steps: Int) -> Int {
    let place = hues.firstIndex { $0.0 >= hue } ?? 0
    return hues[(place + steps * 3) % hues.count].0
  }
}
