import Hummingbird
import KartotekaHTML
import KartotekaHTTP

// The routes of the sheets that shape a list.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func add(_ shaping: ListShaping, at entities: RouterPath, to group: RouterGroup<WebContext>) {
    let screens = shaping.screens
    let (filter, view) = (FilterScreen(shaping: shaping), ViewScreen(shaping: shaping))
    let (columns, saved) = (ColumnsScreen(shaping: shaping), SavedViewScreen(shaping: shaping))
    group.get("\(entities)/filter") { request, context in
      try await answer(request, context, screens) { try await filter.page($0) }
    }
    group.post("\(entities)/filter") { request, context in
      try await answer(request, context, screens) { try await filter.answer(try await SubmittedForm(request), $0) }
    }
    group.get("\(entities)/facets") { request, context in
      try await answer(request, context, screens, caching: []) { try await filter.panel($0) }
    }
    group.get("\(entities)/view") { request, context in
      try await answer(request, context, screens) { try await view.page($0) }
    }
    group.post("\(entities)/view") { request, context in
      try await answer(request, context, screens) { try await view.answer(try await SubmittedForm(request), $0) }
    }
    group.get("\(entities)/columns") { request, context in
      try await answer(request, context, screens) { try await columns.page($0) }
    }
    let labels = LabelsScreen(shaping: shaping)
    group.get("\(entities)/labels") { request, context in
      try await answer(request, context, screens) { try await labels.page($0) }
    }
    group.get("\(entities)/views/{view}") { request, context in
      try await answer(request, context, screens) { try await saved.page(number(context), $0) }
    }
    group.post("\(entities)/views/{view}") { request, context in
      try await answer(request, context, screens) {
        try await saved.answer(number(context), try await SubmittedForm(request), $0)
      }
    }
  }

  private func number(_ context: WebContext) throws -> Int64 {
    guard let number = context.parameters.get("view").flatMap({ Int64($0) }) else { throw ScreenFault.noSuchPage }
    return number
  }
}
