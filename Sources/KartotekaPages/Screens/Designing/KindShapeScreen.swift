import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The shape of one kind of record: its fields, its list and its names.
struct KindShapeScreen: Sendable {
  let shape: ShapeScreens
  let entity: DocumentEntity

  init(_ shape: ShapeScreens, _ plural: String) throws {
    self.shape = shape
    entity = try shape.entity(plural)
    // Nobody writes the records of one that follows from others.
    if shape.layer != nil, entity.derivation != nil { throw ScreenFault.noSuchPage }
  }

  var document: AppDocument { shape.document }
  var path: URLPath { shape.path(of: entity) }

  /// The page.
  func page(
    _ request: ScreenRequest, status: HTTPResponse.Status = .ok, sheet: Sheet? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    if let layer = shape.layer {
      return try await page(DeclaredKind(self, layer).content(say), request, status: status, sheet: sheet)
    }
    var content: [any Component] = []
    if !entity.attributes.isEmpty {
      let hidden = document.hidden(of: entity.name)
      content.append(
        OrderedRows(
          title: say("Fields"),
          rows: entity.attributes.filter { $0.thumbnailOf == nil }
            .map { row($0, isHidden: hidden.contains($0.name), say) }))
    }
    if shape.opened == nil {
      content.append(FieldShapeScreen(self).choices(say))
    }
    if !entity.relationships.isEmpty {
      let lines = document.lines(of: entity.name)?.relationship
      content.append(
        OrderedRows(
          title: say("Related records"),
          rows: entity.relationships.map { row($0, areLines: $0.name == lines, say) }))
    }
    if !entity.computed.isEmpty {
      content.append(
        OrderedRows(
          title: say("Computed values"),
          rows: entity.computed.map { row($0, say) }))
    }
    if entity.derivation == nil, shape.opened == nil { content.append(RuleShapeScreen.rows(self, say)) }
    if shape.opened == nil { content += StateShapeScreen.content(self, say) }
    content += listContent(say)
    content += DocumentShapeScreen.content(self, say)
    if let opened = shape.opened { content += try await OpenedKind(self, opened).content(say) }
    if document.entities.count > 1, shape.opened == nil {
      content.append(
        RowGroup(rows: [
          LinkRow(
            title: say("Delete this kind of record"), symbol: .trash, href: path.appending("delete"), isDangerous: true)
        ]))
    }
    return try await page(content, request, status: status, sheet: sheet)
  }

  private func page(
    _ content: [any Component], _ request: ScreenRequest, status: HTTPResponse.Status, sheet: Sheet?
  ) async throws -> ScreenDocument {
    let say = request.say
    return try await shape.page(
      ImportColumn(
        title: say("Fields of {kind}", ["kind": .text(say(entity.nouns.many))]),
        lead: say(shape.lead), back: back(say), content: content), request, status: status, sheet: sheet)
  }

  // The list if there is one, since that is where a field is missed.
  private func back(_ say: Localizer) -> (title: String, href: URLPath) {
    (say("Shape of the application"), shape.path)
  }

  func field(_ name: String) -> URLPath { path.appending("fields").appending(name) }

  func row(_ attribute: AttributeDescription, isHidden: Bool, _ say: Localizer) -> OrderedRows.Row {
    var notes = [say(ShapeFieldWords.kind(attribute))]
    if let series = attribute.series { notes.append(series) }
    if attribute.isRequired { notes.append(say("required")) }
    if attribute.isUnique { notes.append(say("unique")) }
    if attribute.isTitle { notes.append(say("title")) }
    if isHidden { notes.append(say("hidden")) }
    if attribute.isHiddenInForms { notes.append(say("hidden in forms")) }
    if attribute.width == .half { notes.append(say("half a line in forms")) }
    if attribute.requiredIf != nil { notes.append(say("required by a formula")) }
    if attribute.shownIf != nil { notes.append(say("shown by a formula")) }
    let href = field(attribute.name)
    return OrderedRows.Row(
      LinkRow(
        title: say(attribute.label), detail: notes.joined(separator: " · "),
        symbol: ShapeFieldWords.symbol(attribute), href: href), move: href.appending("move"))
  }

