import KartotekaGeography
import KartotekaModel

/// The built-in places. No service is used.
public struct GazetteerPlaces: PlaceService {
  // Loaded at the first search, because it takes time and memory.
  private let gazetteer: @Sendable () -> Gazetteer

  /// Makes the service of a gazetteer.
  public init(_ gazetteer: @autoclosure @escaping @Sendable () -> Gazetteer = .world) { self.gazetteer = gazetteer }

  /// The credit of GeoNames.
  public var credit: ServiceCredit { .geoNames }

  /// Cities with names in any language that begin with a text, the best first.
  public func places(
    matching text: String, in country: CountryCode?, limit: Int, language: Language
  ) async -> FoundPlaces {
    let places = gazetteer().search(text, in: country, limit: limit, language: language).map { place in
      FoundPlace(
        id: "geonames:\(place.geonameID)", name: place.called, region: nil, country: place.country,
        position: place.position, population: place.population)
    }
    return FoundPlaces(places: places, credit: credit)
  }
}
