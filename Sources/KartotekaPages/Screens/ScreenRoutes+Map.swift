import Hummingbird
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel

// The routes of a map.
extension ScreenRoutes {
  /// Adds the routes to an application's.
  func add(_ map: MapPages, to group: RouterGroup<WebContext>) {
    let screens = map.screens
    let parameters: Set<String> = Set(["place", "view"] + (map.places.map { [$0.entity.name] } ?? []))
    group.get("\(map.tab.path)") { request, context in
      try await answer(request, context, screens, caching: parameters) { try await map.page(nil, $0) }
    }
    guard map.map.region != nil else {
      group.post("\(map.tab.path)/delete") { request, context in
        try await answer(request, context, screens) { _ in
          try await map.delete(try await SubmittedForm(request), in: nil)
        }
      }
      return
    }
    group.get("\(map.tab.path)/{country}") { request, context in
      try await answer(request, context, screens, caching: parameters) { asked in
        let code = context.parameters.get("country") ?? ""
        let country = try country(context)
        // Redirects to the canonical address with a code in capitals.
        guard code == country.code else { return .seeOther(map.address(of: country)) }
        return try await map.page(country, asked)
      }
    }
    group.post("\(map.tab.path)/{country}") { request, context in
      try await answer(request, context, screens) { try await map.add(try country(context), $0) }
    }
    group.post("\(map.tab.path)/{country}/delete") { request, context in
      try await answer(request, context, screens) { _ in
        try await map.delete(try await SubmittedForm(request), in: try country(context))
      }
    }
  }

  private func country(_ context: WebContext) throws -> CountryCode {
    guard let country = context.parameters.get("country").flatMap({ CountryCode($0) }) else {
      throw ScreenFault.noSuchPage
    }
    return country
  }
}
