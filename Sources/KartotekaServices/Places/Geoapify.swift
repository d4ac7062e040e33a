import KartotekaModel

/// The place service Geoapify: <https://apidocs.geoapify.com/docs/geocoding/address-autocomplete/>.
public struct Geoapify: PlaceService {
  /// The maximum number of places in a response.
  package static let largestAnswer = 20

  private let client: ServiceClient

  /// Makes the service, with the address in GEOAPIFY_URL if it is set.
  /// - Throws: `StandInError`.
  public init(network: ServiceNetwork, key: @escaping ServiceKey) throws {
    client = try ServiceClient(.geoapify, network, key: key)
  }

  /// The credit of Geoapify and of OpenStreetMap, the source of its places.
  public var credit: ServiceCredit { .geoapify }

  /// Whether a key is set.
  public var isReady: Bool { get async { await client.isReady } }

  /// Cities with names that begin with a text, the best first.
  /// - Throws: ``ServiceError``, `CancellationError`.
  public func places(
    matching text: String, in country: CountryCode?, limit: Int, language: Language
  ) async throws -> FoundPlaces {
    let text = text.trimmingSpaces()
    guard !text.isEmpty, limit > 0 else { return FoundPlaces(places: [], credit: credit) }
    var query = [("text", text), ("type", "city")]
    if let country { query.append(("filter", "countrycode:\(country.code.lowercased())")) }
    query += [("lang", language.code), ("limit", String(min(limit, Self.largestAnswer))), ("format", "json")]
    guard let results = try await client.json("v1/geocode/autocomplete", query)["results"]?.array else {
      throw client.error(.unreadable)
    }
    var places: [FoundPlace] = []
    for result in results {
      guard let place = Self.place(result), country == nil || place.country == country,
        !places.contains(where: { $0.id == place.id || $0.name == place.name && $0.region == place.region })
      else { continue }
      places.append(place)
    }
    guard results.isEmpty || !places.isEmpty else { throw client.error(.unreadable) }
    return FoundPlaces(places: Array(places.prefix(limit)), credit: credit)
  }

  private static func place(_ result: JSONValue) -> FoundPlace? {
    guard let id = result["place_id"]?.text,
      let name = (result["city"] ?? result["name"])?.text?.trimmingSpaces(), !name.isEmpty,
      let country = result["country_code"]?.text.flatMap({ CountryCode($0) }),
      let latitude = result["lat"]?.real, let longitude = result["lon"]?.real,
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    return FoundPlace(
      id: "geoapify:" + id, name: name, region: (result["state"] ?? result["county"])?.text, country: country,
      position: position)
  }
}
