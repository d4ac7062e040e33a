import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

// The routes of a list and its records.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func add(_ list: ListScreen, to group: RouterGroup<WebContext>) {
    let entities = RouterPath(list.entity.pathName)
    let screens = list.screens
    if list.tab.path != list.entity.plural {
      group.get("\(list.tab.path)") { request, context in
        try await answer(request, context, screens, caching: []) { try await list.page($0) }
      }
    }
    group.get(entities) { request, context in
      try await answer(request, context, screens, caching: []) { try await list.page($0) }
    }
    add(ListShaping(list), at: entities, to: group)
    addCells(of: list, at: entities, to: group)
    if !list.entity.isDerived { addWriting(list, at: entities, to: group) }
    group.get("\(entities)/{id}") { request, context in
      try await answer(request, context, screens, caching: []) { asked in
        try await RecordScreen(list: list).page(try await id(context, list), asked)
      }
    }
  }

  // The routes of the cells of a list's table.
  private func addCells(of list: ListScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    group.get("\(entities)/cell") { request, context in
      try await answer(request, context, list.screens) { try await CellScreen(list: list).form($0) }
    }
    group.post("\(entities)/cells") { request, context in
      try await answer(request, context, list.screens) {
        try await CellBlock(list: list).paste(try await SubmittedForm(request), $0)
      }
    }
  }

  private func addWriting(_ list: ListScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = list.screens
    if let action = screens.newAction(list.entity) {
      group.get("\(entities)/new") { request, context in
        try await answer(request, context, screens) {
          .seeOther(try await NewRecordScreen(list: list).address(of: action, $0))
        }
      }
    }
    if let lines = LinesScreen(list) {
      add(lines, at: entities, to: group)
    } else {
      addForms(list, at: entities, to: group)
    }
    group.post("\(entities)/check") { request, context in
      try await answer(request, context, screens) {
        try await RuleCheckScreen(list: list).check(try await SubmittedForm(request), $0)
      }
    }
    addGalleries(of: list, at: entities, to: group)
    for choice in list.list.sections.compactMap({ RelatedChoiceScreen(list, $0) }) {
      let path = RouterPath("\(entities)/{id}/\(choice.relationship.pathName)")
      group.get(path) { request, context in
        try await answer(request, context, screens) { try await choice.page(try await id(context, list), $0) }
      }
      group.post(path) { request, context in
        try await answer(request, context, screens) { asked in
          try await choice.answer(try await id(context, list), try await SubmittedForm(request), asked)
        }
      }
    }
    if let notes = NotesScreen(list) {
      // A refused form has this address, which may be reloaded.
      group.get("\(entities)/{id}/\(notes.relationship.pathName)") { request, context in
        try await answer(request, context, screens) { _ in
          .seeOther(screens.path(of: list.entity).appending(try await id(context, list)))
        }
      }
      group.post("\(entities)/{id}/\(notes.relationship.pathName)") { request, context in
        try await answer(request, context, screens) { asked in
          let form = try await SubmittedForm.receiving(request, for: notes.entity, screens)
          let document = try await notes.add(try await id(context, list), form, asked.coming(from: form))
          // Where this fails, the other servers ask for the file again.
          try? await screens.chosenFiles.share(form.chosen.values)
          return document
        }
      }
    }
    add(SeveralScreen(list), at: entities, of: screens, to: group)
    addMoving(list, at: entities, to: group)
    group.post("\(entities)/{id}/delete") { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm(request)
        return try await DeletionScreen(list: list).delete(
          try await id(context, list), form, asked.coming(from: form))
      }
    }
  }

  private func add(
    _ several: SeveralScreen, at entities: RouterPath, of screens: AppScreens, to group: RouterGroup<WebContext>
  ) {
    group.get("\(entities)/several") { request, context in
      try await answer(request, context, screens) { try await several.page($0) }
    }
    group.post("\(entities)/several") { request, context in
      try await answer(request, context, screens) { asked in
        try await several.answer(try await SubmittedForm(request), asked)
      }
    }
  }

  // The routes of moving records on a list's board and calendar.
  private func addMoving(_ list: ListScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    @Sendable func number(_ context: WebContext) throws -> RecordID {
      guard let id = RecordID((context.parameters.get("id") ?? "").trimmingPrefix("~")) else {
        throw ScreenFault.noSuchPage
      }
      return id
    }
    group.get("\(entities)/move/{id}") { request, context in
      try await answer(request, context, list.screens) { try await list.moving(try number(context), $0) }
    }
    group.post("\(entities)/move/{id}") { request, context in
      try await answer(request, context, list.screens) {
        try await list.move(try number(context), try await SubmittedForm(request), $0)
      }
    }
  }

  // The routes of creating and changing records.
  private func addForms(_ list: ListScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = list.screens
    let choosing = ChoosingScreen(list)
    if screens.newAction(list.entity) == nil {
      group.get("\(entities)/new") { request, context in
        try await answer(request, context, screens) { asked in
          if let choosing, !ChoosingScreen.isByHand(asked) { return try await choosing.page(asked) }
          return try await NewRecordScreen(list: list).page(asked)
        }
      }
    }
    if let choosing {
      group.post("\(entities)/new") { request, context in
        try await answer(request, context, screens) { try await choosing.add(try await SubmittedForm(request), $0) }
      }
    }
    group.post(entities) { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm.receiving(request, for: list.entity, screens)
        let document = try await NewRecordScreen(list: list).create(form, asked.coming(from: form))
        // Where this fails, the other servers ask for the file again.
        try? await screens.chosenFiles.share(form.chosen.values)
        return document
      }
    }
    group.post("\(entities)/{id}") { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm.receiving(request, for: list.entity, screens)
        let document = try await RecordScreen(list: list).save(
          try await id(context, list), form, asked.coming(from: form))
        // Where this fails, the other servers ask for the file again.
        try? await screens.chosenFiles.share(form.chosen.values)
        return document
      }
    }
  }
}

