import HTTPTypes
import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens

// The rows of a kind of record about its list, its titles and its pages.
extension KindShapeScreen {
  /// The groups: titles, search, list and names; filters above the list; groups of the form; sections of a record's page.
  func listContent(_ say: Localizer) -> [any Component] {
    let list = document.list(of: entity.name)
    var rows: [LinkRow] = []
    if entity.derivation == nil { rows += [TitleShapeScreen.row(self, say), SearchShapeScreen.row(self, say)] }
    if list != nil {
      // A table has no rows of lines to choose.
      rows.append(
        LinkRow(
          title: say("List"), detail: say("What rows show, their order, what a record's page shows below"),
          symbol: .list, href: path.appending("list")))
    }
    if let list { rows.append(ContactShapeScreen.row(self, list, say)) }
    rows.append(
      LinkRow(
        title: say("Names, tab and symbol"),
        detail: say("{one}, {many}", ["one": .text(say(entity.nouns.one)), "many": .text(say(entity.nouns.many))]),
        symbol: .tag, href: path.appending("names")))
    var content: [any Component] = [RowGroup(title: say("List and names"), rows: rows)]
    guard let list else { return content }
    if shape.opened == nil { content += SubsetShapeScreen.content(self, list, say) }
    if list.lines == nil, entity.derivation == nil { content += FieldGroupScreen.content(self, list, say) }
    content += SectionShapeScreen.content(self, list, say)
    return content
  }

  /// The label of a field.
  func shownLabel(of name: String, _ say: Localizer) -> String {
    say(
      entity.attributes.first { $0.name == name }?.label ?? entity.relationships.first { $0.name == name }?.label
        ?? entity.computed.first { $0.name == name }?.attribute.label ?? name)
  }

  /// Makes the change of a sheet, which is shown again with what is wrong with a field of it.
  func save(
    _ order: ShapeScreens.Order, _ draft: RecordDraft, _ form: SubmittedForm, _ request: ScreenRequest,
    show: (RecordDraft, HTTPResponse.Status, String?) async throws -> ScreenDocument,
    edit: (inout AppDocument) throws(ShapeFault) -> Void
  ) async throws -> ScreenDocument {
    try await shape.change(
      order, form, request,
      show: { status, sheet, fault in
        guard let fault else { return try await page(request, status: status, sheet: sheet) }
        return try await show(draft.refused(fault, request.say), status, draft.lone(fault, request.say))
      }, edit: edit)
  }

  /// Asks before a part of the description is deleted, and deletes it. Records stay as they are.
  func delete(
    _ label: String, at address: URLPath, _ form: SubmittedForm, _ request: ScreenRequest,
    _ edit: (inout AppDocument) throws(ShapeFault) -> Void
  ) async throws -> ScreenDocument {
    let order = ShapeScreens.Order(
      title: Phrase("Delete {title}", ["title": .phrase(Phrase(label))]), verb: "Delete",
      action: address.appending("delete"), back: path, asksAlways: true, removes: label)
    return try await shape.change(order, form, request, show: { try await refuse($0, $1, $2, request) }, edit: edit)
  }

  /// The row that deletes a part of the description.
  func deletion(_ label: String, at address: URLPath, _ say: Localizer) -> LinkRow {
    LinkRow(
      title: say("Delete {title}", ["title": .text(say(label))]), symbol: .trash, href: address.appending("delete"),
      isDangerous: true)
  }
}
