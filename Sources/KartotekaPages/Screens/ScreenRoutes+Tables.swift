import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The addresses of a table. What stands behind their question marks says how it is sorted and filtered, of forms that
// are sent there, too.
extension ScreenRoutes {
  /// Adds them to an app's.
  func add(_ table: TableScreen, to group: RouterGroup<WebContext>) {
    let entities = RouterPath(table.entity.plural)
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
        try await table.page(showing: try id(context, table), $0)
      }
    }
    if table.entity.isDerived { return }
    group.post(entities) { request, context in
      try await answer(request, context, screens) { try await table.add(try await SubmittedForm(request), $0) }
    }
    group.post("\(entities)/{id}") { request, context in
      try await answer(request, context, screens) { asked in
        try await table.update(try id(context, table), try await SubmittedForm(request), asked)
      }
    }
    group.post("\(entities)/{id}/delete") { request, context in
      try await answer(request, context, screens) { asked in
        try await table.delete(try id(context, table), try await SubmittedForm(request), asked)
      }
    }
  }
}
