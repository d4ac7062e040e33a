import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens

extension ScreenRoutes {
  /// The rows of a list and its records.
  @ScreenRouteBuilder
  func routes(of list: ListScreen) -> [ScreenRoute] {
    let entities = RouterPath(list.entity.pathName)
    let parameters = Set(list.parameters)
    if list.tab.path != list.entity.plural { page("\(list.tab.path)", needs: .see, caching: parameters, list.page) }
    page(entities, needs: .see, caching: parameters, list.page)
    routes(of: ListShaping(list), at: entities)
    cellRoutes(of: list, at: entities)
    if !list.entity.isDerived { writingRoutes(of: list, at: entities) }
    for document in list.list.documents {
      get("\(entities)/{id}/\(document.name)", needs: .see) {
        try await DocumentScreen(list).page(document, of: $0.id(list), $0.asked)
      }
    }
    get("\(entities)/{id}", needs: .see, caching: [PictureScreen.parameter]) { call in
      if let field = call.asked.query[PictureScreen.parameter] {
        return try await PictureScreen(list: list).page(call.id(list), field, call.asked)
      }
      return try await RecordScreen(list: list).page(call.id(list), call.asked)
    }
  }

  // The cells of a list's table.
  @ScreenRouteBuilder
  private func cellRoutes(of list: ListScreen, at entities: RouterPath) -> [ScreenRoute] {
    page("\(entities)/cell", needs: .change, CellScreen(list: list).form)
    form("\(entities)/cells", needs: .change, CellBlock(list: list).paste)
  }

  @ScreenRouteBuilder
  private func writingRoutes(of list: ListScreen, at entities: RouterPath) -> [ScreenRoute] {
    let screens = list.screens
    if let action = screens.newAction(list.entity) {
      get("\(entities)/new", needs: .change) {
        .seeOther(try await NewRecordScreen(list: list).address(of: action, $0.asked))
      }
    }
    if let lines = LinesScreen(list) {
      routes(of: lines, at: entities)
    } else {
      formRoutes(of: list, at: entities)
    }
    form("\(entities)/check", needs: .change, RuleCheckScreen(list: list).check)
    form("\(entities)/follow", needs: .change, FollowScreen(list: list).answer)
    galleryRoutes(of: list, at: entities)
    for choice in list.list.sections.compactMap({ RelatedChoiceScreen(list, $0) }) {
      let path = RouterPath("\(entities)/{id}/\(choice.relationship.pathName)")
      get(path, needs: .change) { try await choice.page($0.id(list), $0.asked) }
      post(path, needs: .change) { try await choice.answer($0.id(list), $0.form(), $0.asked) }
    }
    for places in list.list.sections.compactMap({ PlaceScreen(list, $0) }) {
      post(RouterPath("\(entities)/{id}/\(places.relationship.pathName)/move"), needs: .change) { call in
        try await places.move(call.id(list), call.form(), call.asked)
      }
    }
    if let notes = NotesScreen(list) {
      let path = RouterPath("\(entities)/{id}/\(notes.relationship.pathName)")
      // A refused form has this address, which may be reloaded.
      get(path, needs: .change) { .seeOther(screens.path(of: list.entity).appending(try await $0.id(list))) }
      post(path, needs: .change, takesFiles: true) { call in
        try await call.receiving(notes.entity, screens) { try await notes.add(call.id(list), $0, $1) }
      }
    }
    severalRoutes(of: SeveralScreen(list), at: entities)
    movingRoutes(of: list, at: entities)
    post("\(entities)/{id}/delete", needs: .change) { call in
      let form = try await call.form()
      return try await DeletionScreen(list: list).delete(call.id(list), form, call.asked.coming(from: form))
    }
  }

  @ScreenRouteBuilder
  private func severalRoutes(of several: SeveralScreen, at entities: RouterPath) -> [ScreenRoute] {
    page("\(entities)/several", needs: .change, several.page)
    form("\(entities)/several", needs: .change, several.answer)
    // A refused form has this address, which may be reloaded.
    get("\(entities)/several/export", needs: .change) { .seeOther(several.path($0.asked)) }
    form("\(entities)/several/export", needs: .export, several.export)
  }

