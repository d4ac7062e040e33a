import KartotekaModel

extension ScreenRoutes {
  /// The rows of the history, the trash and undo.
  @ScreenRouteBuilder
  func historyRoutes(of screens: AppScreens) -> [ScreenRoute] {
    let trash = TrashScreen(screens: screens)
    page("history", needs: .see, HistoryScreen(screens: screens).page)
    for entity in screens.description.model.entities.filter({ !$0.isDerived }) {
      let history = RecordHistoryScreen(screens: screens, entity: entity)
      get("\(entity.pathName)/{id}/history", needs: .see) {
        try await history.page($0.id(entity, screens), $0.asked)
      }
    }
    for entity in PastScreen.entities(screens) {
      let past = PastScreen(screens: screens, entity: entity)
      page("\(entity.pathName)/past", needs: .see, past.page)
      get("\(entity.pathName)/{id}/past", needs: .see) { try await past.page($0.id(entity, screens), $0.asked) }
    }
    page("trash", needs: .see, trash.page)
    post("trash/{id}", needs: .change) { try await trash.bringBack($0.number("id"), $0.form()) }
    get("changesets/{id}", needs: .see) { call in
      let (id, screen) = (try call.number("id"), ChangeSetScreen(screens: screens))
      guard call.asked.query[UndoScreen.tries] != nil else { return try await screen.page(id, call.asked) }
      // The trial waits for those who write. Who may not undo it sees the page without one.
      let plan = screens.access.changesRecords ? try await UndoScreen.tried(id, screens.store) : nil
      var document = try await screen.page(id, call.asked, tried: plan).depending(on: .outside)
      document.isStorable = false
      return document
    }
    post("changesets/{id}/undo", needs: .change) {
      try await UndoScreen(screens: screens).undo($0.number("id"), $0.form(), $0.asked)
    }
    post("changesets/{id}/cancel", needs: .change) {
      try await LongUndoScreen(screens: screens).cancel($0.number("id"))
    }
  }
}
