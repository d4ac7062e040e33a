import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The list of a kind of record: what rows show, their order, and the sections of a record's page.
struct ListShapeScreen: Sendable {
  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var entity: DocumentEntity { kind.entity }
  private var path: URLPath { kind.path }
  private var action: URLPath { path.appending("list") }

  init(_ kind: KindShapeScreen) { self.kind = kind }

  private var sections: [RelationshipDescription] { entity.relationships.filter { $0.cardinality != .toOne } }

  private func hasPictures(_ relationship: RelationshipDescription) -> Bool {
    kind.document.gallery(of: relationship).map { gallery in
      kind.document.entity(relationship.target)?.attributes.first { $0.name == gallery.image }?.kind == .picture
    } ?? false
  }

  // The field for notes; its name begins as those of the other sections.
  private static let notes = "section-notes"
  // Another program's file gets no table.
  private var offersNotes: Bool { shape.opened == nil }

  // The fields that a line of a row can show.
  private var lines: [Choice] {
    entity.attributes.filter { !$0.isBytes }.map { Choice($0.name, $0.label) }
      + entity.relationships.filter { $0.cardinality == .toOne }.map { Choice($0.name, $0.label) }
      + entity.computed.map { Choice($0.name, $0.attribute.label) }
  }

  // - Parameter layouts: those in which the tab can open.
  private func form(_ list: ListDescription, _ layouts: [Choice], _ say: Localizer) -> ShapeForm {
    let numbers =
      entity.attributes.filter(\.behavior.isNumber).map { Choice($0.name, $0.label) }
      + entity.computed.map { Choice($0.name, $0.attribute.label) }
    let pictures =
      entity.attributes.filter { $0.kind == .picture && $0.thumbnailOf == nil }.map { Choice($0.name, $0.label) }
      + sections.filter(hasPictures).map { Choice($0.name, $0.label) }
    var fields = [
      ShapeForm.field("title", "First line", .choice, required: true, choices: lines),
      ShapeForm.field("title2", "First line, then", .choice, choices: lines),
      ShapeForm.field("titleElse", "First line if these are empty", .choice, choices: lines),
      ShapeForm.field("subtitle", "Second line", .choice, choices: lines),
      ShapeForm.field("subtitle2", "Second line, then", .choice, choices: lines),
    ]
    fields.append(ShapeForm.field("numbered", "Number of the record before the second line", .boolean))
    let told = lines.filter { line in !entity.relationships.contains { $0.name == line.value } }
    fields.append(ShapeForm.field("detail", "A value in words", .choice, choices: told))
    fields.append(ShapeForm.field("words", "Its words", placeholder: "{value} in stock"))
    if !numbers.isEmpty { fields.append(ShapeForm.field("value", "At the end of the row", .choice, choices: numbers)) }
    if !pictures.isEmpty { fields.append(ShapeForm.field("picture", "Picture", .choice, choices: pictures)) }
    fields.append(ShapeForm.field("monograms", "Round initials before rows without a picture", .boolean))
    let sorts = lines.filter { line in entity.attributes.contains { $0.name == line.value } }
    fields += [
      ShapeForm.field("sort", "Order", .choice, required: true, choices: sorts),
      ShapeForm.field("descending", "Greatest or latest first", .boolean),
      ShapeForm.field("sort2", "Order, then", .choice, choices: sorts),
      ShapeForm.field("descending2", "Then greatest or latest first", .boolean),
      ShapeForm.field("initials", "Under first letters", .boolean),
      ShapeForm.field("layout", "Opens as", .choice, choices: layouts),
      ShapeForm.field("offersNew", "Button for a new record", .boolean),
    ]
    if offersNotes { fields.append(ShapeForm.field(Self.notes, "Notes and files", .boolean)) }
    for section in sections { fields.append(ShapeForm.field("section" + section.name, section.label, .boolean)) }
    return ShapeForm(fields, values(list, say))
  }

