import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// The row for a new record above the rows of a list's table.
//
// It is a short form for a new record. If it is refused, for example because a required field is no column, the form with
// all fields follows with what was typed.
extension ListScreen {
  /// Whether records can be added in a row: not with lines, by choosing, or by an action.
  private var addsInRow: Bool {
    !entity.isDerived && list.offersNew && entity.source == nil && LinesScreen(self) == nil
      && ChoosingScreen(self) == nil && screens.newAction(entity) == nil
  }

  /// The row with a field for each column that a new record can have; nil where none can be added.
  func newRow(_ columns: [ShapeFields.Field], _ request: ScreenRequest) -> NewTableRow? {
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
      guard case .toOne(let relationship) = column.subject else {
        return TableField(field: field, label: column.label + " – " + new)
      }
      return TableField(
        field: field, label: column.label + " – " + new, suggestions: screens.suggestions(relationship))
    }
    guard let first = fields.firstIndex(where: { $0 != nil }) else { return nil }
    fields[first]?.field.placeholder = new
    return NewTableRow(fields: fields, action: screens.path(of: entity))
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

extension AppScreens {
  /// Where a field for a related record finds titles to suggest; nil if its records have none to search for.
  func suggestions(_ relationship: RelationshipDescription) -> TableField.Suggestions? {
    guard let target = description.model.entity(named: relationship.target), !target.searchedAttributes.isEmpty,
      !target.titleAttributes.isEmpty
    else { return nil }
    return TableField.Suggestions(
      path: APIAddress.records(target.plural, of: description.name).with("limit", "8").with("search", ""),
      titles: target.titleAttributes.map { $0.kind == .country ? $0.name + ":country" : $0.name })
  }
}