  func row(
    _ relationship: RelationshipDescription, areLines: Bool, _ say: Localizer
  ) -> OrderedRows.Row {
    let target = document.entity(relationship.target)?.nouns ?? Nouns("", "")
    var notes = [
      relationship.cardinality == .toOne
        ? say("one of {kind}", ["kind": .text(say(target.many))])
        : say("several {kind}", ["kind": .text(say(target.many))])
    ]
    if relationship.isRequired { notes.append(say("required")) }
    if areLines { notes.append(say("lines of the form")) }
    if relationship.isTags { notes.append(say("tags")) }
    let href = field(relationship.name)
    return OrderedRows.Row(
      LinkRow(
        title: say(relationship.label), detail: notes.joined(separator: " · "), symbol: .people, href: href),
      move: href.appending("move"))
  }

  func row(_ computed: ComputedDescription, _ say: Localizer) -> OrderedRows.Row {
    OrderedRows.Row(
      LinkRow(
        title: say(computed.attribute.label), detail: ComputedShapeScreen.words(computed, entity, document, say),
        symbol: .chart, href: field(computed.name)), move: field(computed.name).appending("move"))
  }

  // The number of values that a choice begins with, and of the records in which they are looked for.
  private static let (mostChoices, mostRecords) = (50, 2_000)

  /// The values that the first records have, for a choice.
  func values(of attribute: AttributeDescription) async throws -> [Choice] {
    guard let entity = shape.screens.description.model.entity(named: entity.name), attribute.isText else { return [] }
    var request = AnyFetchRequest(entity.name)
    request.limit = Self.mostRecords
    var seen: Set<String> = []
    for record in try await shape.screens.store.fetch(request).records {
      if case .text(let text) = record[attribute.name], seen.count < Self.mostChoices { seen.insert(text) }
    }
    return seen.sorted().map { Choice($0) }
  }

  // MARK: Changes without a form

  /// Moves a field up or down.
  func move(_ name: String, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let step = form["by"].flatMap { Int($0) } ?? 0
    return try await simply("Move", form, request) { document throws(ShapeFault) in
      try document.moveField(name, of: entity.name, by: step)
    }
  }

  /// Moves a tab of the kind before another tab: the one in the address, or its first one.
  func moveTab(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let tabs = document.writtenTabs.filter { $0.screen.entity == entity.name }
    guard let before = form["before"],
      let tab = request.query["tab"].map({ path in tabs.first { $0.path == path } }) ?? tabs.first
    else { throw ScreenFault.noSuchPage }
    return try await simply("Move", form, request, back: shape.path) { document throws(ShapeFault) in
      document.moveTab(tab.path, before: before.isEmpty ? nil : before)
    }
  }

  /// Makes a change that has no form.
  func simply(
    _ title: Phrase, _ form: SubmittedForm, _ request: ScreenRequest, back: URLPath? = nil,
    _ edit: (inout AppDocument) throws(ShapeFault) -> Void
  ) async throws -> ScreenDocument {
    let order = ShapeScreens.Order(title: title, verb: title, action: path, back: back ?? path)
    return try await shape.change(order, form, request, show: { try await refuse($0, $1, $2, request) }, edit: edit)
  }

  /// Asks before a field is deleted, and deletes it.
  func delete(
    _ name: String, _ form: SubmittedForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    if let opened = shape.opened { return try await OpenedKind(self, opened).refuse(name, form, request) }
    let label = label(of: name)
    let order = ShapeScreens.Order(
      title: Phrase("Delete {title}", ["title": .phrase(Phrase(label))]), verb: "Delete",
      action: field(name).appending("delete"), back: path, asksAlways: true, removes: label)
    return try await shape.change(
      order, form, request, show: { try await refuse($0, $1, $2, request) },
      edit: {
        document throws(ShapeFault) in
        try document.removeFieldWithItems(name, of: entity.name)
      })
  }

  /// Asks before the kind of record is deleted, and deletes it.
  func deleteKind(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    try shape.requireFields()
    guard !shape.isDeclared(entity.name) else { throw ScreenFault.noSuchPage }
    let order = ShapeScreens.Order(
      title: Phrase("Delete all {kind}", ["kind": .phrase(Phrase(entity.nouns.many))]), verb: "Delete",
      action: path.appending("delete"), back: shape.path, asksAlways: true,
      removes: document.writtenTabs.first { $0.screen.entity == entity.name }?.title ?? entity.nouns.many)
    return try await shape.change(
      order, form, request, show: { try await refuse($0, $1, $2, request) },
      edit: {
        document throws(ShapeFault) in
        try document.removeEntity(entity.name)
      })
  }

