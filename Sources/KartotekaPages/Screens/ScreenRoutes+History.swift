import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of the history, the trash and undo.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func addHistory(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    group.get("history") { request, context in
      try await answer(request, context, screens) { try await HistoryScreen(screens: screens).page($0) }
    }
    for entity in screens.description.model.entities where !entity.isDerived {
      group.get("\(entity.pathName)/{id}/history") { request, context in
        try await answer(request, context, screens) { asked in
          try await RecordHistoryScreen(screens: screens, entity: entity).page(id(context, entity, screens), asked)
        }
      }
    }
    for entity in PastScreen.entities(screens) {
      let past = PastScreen(screens: screens, entity: entity)
      group.get("\(entity.pathName)/past") { request, context in
        try await answer(request, context, screens) { try await past.page($0) }
      }
      group.get("\(entity.pathName)/{id}/past") { request, context in
        try await answer(request, context, screens) { asked in
          try await past.page(id(context, entity, screens), asked)
        }
      }
    }
    let trash = TrashScreen(screens: screens)
    group.get("trash") { request, context in
      try await answer(request, context, screens) { try await trash.page($0) }
    }
    group.post("trash/{id}") { request, context in
      try await answer(request, context, screens) { _ in
        try await trash.bringBack(changeSet(context), try await SubmittedForm(request))
      }
    }
    group.get("changesets/{id}") { request, context in
      try await answer(request, context, screens) {
        try await ChangeSetScreen(screens: screens).page(changeSet(context), $0)
      }
    }
    let long = LongUndoScreen(screens: screens)
    group.post("changesets/{id}/undo") { request, context in
      try await answer(request, context, screens) { asked in
        try await UndoScreen(screens: screens).undo(changeSet(context), try await SubmittedForm(request), asked)
      }
    }
    group.post("changesets/{id}/cancel") { request, context in
      try await answer(request, context, screens) { try await long.cancel(changeSet(context), $0) }
    }
  }

  // The number of a change set or of a deletion.
  private func changeSet(_ context: WebContext) throws -> Int64 {
    guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else { throw ScreenFault.noSuchPage }
    return id
  }
}
