import Hummingbird
import KartotekaHTML
import KartotekaModel

// The addresses at which deeds are undone.
extension ScreenRoutes {
  /// Adds them to an app's.
  func addUndo(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    let long = LongUndoScreen(screens: screens)
    group.get("deeds/{id}") { request, context in
      try await answer(request, screens) { try await long.page(deed(context), $0) }
    }
    group.post("deeds/{id}/undo") { request, context in
      try await answer(request, screens) { asked in
        try await UndoScreen(screens: screens).undo(deed(context), try await SubmittedForm(request), asked)
      }
    }
    group.post("deeds/{id}/cancel") { request, context in
      try await answer(request, screens) { try await long.cancel(deed(context), $0) }
    }
  }

  private func deed(_ context: WebContext) throws -> Int64 {
    guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else { throw ScreenFault.noSuchPage }
    return id
  }
}
