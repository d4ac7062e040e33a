import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Questions about a table that only an opened file leaves open: references that it does not declare, and whether a table with
/// two references is a many-to-many relationship.
struct OpenedKind: Sendable {
  private let kind: KindShapeScreen
  private let opened: OpenedShapeState

  private var entity: DocumentEntity { kind.entity }
  private var shape: ShapeScreens { kind.shape }

  init(_ kind: KindShapeScreen, _ opened: OpenedShapeState) { (self.kind, self.opened) = (kind, opened) }

  /// The components below the fields.
  func content(_ say: Localizer) async throws -> [any Component] {
    var content: [any Component] = []
    var buttons: [ActionButton] = []
    for reference in opened.undeclaredReferences(of: entity.name, in: kind.document) {
      guard let count = try await shape.screens.store.values(foundBy: reference),
        let target = kind.document.entity(reference.target),
        let field = entity.attributes.first(where: { $0.name == reference.column })
      else { continue }
      buttons.append(
        ActionButton(
          title: say(
            "Connect {field} with {kind}: {count} values were looked up and all were found",
            [
              "field": .text(say(field.label)), "kind": .text(say(target.nouns.many)), "count": .count(count),
            ]), symbol: .people,
          target: .post(
            kind.path.appending("references").appending(reference.column).with("to", reference.target))))
    }
    if opened.pairs.contains(entity.name) {
      let isJoined = kind.document.isJoined(entity.name)
      buttons.append(
        ActionButton(
          title: isJoined
            ? say("Show these only as records of their own") : say("Show these as a many-to-many relationship, too"),
          symbol: .list, target: .post(kind.path.appending("join").with("on", isJoined ? "0" : "1"))))
    }
    if !buttons.isEmpty { content.append(ActionBar(title: say("What the file leaves open"), buttons: buttons)) }
    return content
  }

  // MARK: References

  /// The row that takes a reference back; nil for one that the file declares.
  func refusal(of link: RelationshipDescription, _ say: Localizer) -> LinkRow? {
    guard isAccepted(link) else { return nil }
    return LinkRow(
      title: say("This is no reference"), symbol: .undo, href: kind.field(link.name).appending("delete"))
  }

  private func isAccepted(_ link: RelationshipDescription) -> Bool {
    link.cardinality == .toOne && !opened.isDeclared(link.name, of: entity.name)
  }

  /// Makes a column a reference.
  func accept(_ column: String, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let target = request.query["to"] ?? ""
    guard
      opened.undeclaredReferences(of: entity.name, in: kind.document)
        .contains(where: { $0.column == column && $0.target == target })
    else { throw ScreenFault.noSuchPage }
    return try await kind.simply("Connect", form, request) { document throws(ShapeFault) in
      try document.acceptReference(of: column, to: target, in: entity.name)
    }
  }

  /// Makes an accepted reference a value again.
  func refuse(_ name: String, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard let link = entity.relationships.first(where: { $0.name == name }), isAccepted(link) else {
      throw ScreenFault.noSuchPage
    }
    let order = ShapeScreens.Order(
      title: "This is no reference", verb: "Change", action: kind.field(name).appending("delete"), back: kind.path,
      asksAlways: true)
    return try await shape.change(
      order, form, request, show: { try await kind.refuse($0, $1, $2, request) },
      edit: { document throws(ShapeFault) in try document.refuseReference(of: name, in: entity.name) })
  }

  // MARK: Join tables

  /// Makes the table a many-to-many relationship, or a table alone.
  func join(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    guard opened.pairs.contains(entity.name) else { throw ScreenFault.noSuchPage }
    let isOn = request.query["on"] == "1"
    return try await kind.simply("Change", form, request) { document throws(ShapeFault) in
      try document.setJoined(isOn, entity.name)
    }
  }
}
