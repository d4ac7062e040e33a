import Hummingbird
import KartotekaModel
import KartotekaStore

/// Undoing a deed, which leads to what came back.
struct UndoScreen: Sendable {
  let screens: AppScreens

  /// Undoes it and shows the list with what it touched.
  func undo(_ deed: Int64, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> Response {
    do {
      let outcome = try await screens.store.undo(deed, .screen)
      return .seeOther(target(outcome.changes, form), deed: outcome.deed, canUndo: false, of: screens.app)
    } catch StoreError.cannotUndo(let reason) {
      throw ScreenFault.cannotUndo(reason, screens.path)
    }
  }

  private func target(_ changes: Changes, _ form: SubmittedForm) -> URLPath {
    let search = form["returnTo"].flatMap { SubmittedForm.query(of: $0)["search"] } ?? ""
    for entity in screens.description.model.entities {
      guard let touched = changes.byEntity[entity.name], let list = ListScreen(screens, of: entity) else {
        continue
      }
      let path = screens.list(list.tab, search: search)
      guard let id = touched.inserted.first ?? touched.updated.first else { return path }
      return path.with("selected", String(id))
    }
    return form["returnTo"].flatMap { URLPath(local: $0) } ?? screens.path
  }
}

extension SubmittedForm {
  /// The query of an address.
  static func query(of address: String) -> SubmittedForm {
    SubmittedForm(address.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
  }
}
