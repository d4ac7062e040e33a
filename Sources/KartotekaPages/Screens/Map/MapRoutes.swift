import Hummingbird
import KartotekaModel

extension ScreenRoutes {
  @ScreenRouteBuilder
  func routes(of map: MapPages) -> [ScreenRoute] {
    let parameters: Set<String> = Set(["place", "view"] + (map.places.map { [$0.entity.name] } ?? []))
    let tab = RouterPath(map.tab.path)
    get(tab, needs: .see, caching: parameters) { try await map.page(nil, $0.asked) }
    if map.map.region == nil {
      post("\(tab)/delete", needs: .change) { try await map.delete($0.form(), in: nil) }
    } else {
      get("\(tab)/{country}", needs: .see, caching: parameters) { call in
        let country = try call.country
        // Redirects to the canonical address with a code in capitals.
        guard call.text("country") == country.code else { return .seeOther(map.address(of: country)) }
        return try await map.page(country, call.asked)
      }
      post("\(tab)/{country}", needs: .change) { try await map.add($0.country, $0.asked) }
      post("\(tab)/{country}/delete", needs: .change) { try await map.delete($0.form(), in: $0.country) }
    }
  }
}

extension ScreenCall {
  fileprivate var country: CountryCode {
    get throws {
      guard let country = CountryCode(text("country")) else { throw ScreenFault.noSuchPage }
      return country
    }
  }
}
