import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens

/// The fields of a kind of record of an application in code: those that were added, and those that come with it.
struct DeclaredKind: Sendable {
  private let kind: KindShapeScreen
  private let layer: AddedFieldsState

  init(_ kind: KindShapeScreen, _ layer: AddedFieldsState) { (self.kind, self.layer) = (kind, layer) }

  private var entity: DocumentEntity { kind.entity }

  /// The groups of the page.
  func content(_ say: Localizer) -> [any Component] {
    let hidden = kind.document.hidden(of: entity.name)
    // Each group is moved within itself.
    let groups: [(title: StaticString, rows: [(String, OrderedRows.Row)])] = [
      (
        "Added fields",
        entity.attributes.filter { $0.thumbnailOf == nil }
          .map { ($0.name, kind.row($0, isHidden: hidden.contains($0.name), say)) }
      ),
      ("Related records", entity.relationships.map { ($0.name, kind.row($0, areLines: false, say)) }),
      ("Computed values", entity.computed.map { ($0.name, kind.row($0, say)) }),
    ]
    var content: [any Component] = collisions(say)
    for (title, rows) in groups {
      let added = rows.filter { !kind.shape.isDeclared($0.0) }.map(\.1)
      if !added.isEmpty { content.append(OrderedRows(title: say(title), rows: added)) }
    }
    content.append(FieldShapeScreen(kind).choices(say))
    content += StateShapeScreen.content(kind, say)
    let declared = groups.flatMap(\.rows).filter { kind.shape.isDeclared($0.0) }.map { field in
      var link = field.1.link
      link.href = nil
      return link
    }
    let states = entity.states.filter(kind.isFixed).map { LinkRow(title: say($0.label), symbol: .tag) }
    if !declared.isEmpty || !states.isEmpty {
      content.append(RowGroup(title: say("Comes with the application"), rows: declared + states))
    }
    if !kind.shape.isDeclared(entity.name) {
      content.append(
        RowGroup(rows: [
          LinkRow(
            title: say("Delete this kind of record"), symbol: .trash, href: kind.path.appending("delete"),
            isDangerous: true)
        ]))
    }
    return content
  }

  // Fields that a new version of the application has, too.
  private func collisions(_ say: Localizer) -> [any Component] {
    let found = layer.collisions.filter { $0.entity == entity.name }
    if found.isEmpty { return [] }
    let rows = found.map { collision in
      LinkRow(
        title: say("{field} comes with the application now", ["field": .text(say(collision.label))]), symbol: .clock)
    }
    let buttons = found.map { collision in
      ActionButton(
        title: say("Take over the values of {field}", ["field": .text(say(collision.label))]), symbol: .check,
        target: .post(kind.path.appending("values").appending(collision.added)))
    }
    return [
      RowGroup(
        title: say("Two fields of one name"), rows: rows,
        note: say(
          "The field that was added here keeps its values. They can be taken over where the new field is empty. Then delete the added one, or give it another name."
        )),
      ActionBar(title: say("What can be done"), buttons: buttons),
    ]
  }
}
