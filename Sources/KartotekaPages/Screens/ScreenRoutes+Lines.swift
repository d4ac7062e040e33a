import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The addresses of records that are edited with their lines.
extension ScreenRoutes {
  /// Adds them to an app's.
  func add(_ screen: LinesScreen, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = screen.screens
    group.get("\(entities)/new") { request, context in
      try await answer(request, context, screens) { try await screen.new($0) }
    }
    group.post(entities) { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm(request)
        return try await screen.answer(form, nil, asked.coming(from: form))
      }
    }
    group.get("\(entities)/{id}/edit") { request, context in
      try await answer(request, context, screens) { try await screen.edit(try id(context, screen.list), $0) }
    }
    group.post("\(entities)/{id}") { request, context in
      try await answer(request, context, screens) { asked in
        let form = try await SubmittedForm(request)
        return try await screen.answer(form, try id(context, screen.list), asked.coming(from: form))
      }
    }
    for document in screen.list.list.documents {
      group.get("\(entities)/{id}/\(document.name)") { request, context in
        try await answer(request, context, screens) {
          try await screen.document(document, of: try id(context, screen.list), $0)
        }
      }
    }
  }
}
