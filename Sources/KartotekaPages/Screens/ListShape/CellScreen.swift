import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// One value of a record as a form, which a table puts in place of its cell: `/northwind/products/cell?record=5&field=unitPrice`.
///
/// The form is sent to the card's address. Invalid, changed or refused input is answered like the card's own form.
struct CellScreen: Sendable {
  /// The kinds that are edited elsewhere: several values, suggestions of places, or files.
  private static let others: Set<KindName> = [.coordinate, .blob, .picture]
  /// The maximum number of records to choose from; a search finds the others.
  private static let mostOptions = 30

  let list: ListScreen

  /// Whether a field is edited in cells.
  /// - Parameter isNew: whether the record is a new one.
  func isEditable(_ field: ShapeFields.Field, isNew: Bool = false) -> Bool {
    guard !field.path.contains("."), list.entity.source == nil else { return false }
    switch field.subject {
    case .attribute(let attribute):
      return attribute.writability.allows(isNew: isNew) && attribute.settingAction == nil && !attribute.isBytes
        && !Self.others.contains(attribute.kind) && list.entity.translations(of: attribute.name).isEmpty
    case .toOne(let relationship): return relationship.writability.allows(isNew: isNew)
    case .id, .computed, .state, .many: return false
    }
  }

  /// Whether records are saved by their cards at all. A record with lines is saved together with them.
  var isPossible: Bool { !list.screens.isFixed(list.entity) && LinesScreen(list) == nil }

  /// The form, or with a search (`find`) the records that a relationship's cell can have.
  func form(_ request: ScreenRequest) async throws -> ScreenDocument {
    let (say, fields) = (request.say, ListShaping(list).fields(request.say))
    guard isPossible, let field = request.query["field"].flatMap({ fields.field($0) }), isEditable(field),
      let position = list.entity.position(of: field.path), let id = request.query["record"].flatMap({ RecordID($0) })
    else { throw ScreenFault.noSuchPage }
    guard let record = try await list.screens.store.record(list.entity, id: id) else {
      throw ScreenFault.noSuchRecord(list)
    }
    let draft = RecordDraft(record, say)
    var input = draft.fields(prefix: "c-", say)[position]
    input.hasFocus = true
    let title = try await list.screens.title(of: record, say)
    var form = CellForm(
      action: list.screens.path(of: list.entity).appending(id),
      hidden: draft.message.fields + draft.carried.filter { $0.name != field.path } + request.listMessage.fields,
      field: TableField(field: input, label: field.label + " – " + title))
    if case .toOne(let relationship) = field.subject {
      let find = String((request.query["find"] ?? "").prefix(FormMessage.longestSearch))
      form.picker = try await picker(relationship, input.text, find, say)
      if request.query["find"] != nil {
        // Return in an emptied field means none, and not the record from before.
        if find.isEmpty { form.picker?.chosen = "" }
        return .part { [form] html in form.picker?.writeOptions(to: &html) }
      }
    }
    return .part { [form] html in html.add(form) }
  }

  private func picker(
    _ relationship: RelationshipDescription, _ value: String, _ search: String, _ say: Localizer
  ) async throws -> CellPicker {
    var picker = CellPicker(none: say("Nothing to choose from"))
    guard let target = list.screens.description.model.entity(named: relationship.target) else { return picker }
    let page = try await RelatedRecords(list.screens, of: target)
      .fetch(nil, search: search, limit: Self.mostOptions, say)
    picker.options = page.records.map { (String($0.id ?? 0), $0.title(in: say, related: page.included)) }
    if search.isEmpty {
      if let id = RecordID(value), !picker.options.contains(where: { $0.value == value }),
        let record = try await list.screens.store.record(target, id: id)
      {
        picker.options.insert((value, try await list.screens.title(of: record, say)), at: 0)
      }
      if !relationship.isRequired { picker.options.insert(("", say("None")), at: 0) }
    }
    picker.title = value.isEmpty ? "" : picker.options.first { $0.value == value }?.title ?? ""
    picker.chosen = search.isEmpty ? value : picker.options.first?.value
    return picker
  }
}
