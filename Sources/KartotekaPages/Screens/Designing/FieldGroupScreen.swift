import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// A group of the form of a kind of record: its heading and its fields. Fields that are in no other group stand in the first one.
struct FieldGroupScreen: Sendable {
  private static let box = "field"

  private let kind: KindShapeScreen
  /// The place of a group that exists; nil for a new one.
  private let index: Int?
  private let groups: [ListDescription.FieldGroup]

  private var shape: ShapeScreens { kind.shape }
  private var address: URLPath { Self.address(kind, index) }

  /// - Throws: ``ScreenFault/noSuchPage`` for a group that does not exist, and for records whose form has lines.
  init(_ kind: KindShapeScreen, _ index: Int? = nil) throws {
    guard let list = kind.document.list(of: kind.entity.name), list.lines == nil,
      index.map(list.fieldGroups.indices.contains) ?? true
    else { throw ScreenFault.noSuchPage }
    (self.kind, self.index, groups) = (kind, index, list.fieldGroups)
  }

  private static func address(_ kind: KindShapeScreen, _ index: Int?) -> URLPath {
    guard let index else { return kind.path.appending("new-group") }
    return kind.path.appending("groups").appending(String(index))
  }

  /// The rows of the groups in their order, and that of a new one.
  static func content(_ kind: KindShapeScreen, _ list: ListDescription, _ say: Localizer) -> [any Component] {
    let rows = list.fieldGroups.enumerated().map { index, group in
      let href = address(kind, index)
      return OrderedRows.Row(
        LinkRow(
          title: title(of: group, say),
          detail: group.fields.map { kind.shownLabel(of: $0, say) }.joined(separator: ", "),
          symbol: .card, href: href), move: href.appending("move"))
    }
    let add = LinkRow(
      title: say("Add group of fields"), detail: say("Fields under a heading of their own: Address, Payment"),
      symbol: .plus,
      href: address(kind, nil))
    return rows.isEmpty
      ? [RowGroup(title: say("Groups of the form"), rows: [add])]
      : [OrderedRows(title: say("Groups of the form"), rows: rows), RowGroup(rows: [add])]
  }

  private static func title(of group: ListDescription.FieldGroup, _ say: Localizer) -> String {
    group.title.map { say($0) } ?? say("Without a heading")
  }

  private var group: ListDescription.FieldGroup? { index.map { groups[$0] } }

  private func form(_ say: Localizer) -> ShapeForm {
    var fields = [ShapeForm.field("heading", "Heading", required: index == nil)]
    var values: [String: Value] = ["heading": group?.title.map { Value.text(say($0)) } ?? .null]
    // The first group has the fields that are left over.
    if index != 0 {
      for column in kind.document.groupFields(of: kind.entity.name) {
        fields.append(ShapeForm.field(Self.box + column.name, column.label, .boolean))
        values[Self.box + column.name] = .integer(group?.fields.contains(column.name) == true ? 1 : 0)
      }
    }
    return ShapeForm(fields, values)
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form(request.say).draft(request.say), request)
  }

  /// Adds or changes the group.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    if let moved = place(of: form, say) { return try await FieldGroupScreen(kind, moved).save(form, request) }
    let draft = self.form(say).draft(form, say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let changed = draft.changed
    let known = group?.title ?? ""
    let heading = changed.contains("heading") ? say.key(of: draft.text("heading"), known) : known
    let names = kind.document.groupFields(of: kind.entity.name).map(\.name)
    // What the person has not changed stays as it is by now.
    let chosen = Set(
      names.filter { name in
        changed.contains(Self.box + name) ? draft.isOn(Self.box + name) : group?.fields.contains(name) == true
      })
    let hasOther = index == nil || names.contains { changed.contains(Self.box + $0) }
    let order = ShapeScreens.Order.saving(
      heading.isEmpty ? "Without a heading" : heading, isNew: index == nil, action: address, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in
        guard !changed.isEmpty || index == nil else { return }
        try document.setGroup(index, heading: heading, fields: hasOther ? chosen : nil, of: kind.entity.name)
      })
  }

  /// Changes a group that has another place by now, or shows the sheet of a new one with what was typed in that of one that
  /// somebody has deleted meanwhile.
  func again(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    if let heading = FormMessage(form).base?["heading"],
      let place = groups.firstIndex(where: { group in group.title.map { say($0) } == heading })
    {
      return try await FieldGroupScreen(kind, place).save(form, request)
    }
    let draft = self.form(say).draft(form, say)
    return try await show(draft, request, .conflict, say("This group does not exist any more"))
  }

  // Where the group is by now that a form was made from, if others have moved it.
  private func place(of form: SubmittedForm, _ say: Localizer) -> Int? {
    guard let index, let base = FormMessage(form).base else { return nil }
    func isIt(_ group: ListDescription.FieldGroup) -> Bool {
      (group.title.map { say($0) } ?? "") == base["heading"] ?? ""
    }
    return isIt(groups[index]) ? nil : groups.firstIndex(where: isIt)
  }

  /// Moves the group up or down.
  func move(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let index else { throw ScreenFault.noSuchPage }
    let step = form["by"].flatMap { Int($0) } ?? 0
    return try await kind.simply("Move", form, request) { document throws(ShapeFault) in
      try document.moveGroup(index, of: kind.entity.name, by: step)
    }
  }

  /// Asks before the group is deleted, and deletes it. Its fields stand in the first one.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let index, let group else { throw ScreenFault.noSuchPage }
    return try await kind.delete(group.title ?? "Without a heading", at: address, form, request) {
      document throws(ShapeFault) in
      try document.removeGroup(index, of: kind.entity.name)
    }
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var fields = draft.fields(prefix: "n-", say)
    if fields.count > 1 { fields[1].heading = say("Fields of the group") }
    let note = say(
      index == 0
        ? "The first group has all fields that stand in no other one."
        : "A field stands in one group alone, and in the first one if it is in none.")
    var sheet = shape.sheet(
      title: group.map { Self.title(of: $0, say) } ?? say("Group of fields"), action: address, cancel: kind.path,
      fields: fields, hidden: shape.message(of: draft), fault: fault, note: note,
      verb: index == nil ? say("Add") : say("Save"))
    if let group { sheet.links = [kind.deletion(group.title ?? "Without a heading", at: address, say)] }
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
