import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The addresses at which change sets are undone.
extension ScreenRoutes {
  /// Adds them to an app's.
  func addUndo(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    let long = LongUndoScreen(screens: screens)
    group.get("changesets/{id}") { request, context in
      try await answer(request, context, screens) { try await long.page(changeSet(context), $0) }
    }
    group.post("changesets/{id}/undo") { request, context in
      try await answer(request, context, screens) { asked in
        try await UndoScreen(screens: screens).undo(changeSet(context), try await SubmittedForm(request), asked)
      }
    }
    group.post("changesets/{id}/cancel") { request, context in
      try await answer(request, context, screens) { try await long.cancel(changeSet(context), $0) }
    }
  }

  private func changeSet(_ context: WebContext) throws -> Int64 {
    guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else { throw ScreenFault.noSuchPage }
    return id
  }
}