// The routes of records with lines.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func add(_ screen: LinesScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = screen.screens
    if screens.newAction(screen.list.entity) == nil {
      group.get("\(entities)/new") { request, context in
        try await answer(request, context, screens) { try await screen.new($0) }
      }
    }
    group.post(entities) { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm(request)
        return try await screen.answer(form, nil, asked.coming(from: form))
      }
    }
    group.get("\(entities)/{id}/edit") { request, context in
      try await answer(request, context, screens) { try await screen.edit(try await id(context, screen.list), $0) }
    }
    group.post("\(entities)/{id}") { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm(request)
        return try await screen.answer(form, try await id(context, screen.list), asked.coming(from: form))
      }
    }
    for document in screen.list.list.documents {
      group.get("\(entities)/{id}/\(document.name)") { request, context in
        try await answer(request, context, screens) {
          try await screen.document(document, of: try await id(context, screen.list), $0)
        }
      }
    }
  }
}

// The routes of pictures in galleries.
extension ScreenRoutes {
  /// Adds the routes of a list's galleries.
  func addGalleries(of list: ListScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = list.screens
    for gallery in list.list.sections.compactMap({ Gallery(list, $0) }) {
      let screen = GalleryScreen(gallery: gallery)
      let path = RouterPath("\(entities)/{id}/\(gallery.relationship.pathName)")
      group.get("\(path)/{picture}") { request, context in
        try await answer(request, context, screens) {
          try await screen.page(try await id(context, list), try await id(context, list, "picture"), $0)
        }
      }
      guard !gallery.entity.isDerived else { continue }
      group.post(path) { request, context in
        try await answer(request, context, screens) { asked in
          try await screen.add(try await id(context, list), request) { asked.coming(from: $0) }
        }
      }
      group.post("\(path)/{picture}/delete") { request, context in
        try await answer(request, context, screens) { asked in
          let form = try await SubmittedForm(request)
          return try await screen.delete(
            try await id(context, list), try await id(context, list, "picture"), asked.coming(from: form))
        }
      }
    }
  }
}

// The routes of a table. The query contains its sort order and filters, also in the addresses of forms.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func add(_ table: TableScreen, to group: RouterGroup<WebContext>) {
    let entities = RouterPath(table.entity.pathName)
    add(ListShaping(table), at: entities, to: group)
    addCells(of: ListScreen(table), at: entities, to: group)
    let screens = table.screens
    let filters = Set(table.table.filters.map(\.name))
    if table.tab.path != table.entity.plural {
      group.get("\(table.tab.path)") { request, context in
        try await answer(request, context, screens, caching: filters) { try await table.page($0) }
      }
    }
    group.get(entities) { request, context in
      try await answer(request, context, screens, caching: filters) { try await table.page($0) }
    }
    group.get("\(entities)/{id}") { request, context in
      try await answer(request, context, screens, caching: filters) {
        try await table.page(showing: try await id(context, table), $0)
      }
    }
    if table.entity.isDerived { return }
    add(SeveralScreen(table), at: entities, of: screens, to: group)
    addMoving(ListScreen(table), at: entities, to: group)
    group.post(entities) { request, context in
      try await answer(request, context, screens) { try await table.add(try await SubmittedForm(request), $0) }
    }
    group.post("\(entities)/{id}") { request, context in
      try await answer(request, context, screens) { asked in
        try await table.update(try await id(context, table), try await SubmittedForm(request), asked)
      }
    }
    group.post("\(entities)/{id}/delete") { request, context in
      try await answer(request, context, screens) { asked in
        try await table.delete(try await id(context, table), try await SubmittedForm(request), asked)
      }
    }
  }
}
