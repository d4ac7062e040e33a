import KartotekaGeography
import KartotekaModel

/// Places that are built in: no service is asked, and nothing leaves the computer.
public struct GazetteerPlaces: PlaceService {
  // Read when somebody looks for a place: it takes time and memory that most runs never need.
  private let gazetteer: @Sendable () -> Gazetteer

  /// Places of a gazetteer.
  public init(_ gazetteer: @autoclosure @escaping @Sendable () -> Gazetteer = .world) { self.gazetteer = gazetteer }

  /// GeoNames.
  public var credit: ServiceCredit { .geoNames }

  /// Cities of which the name, in any language, begins like a text, best first.
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
