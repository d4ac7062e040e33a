import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaScreens

// The pages of pictures that stand in a record's gallery.
extension ScreenRoutes {
  /// Adds the addresses of a list's galleries.
  func addGalleries(of list: ListScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = list.screens
    for gallery in list.list.sections.compactMap({ Gallery(list, $0) }) {
      let screen = GalleryScreen(gallery: gallery)
      let path = RouterPath("\(entities)/{id}/\(gallery.relationship.name)")
      group.get("\(path)/{picture}") { request, context in
        try await answer(request, context, screens) {
          try await screen.page(try id(context, list), try id(context, list, "picture"), $0)
        }
      }
      guard !gallery.entity.isDerived else { continue }
      group.post(path) { request, context in
        try await answer(request, context, screens) { asked in
          try await screen.add(try id(context, list), request) { asked.coming(from: $0) }
        }
      }
      group.post("\(path)/{picture}/delete") { request, context in
        try await answer(request, context, screens) { asked in
          let form = try await SubmittedForm(request)
          return try await screen.delete(
            try id(context, list), try id(context, list, "picture"), asked.coming(from: form))
        }
      }
    }
  }
}
