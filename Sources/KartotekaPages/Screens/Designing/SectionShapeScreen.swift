import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A section of a record's page: how records get into it. The sheet of the list says which sections there are.
struct SectionShapeScreen: Sendable {
  private let kind: KindShapeScreen
  private let section: ListDescription.Section

  private var shape: ShapeScreens { kind.shape }
  private var address: URLPath { Self.address(kind, section) }

  /// - Throws: ``ScreenFault/noSuchPage`` for a section that does not exist.
  init(_ kind: KindShapeScreen, _ name: String) throws {
    let list = kind.document.list(of: kind.entity.name)
    guard let section = list?.sections.first(where: { $0.name == name }) else { throw ScreenFault.noSuchPage }
    (self.kind, self.section) = (kind, section)
  }

  private static func address(_ kind: KindShapeScreen, _ section: ListDescription.Section) -> URLPath {
    kind.path.appending("sections").appending(section.name)
  }

  /// The rows of the sections in their order.
  static func content(_ kind: KindShapeScreen, _ list: ListDescription, _ say: Localizer) -> [any Component] {
    if list.sections.isEmpty { return [] }
    let rows = list.sections.map { section in
      let href = address(kind, section)
      let detail: String? =
        section.gallery != nil
        ? say("Pictures or files") : section.adding.map { say($0) } ?? (section.offersNew ? say("New records") : nil)
      let isFixed = section.gallery != nil || section.isDeclared
      return OrderedRows.Row(
        LinkRow(
          title: kind.shownLabel(of: section.name, say), detail: detail, symbol: .list, href: isFixed ? nil : href),
        move: href.appending("move"))
    }
    return [OrderedRows(title: say("Below the fields of a record's page"), rows: rows)]
  }

  // The fields by which the records can stand. Without one they stand in the order of their own list.
  private var orders: [Choice] {
    guard let target = kind.entity.relationships.first(where: { $0.name == section.name })?.target else { return [] }
    return kind.document.entity(target)?.attributes.filter { !$0.isBytes }.map { Choice($0.name, $0.label) } ?? []
  }

  // The records of a plain relationship to many have numbers of their own within each record.
  // Another program's file gets no column.
  private var canBeArranged: Bool {
    shape.opened == nil && kind.document.canBeArranged(section.name, of: kind.entity.name)
  }
  private var isArranged: Bool { kind.document.place(in: section.name, of: kind.entity.name) != nil }

  private func form(_ say: Localizer) -> ShapeForm {
    var fields = [
      ShapeForm.field("new", "A row adds a new record", .boolean),
      ShapeForm.field("adding", "Row that chooses among all records", placeholder: "Add"),
      ShapeForm.field("note", "Text below the chosen records", multiline: true),
      ShapeForm.field("order", "Order", .choice, choices: orders),
      ShapeForm.field("newest", "Those that were added last first", .boolean),
    ]
    var values: [String: Value] = [
      "new": .integer(section.offersNew ? 1 : 0), "adding": section.adding.map { Value.text(say($0)) } ?? .null,
      "order": section.order.map(Value.text) ?? .null, "newest": .integer(section.isNewestFirst ? 1 : 0),
      "note": section.note.map { Value.text(say($0)) } ?? .null,
    ]
    if canBeArranged {
      fields.append(ShapeForm.field("arranged", "People put them in order: they have the numbers 1, 2, 3 …", .boolean))
      values["arranged"] = .integer(isArranged ? 1 : 0)
    }
    return ShapeForm(fields, values)
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Changes the section.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let changed = draft.changed
    func text(_ name: String, _ known: String?) -> String {
      changed.contains(name) ? say.key(of: draft.text(name), known ?? "") : known ?? ""
    }
    let (adding, note) = (text("adding", section.adding), text("note", section.note))
    let sorting = changed.contains("order") ? draft.text("order") : section.order ?? ""
    let order = ShapeScreens.Order.saving(
      kind.shownLabel(of: section.name, .english), isNew: false, action: address, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in
        guard !changed.isEmpty else { return }
        try document.setSection(
          section.name, adding: adding, note: note,
          offersNew: changed.contains("new") ? draft.isOn("new") : section.offersNew,
          isNewestFirst: changed.contains("newest") ? draft.isOn("newest") : section.isNewestFirst,
          order: sorting.isEmpty ? nil : sorting, of: kind.entity.name)
        if changed.contains("arranged") {
          try document.setArranged(draft.isOn("arranged"), section.name, of: kind.entity.name, label: say("No."))
        }
      })
  }

  /// Moves the section up or down.
  func move(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let step = form["by"].flatMap { Int($0) } ?? 0
    return try await kind.simply("Move", form, request) { document throws(ShapeFault) in
      try document.moveSection(section.name, of: kind.entity.name, by: step)
    }
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    // Another kind of section keeps its own rows.
    guard section.gallery == nil, !section.isDeclared else { throw ScreenFault.noSuchPage }
    let sheet = shape.sheet(
      title: kind.shownLabel(of: section.name, say), action: address, cancel: kind.path,
      fields: draft.fields(prefix: "n-", say), hidden: shape.message(of: draft), fault: fault,
      note: say("A section either chooses records or adds new ones. With neither it is there only if there are some."))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}

extension ListDescription.Section {
  /// Whether it has rows that descriptions alone have: with a symbol, a detail, or through linking records.
  fileprivate var isDeclared: Bool { symbol != nil || detail != nil || newTitle != nil || through != nil }
}
