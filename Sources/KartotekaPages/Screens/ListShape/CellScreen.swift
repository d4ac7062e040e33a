import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// One value of a record as a form, which a table puts in place of its cell: `/northwind/products/cell?record=5&field=unitPrice`.
///
/// The form is sent to the card's address. What is invalid, changed meanwhile or refused is answered like the card's own form.
struct CellScreen: Sendable {
  /// The kinds that are edited elsewhere: several values, suggestions of places, or files.
  private static let others: Set<KindName> = [.coordinate, .blob, .picture]

  let list: ListScreen

  /// Whether a field is edited in cells.
  func isEditable(_ field: ShapeFields.Field) -> Bool {
    guard case .attribute(let attribute) = field.subject, !field.path.contains("."), list.entity.source == nil else {
      return false
    }
    return attribute.writability == .always && !attribute.isBytes && !Self.others.contains(attribute.kind)
      && list.entity.translations(of: attribute.name).isEmpty
  }

  /// Whether records are saved by their cards at all. A record with lines is saved together with them.
  var isPossible: Bool { !list.entity.isDerived && LinesScreen(list) == nil }

  /// The form.
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
    let form = CellForm(
      action: list.screens.path(of: list.entity).appending(id),
      hidden: draft.message.fields + draft.carried.filter { $0.name != field.path } + request.listMessage.fields,
      field: TableField(field: input, label: field.label + " – " + title))
    return .part { html in html.add(form) }
  }
}