  private func values(_ list: ListDescription, _ say: Localizer) -> [String: Value] {
    func text(_ names: [String], _ place: Int) -> Value { names.indices.contains(place) ? .text(names[place]) : .null }
    let second = list.sort.dropFirst().first
    var values: [String: Value] = [
      "titleElse": text(list.titleElse, 0), "numbered": .integer(list.isNumbered ? 1 : 0),
      "monograms": .integer(list.hasMonograms ? 1 : 0), "offersNew": .integer(list.offersNew ? 1 : 0),
      "detail": list.details.first.map { Value.text($0.name) } ?? .null,
      "words": list.details.first.map { Value.text(say($0.words)) } ?? .null,
      "sort2": second.map { .text($0.name) } ?? .null, "descending2": .integer(second?.ascending ?? true ? 0 : 1),
      "title": text(list.title, 0), "title2": text(list.title, 1), "subtitle": text(list.subtitle, 0),
      "subtitle2": text(list.subtitle, 1), "value": list.value.map { .text($0) } ?? .null,
      "picture": list.picture.map { .text($0) } ?? .null, "sort": list.sort.first.map { .text($0.name) } ?? .null,
      "descending": .integer(list.sort.first?.ascending ?? true ? 0 : 1),
      "layout": list.layout.map { .text($0) } ?? .null,
      "initials": .integer(list.hasInitials ? 1 : 0), Self.notes: .integer(entity.hasNotes ? 1 : 0),
    ]
    for section in sections {
      values["section" + section.name] = .integer(list.sections.contains { $0.name == section.name } ? 1 : 0)
    }
    return values
  }

  private func form(_ request: ScreenRequest) async throws -> ShapeForm {
    guard let list = kind.document.list(of: entity.name) else { throw ScreenFault.noSuchPage }
    return form(list, try await layouts(list, request), request.say)
  }

  // What its records can have, and the charts of kept views.
  private func layouts(_ list: ListDescription, _ request: ScreenRequest) async throws -> [Choice] {
    guard let entity = shape.screens.description.model.entity(named: entity.name),
      let screen = shape.screens.screen(of: entity)
    else { return [] }
    let shaping = ListShaping(screen)
    let fields = shaping.fields(request.say)
    let kept = try await shape.screens.store.views().filter { $0.entity == entity.name && $0.owner == nil }
      .map { shaping.state($0).shape.layout }
    let own = list.openingLayout(of: entity, in: shaping.model)
    let known = entity.layouts.filter { $0 != .cards } + kept.filter { $0.chart != nil } + [own].compactMap(\.self)
    var seen: Set<String> = []
    return known.filter { entity.has($0, in: shaping.model) && seen.insert($0.text).inserted }
      .map { layout in
        Choice(layout.text, fields.words(layout) + (layout.chart.map { ": " + fields.words($0) } ?? ""))
      }
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(try await form(request).draft(request.say), request)
  }

