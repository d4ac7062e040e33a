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
      group.get("\(entity.plural)/duplicates") { request, context in
        try await answer(request, context, screens) { try await duplicates.page($0) }
      }
      group.post("\(entity.plural)/duplicates") { request, context in
        try await answer(request, context, screens) { _ in
          try await duplicates.answer(try await SubmittedForm(request))
        }
      }
      let merge = MergeScreen(screens: screens, entity: entity)
      group.get("\(entity.plural)/{id}/merge") { request, context in
        try await answer(request, context, screens) { try await merge.page(id(context), $0) }
      }
      group.post("\(entity.plural)/{id}/merge") { request, context in
        try await answer(request, context, screens) { asked in
          try await merge.answer(id(context), try await SubmittedForm(request), asked)
        }
      }
    }
  }

  private func id(_ context: WebContext) throws -> RecordID {
    guard let id = context.parameters.get("id").flatMap({ RecordIDs.read($0) }) else { throw ScreenFault.noSuchPage }
    return id
  }
}
