import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// The sheet with which a saved view is renamed, pinned and deleted: `/northwind/orders/views/3`.
struct SavedViewScreen: Sendable {
  let shaping: ListShaping

  private var store: Store { shaping.screens.store }

  /// The sheet of a view.
  func page(_ id: Int64, _ request: ScreenRequest) async throws -> ScreenDocument {
    try await page(try await view(id), request, fault: nil)
  }

  private func view(_ id: Int64) async throws -> SavedView {
    guard let view = try await store.views().first(where: { $0.id == id && $0.entity == shaping.entity.name }),
      shaping.mayChange(view)
    else { throw ScreenFault.noSuchPage }
    return view
  }

  private func page(_ view: SavedView, _ request: ScreenRequest, fault: String?) async throws -> ScreenDocument {
    let say = request.say
    var sheet = ShapeParts(
      title: view.name, cancel: (say("View"), shaping.view(request)), done: .submit(name: "do", value: "save"))
    sheet.fault = fault
    sheet.form = (
      shaping.path("views").appending(view.id), request.listMessage.fields,
      [
        .fields(
          title: nil,
          [
            .text(name: "name", label: say("Name of the view"), value: view.name, limit: SavedView.longestName),
            .toggle(name: "pinned", label: say("As a tab"), isOn: view.isPinned),
          ] + shaping.audience(isPrivate: view.owner != nil, say)),
        .button(name: "do", value: "replace", title: say("Save the list as it is now")),
        .button(name: "do", value: "delete", title: say("Delete the view")),
      ]
    )
    return try await shaping.page(request, sheet, fault != nil)
  }

  /// Handles the form of the sheet.
  func answer(_ id: Int64, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let request = request.coming(from: form)
    var view = try await view(id)
    do {
      if form["do"] == "delete" {
        let outcome = try await store.perform(.screen) { try $0.deleteView(id) }
        return .seeOther(shaping.list(request), changeSet: outcome.changeSet)
      }
      view.name = String((form["name"] ?? "").prefix(SavedView.longestName * 10))
      view.isPinned = form["pinned"] != nil
      // If the form has no such choice, the view keeps its owner.
      if form[ListShaping.audienceName] != nil { view.owner = shaping.owner(in: form) }
      if form["do"] == "replace" { view.query = shaping.state(request).query }
      let outcome = try await store.perform(.screen) { [view] in try $0.save(view) }
      return .seeOther(shaping.view(request), changeSet: outcome.changeSet)
    } catch let fault as SavedViewFault {
      return try await page(view, request, fault: request.say(fault.phrase))
    }
  }
}

extension ListShaping {
  /// The field that says who sees a view.
  static let audienceName = "seen"
  private static let own = "own"

  /// The choice of who sees a view; none where nobody is known.
  func audience(isPrivate: Bool, _ say: Localizer) -> [ShapeParts.Field] {
    guard screens.mayChange, screens.access.isOfPerson, Author.current?.owner != nil else { return [] }
    return [
      .choice(
        name: Self.audienceName, label: say("Seen by"),
        options: [(value: "all", name: say("Everybody")), (value: Self.own, name: say("Only you"))],
        chosen: isPrivate ? Self.own : "all")
    ]
  }

  /// The owner that a form with that choice says; nil for everybody. A person who only reads keeps views for themselves.
  func owner(in form: SubmittedForm) -> Int64? {
    let isOwn = form[Self.audienceName] == Self.own || !screens.mayChange
    return screens.access.isOfPerson && isOwn ? Author.current?.owner : nil
  }

  /// Whether whoever asks may keep a view.
  var mayKeep: Bool { screens.mayChange || screens.access.isOfPerson && Author.current?.owner != nil }

  /// Whether whoever asks may change a view that they see.
  func mayChange(_ view: SavedView) -> Bool { screens.mayChange || view.owner != nil }
}
