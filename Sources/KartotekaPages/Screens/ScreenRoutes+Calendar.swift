import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of a calendar.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func add(_ calendar: CalendarPages, to group: RouterGroup<WebContext>) {
    let screens = calendar.screens
    group.get("\(calendar.tab.path)") { request, context in
      try await answer(request, context, screens, caching: CalendarPages.parameters) { try await calendar.page($0) }
    }
    group.post("\(calendar.tab.path)/move/{id}") { request, context in
      try await answer(request, context, screens) { asked in
        guard let id = RecordID(context.parameters.get("id") ?? "") else { throw ScreenFault.noSuchPage }
        return try await calendar.move(id, try await SubmittedForm(request), asked)
      }
    }
  }
}