  /// A question above the page, or the reason why nothing can be done.
  func refuse(
    _ status: HTTPResponse.Status, _ sheet: Sheet?, _ fault: ShapeFault?, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    if let fault { throw ScreenFault.refused(fault.phrase, path) }
    return try await page(request, status: status, sheet: sheet)
  }

  private func label(of name: String) -> String {
    entity.attributes.first { $0.name == name }?.label ?? entity.relationships.first { $0.name == name }?.label
      ?? entity.computed.first { $0.name == name }?.attribute.label ?? name
  }

  // MARK: Names

  private func names(_ say: Localizer) -> ShapeForm {
    let tab = document.writtenTabs.first { $0.screen.entity == entity.name }
    return ShapeForm(
      [
        ShapeForm.field("one", "One of them", required: true), ShapeForm.field("many", "Several", required: true),
        ShapeForm.field("tab", "Title of the tab", required: true),
        ShapeForm.field("symbol", "Symbol", .choice, required: true, choices: ShapeWords.symbols),
        ShapeForm.field("more", "Under More, not in the tab bar", .boolean),
      ],
      [
        "one": .text(say(entity.nouns.one)), "many": .text(say(entity.nouns.many)),
        "tab": .text(say(tab?.title ?? entity.nouns.many)),
        "symbol": .text((tab?.symbol ?? .list).rawValue), "more": .integer(tab?.isUnderMore ?? false ? 1 : 0),
      ])
  }

  /// The sheet with the names of records.
  func names(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await showNames(names(request.say).draft(request.say), request)
  }

  /// Changes the names of records.
  func setNames(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = names(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await showNames(draft, request, .unprocessableContent) }
    let changed = draft.changed
    let order = ShapeScreens.Order(
      title: "Change names", verb: "Change", action: path.appending("names"), back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await page(request, status: status, sheet: sheet) }
        return try await showNames(draft.refused(fault, say), request, status, draft.lone(fault, say))
      },
      edit: { document throws(ShapeFault) in
        if !changed.isDisjoint(with: ["one", "many"]) {
          try document.nameEntity(
            entity.name, one: changed.contains("one") ? say.key(of: draft.text("one"), entity.nouns.one) : nil,
            many: changed.contains("many") ? say.key(of: draft.text("many"), entity.nouns.many) : nil)
        }
        guard let tab = document.writtenTabs.first(where: { $0.screen.entity == entity.name }),
          !changed.isDisjoint(with: ["tab", "symbol", "more"])
        else { return }
        try document.changeTab(
          of: entity.name, title: changed.contains("tab") ? say.key(of: draft.text("tab"), tab.title) : tab.title,
          symbol: changed.contains("symbol") ? Symbol(rawValue: draft.text("symbol")) ?? tab.symbol : tab.symbol,
          isUnderMore: changed.contains("more") ? draft.isOn("more") : tab.isUnderMore)
      })
  }

  private func showNames(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let sheet = shape.sheet(
      title: request.say("Names, tab and symbol"), action: path.appending("names"), cancel: path,
      fields: draft.fields(prefix: "n-", request.say), hidden: shape.message(of: draft), fault: fault)
    return try await page(request, status: status, sheet: sheet.sheet(request.say))
  }
}

/// Words and symbols of fields.
enum ShapeFieldWords {
  static func kind(_ attribute: AttributeDescription) -> Phrase {
    FieldShape.Kind(attribute)?.label ?? ColumnKind(attribute)?.label ?? Phrase(attribute.kind.rawValue)
  }

  static func symbol(_ attribute: AttributeDescription) -> Symbol {
    if let kind = FieldShape.Kind(attribute) { return symbol(kind) }
    return switch ColumnKind(attribute) {
    case .real: .sort
    case .money: .receipt
    case .moment, .seconds, .milliseconds, .julianDay: .clock
    default: .card
    }
  }

  static func symbol(_ kind: FieldShape.Kind) -> Symbol {
    switch kind {
    case .text, .longText: .card
    case .integer, .decimal: .sort
    case .money: .receipt
    case .percent, .rating: .sort
    case .boolean: .check
    case .date, .timestamp, .duration, .createdAt, .changedAt: .clock
    case .createdBy, .changedBy: .people
    case .choice, .barcode, .articleNumber, .colour: .tag
    case .series: .sort
    case .mail: .mail
    case .phone: .phone
    case .url: .go
    case .country: .map
    case .coordinate: .pin
    case .picture: .camera
    case .file: .folder
    case .real: .sort
    }
  }
}