  // Moving records on a list's board and calendar.
  @ScreenRouteBuilder
  private func movingRoutes(of list: ListScreen, at entities: RouterPath) -> [ScreenRoute] {
    get("\(entities)/move/{id}", needs: .change) { try await list.moving($0.markedNumber, $0.asked) }
    post("\(entities)/move/{id}", needs: .change) { try await list.move($0.markedNumber, $0.form(), $0.asked) }
  }

  // Creating and changing records.
  @ScreenRouteBuilder
  private func formRoutes(of list: ListScreen, at entities: RouterPath) -> [ScreenRoute] {
    let screens = list.screens
    let choosing = ChoosingScreen(list)
    if screens.newAction(list.entity) == nil {
      get("\(entities)/new", needs: .change) { call in
        if let choosing, !ChoosingScreen.isByHand(call.asked) { return try await choosing.page(call.asked) }
        return try await NewRecordScreen(list: list).page(call.asked)
      }
    }
    if let choosing { form("\(entities)/new", needs: .change, choosing.add) }
    post(entities, needs: .change, takesFiles: true) { call in
      try await call.receiving(list.entity, screens, galleries: Gallery.all(list)) {
        try await NewRecordScreen(list: list).create($0, $1)
      }
    }
    post("\(entities)/{id}", needs: .change, takesFiles: true) { call in
      try await call.receiving(list.entity, screens) { try await RecordScreen(list: list).save(call.id(list), $0, $1) }
    }
  }

  // Records with lines.
  @ScreenRouteBuilder
  private func routes(of screen: LinesScreen, at entities: RouterPath) -> [ScreenRoute] {
    let list = screen.list
    if screen.screens.newAction(list.entity) == nil { page("\(entities)/new", needs: .change, screen.new) }
    post(entities, needs: .change) { call in
      let form = try await call.form()
      return try await screen.answer(form, nil, call.asked.coming(from: form))
    }
    get("\(entities)/{id}/edit", needs: .change) { try await screen.edit($0.id(list), $0.asked) }
    post("\(entities)/{id}", needs: .change) { call in
      let form = try await call.form()
      return try await screen.answer(form, call.id(list), call.asked.coming(from: form))
    }
  }

  // Pictures in galleries.
  @ScreenRouteBuilder
  private func galleryRoutes(of list: ListScreen, at entities: RouterPath) -> [ScreenRoute] {
    for gallery in list.list.sections.compactMap({ Gallery(list, $0) }) {
      let screen = GalleryScreen(gallery: gallery)
      let path = RouterPath("\(entities)/{id}/\(gallery.relationship.pathName)")
      get("\(path)/{picture}", needs: .see) { try await screen.page($0.id(list), $0.id(list, "picture"), $0.asked) }
      if !gallery.entity.isDerived {
        post(path, needs: .change, takesFiles: true) { call in
          try await screen.add(call.id(list), call.request) { call.asked.coming(from: $0) }
        }
        post("\(path)/{picture}/delete", needs: .change) { call in
          let form = try await call.form()
          return try await screen.delete(call.id(list), call.id(list, "picture"), call.asked.coming(from: form))
        }
        if gallery.description.order != nil {
          post("\(path)/{picture}/move", needs: .change) { call in
            let form = try await call.form()
            return try await screen.move(call.id(list), call.id(list, "picture"), form, call.asked.coming(from: form))
          }
        }
      }
    }
  }
}

extension ScreenCall {
  // The mark stands before the id of a record with a key (``URLPath/withMarkedIDs()``).
  fileprivate var markedNumber: RecordID {
    get throws {
      guard let id = RecordID(text("id").trimmingPrefix("~")) else { throw ScreenFault.noSuchPage }
      return id
    }
  }
}
