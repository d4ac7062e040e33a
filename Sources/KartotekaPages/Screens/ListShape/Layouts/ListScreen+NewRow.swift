import HTTPTypes
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// A row for a new record that was refused.
struct RefusedRow: Sendable {
  /// The typed form.
  let form: SubmittedForm
  /// The reasons by field.
  let draft: RecordDraft
  /// A reason of no field.
  var fault: String?
}

// The row for a new record above the rows of a list's table.
//
// It is a short form for a new record. Refused input comes back into it, with the reasons. If a field that is no column is the
// reason, the form with all fields follows with the typed input.
extension ListScreen {
  /// Whether records can be added in a row: not with lines, by choosing, or by an action.
  private var addsInRow: Bool {
    !screens.isFixed(entity) && list.offersNew && entity.source == nil && LinesScreen(self) == nil
      && ChoosingScreen(self) == nil && screens.newAction(entity) == nil
  }

  /// The row with a field for each column that a new record can have; nil where none can be added.
  func newRow(
    _ columns: [ShapeFields.Field], refused row: RefusedRow? = nil, _ request: ScreenRequest
  ) -> NewTableRow? {
    guard addsInRow else { return nil }
    let (say, editing) = (request.say, CellScreen(list: self))
    let new = say.newRecord(entity.nouns)
    let all = RecordDraft(AnyRecord(entity), say).fields(prefix: "a-", say)
    var fields: [TableField?] = columns.map { column in
      guard editing.isEditable(column, isNew: true), !attributesSetByChoice.contains(column.path),
        let position = entity.position(of: column.path)
      else { return nil }
      var field = all[position]
      field.form = "add"
      field.placeholder = column.label
      if let row { field.refuse(row) }
      guard case .toOne(let relationship) = column.subject else {
        return TableField(field: field, label: column.label + " – " + new)
      }
      return TableField(
        field: field, label: column.label + " – " + new, suggestions: screens.suggestions(relationship))
    }
    guard let first = fields.firstIndex(where: { $0 != nil }) else { return nil }
    fields[first]?.field.placeholder = new
    if row?.fault != nil { fields[first]?.field.hasFocus = true }
    if let faulty = fields.firstIndex(where: { $0?.field.error != nil }) { fields[faulty]?.field.hasFocus = true }
    var row = NewTableRow(fields: fields, action: screens.path(of: entity), fault: row?.fault)
    // Of some fields none is a column, and the form has no hidden one.
    let writable = entity.columns.filter { $0.writability.allows(isNew: true) && !$0.isHiddenInForms }
    row.isWhole = writable.allSatisfy { column in columns.contains { $0.path == column.name } }
    return row
  }

  /// The page with a row that was refused; nil if a field that the row does not have is the reason.
  func page(
    refusing row: RefusedRow, _ request: ScreenRequest, status: HTTPResponse.Status
  ) async throws -> ScreenDocument? {
    let shaping = ListShaping(self)
    let columns = shaping.columns(request).compactMap { shaping.fields(request.say).field($0) }
    let known = newRow(columns, request)?.fields.compactMap { $0?.field.column.name } ?? []
    guard layout(request) == .table, row.draft.errors.keys.allSatisfy(known.contains) else { return nil }
    return try await page(request, sheet: nil, status: status, refused: row)
  }

  /// The form of a row with the ids of related records in place of their titles, and why some have none.
  func resolved(_ form: SubmittedForm, _ say: Localizer) async throws -> (form: SubmittedForm, faults: [String: String])
  {
    var (form, faults) = (form.renamed(for: entity), [String: String]())
    let lookup = RelatedLookup(store: screens.store, say: say)
    for case .toOne(let relationship) in entity.columns {
      guard let text = form[relationship.name] else { continue }
      switch try await lookup.find(text, relationship) {
      case .nothing: form[relationship.name] = ""
      case .record(let id): form[relationship.name] = String(id)
      case .fault(let reason):
        form[relationship.name] = ""
        faults[relationship.name] = reason
      }
    }
    return (form, faults)
  }
}

extension FormField {
  /// Takes over what was typed, and why it was refused.
  fileprivate mutating func refuse(_ row: RefusedRow) {
    (error, errorLink) = (row.draft.errors[column.name], row.draft.links[column.name])
    guard let typed = row.form[column.name], typed != text else { return }
    (stored, text) = (text, typed)
  }
}

extension AppScreens {
  /// The address of suggested titles for a field of a related record; nil if its records have none to search for.
  func suggestions(_ relationship: RelationshipDescription) -> TableField.Suggestions? {
    guard let target = description.model.entity(named: relationship.target), !target.searchedAttributes.isEmpty,
      !target.titleAttributes.isEmpty
    else { return nil }
    return TableField.Suggestions(
      path: APIAddress.records(target.plural, of: description.name).with("limit", "8").with("search", ""),
      titles: target.titleAttributes.map { $0.kind == .country ? $0.name + ":country" : $0.name })
  }
}