  /// Changes the list.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    var draft = try await self.form(request).draft(form, request.say)
    if !draft.text("detail").isEmpty, !draft.text("words").contains("{value}") {
      draft.errors["words"] = request.say("This has to have {value}, in whose place the value stands")
    }
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let order = ShapeScreens.Order(title: "Change the list", verb: "Change", action: action, back: path)
    return try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await kind.page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, request.say), request, status, draft.lone(fault, request.say))
      },
      edit: { document throws(ShapeFault) in
        if !draft.changed.subtracting([Self.notes]).isEmpty {
          document.changeLists(of: entity.name) { list in change(&list, draft, request.say) }
        }
        if draft.changed.contains(Self.notes) { document.setNotes(draft.isOn(Self.notes), of: entity.name) }
      })
  }

  // Settings that the person has not changed stay as they are, also in a second list of the same records.
  private func change(_ list: inout ListDescription, _ draft: RecordDraft, _ say: Localizer) {
    let changed = draft.changed
    func names(_ fields: String...) -> [String] {
      var seen: Set<String> = []
      return fields.map(draft.text).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
    // The form has two fields of a line; descriptions may have more.
    func line(_ chosen: [String], _ former: [String]) -> [String] {
      chosen + former.dropFirst(2).filter { !chosen.contains($0) }
    }
    if !changed.isDisjoint(with: ["title", "title2"]) { list.title = line(names("title", "title2"), list.title) }
    if !changed.isDisjoint(with: ["subtitle", "subtitle2"]) {
      list.subtitle = line(names("subtitle", "subtitle2"), list.subtitle)
    }
    if changed.contains("titleElse") {
      let chosen = names("titleElse")
      list.titleElse = chosen + list.titleElse.dropFirst().filter { !chosen.contains($0) }
    }
    if !changed.isDisjoint(with: ["detail", "words"]) {
      let words = say.key(of: draft.text("words"), list.details.first?.words ?? "")
      let told = names("detail").map { ListDescription.Detail(name: $0, words: words) }
      list.details = told + list.details.dropFirst()
    }
    if changed.contains("numbered") { list.isNumbered = draft.isOn("numbered") }
    if changed.contains("monograms") { list.hasMonograms = draft.isOn("monograms") }
    if changed.contains("offersNew") { list.offersNew = draft.isOn("offersNew") }
    if changed.contains("value") { list.value = names("value").first }
    if changed.contains("layout") { list.layout = names("layout").first }
    if changed.contains("picture") { list.picture = names("picture").first }
    let (sort, second) = (draft.text("sort"), draft.text("sort2"))
    let isSorted = !changed.isDisjoint(with: ["sort", "descending"])
    // Descriptions may have more fields of the order.
    let further = list.sort.dropFirst(2)
    if isSorted, !sort.isEmpty {
      list.sort =
        [FetchSort(sort, ascending: !draft.isOn("descending"))] + list.sort.dropFirst().filter { $0.name != sort }
    }
    if !changed.isDisjoint(with: ["sort2", "descending2"]) {
      let first = list.sort.first?.name
      let rest = further.filter { $0.name != second && $0.name != first }
      let isOther = !second.isEmpty && second != first
      list.sort =
        Array(list.sort.prefix(1)) + (isOther ? [FetchSort(second, ascending: !draft.isOn("descending2"))] : []) + rest
    }
    if isSorted || changed.contains("initials") {
      // Letters stand above the rows of a list by a text, from A on.
      let isText = [.text, .stored].contains(entity.attributes.first { $0.name == sort }?.kind)
      list.hasInitials = draft.isOn("initials") && isText && !draft.isOn("descending")
    }
    for section in sections where changed.contains("section" + section.name) {
      if draft.isOn("section" + section.name) {
        if let gallery = kind.document.gallery(of: section), !list.sections.contains(where: { $0.name == section.name })
        {
          list.sections.append(ListDescription.Section(section.name, gallery: gallery))
        }
        list.show(section.name, isShared: section.cardinality == .manyToMany)
      } else {
        list.sections.removeAll { $0.name == section.name }
        // Rows show the first picture of a section alone.
        if list.picture == section.name { list.picture = nil }
      }
    }
    // Rows show the first picture of a section alone.
    if let section = sections.first(where: { $0.name == list.picture }),
      let gallery = kind.document.gallery(of: section),
      !list.sections.contains(where: { $0.name == section.name })
    {
      list.sections.append(ListDescription.Section(section.name, gallery: gallery))
    }
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    var fields = draft.fields(prefix: "n-", request.say)
    if let first = fields.firstIndex(where: { $0.column.name.hasPrefix("section") }) {
      fields[first].heading = request.say("On a record's page")
    }
    let sheet = shape.sheet(
      title: request.say("List"), action: action, cancel: path, fields: fields,
      hidden: shape.message(of: draft), fault: fault)
    return try await kind.page(request, status: status, sheet: sheet.sheet(request.say))
  }
}
