import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of duplicates and merging.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func addDuplicates(of screens: AppScreens, to group: RouterGroup<WebContext>) {
    for entity in DuplicatesScreen.entities(screens) {
      let duplicates = DuplicatesScreen(screens: screens, entity: entity)
      group.get("\(entity.pathName)/duplicates") { request, context in
        try await answer(request, context, screens) { try await duplicates.page($0) }
      }
      group.post("\(entity.pathName)/duplicates") { request, context in
        try await answer(request, context, screens) { _ in
          try await duplicates.answer(try await SubmittedForm(request))
        }
      }
      let merge = MergeScreen(screens: screens, entity: entity)
      group.get("\(entity.pathName)/{id}/merge") { request, context in
        try await answer(request, context, screens) { try await merge.page(id(context, entity, screens), $0) }
      }
      group.post("\(entity.pathName)/{id}/merge") { request, context in
        try await answer(request, context, screens) { asked in
          try await merge.answer(id(context, entity, screens), try await SubmittedForm(request), asked)
        }
      }
    }
  }
}
