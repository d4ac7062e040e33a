import KartotekaModel

/// Finds cities and other places by the beginning of their names.
///
/// Everything that is thrown is a ``ServiceError`` or a `CancellationError`.
public protocol PlaceService: Sendable {
  /// Whom the places are owed to.
  var credit: ServiceCredit { get }

  /// Places of which the name begins like a text, best first.
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - country: where they have to be; nil for anywhere.
  ///   - limit: the most places.
  ///   - language: the language of the person, for the names.
  func places(
    matching text: String, in country: CountryCode?, limit: Int, language: Language
  ) async throws -> FoundPlaces
}

/// Places that were found, and by whom.
public struct FoundPlaces: Hashable, Sendable {
  /// The places.
  public let places: [FoundPlace]
  /// Whom they are owed to.
  public let credit: ServiceCredit
  /// Why a service that should have been asked first did not answer; nil when it did, or there is none.
  public var problem: ServiceError?

  /// Places.
  public init(places: [FoundPlace], credit: ServiceCredit, problem: ServiceError? = nil) {
    self.places = places
    self.credit = credit
    self.problem = problem
  }
}

/// A place.
public struct FoundPlace: Hashable, Codable, Sendable {
  /// Which one it is, beginning with where that is known: `geonames:2267057`, `geoapify:51d1…`.
  public let id: String
  /// The name as it should be used for who looked for it: Москва for "моск".
  public let name: String
  /// What tells it from another of the same name: the region.
  public let region: String?
  /// The code of the country that it is in.
  public let countryCode: String
  /// Degrees north of the equator.
  public let latitude: Double
  /// Degrees east of Greenwich.
  public let longitude: Double
  /// How many people live there, as far as that is known.
  public let population: Int?

  /// A place.
  public init(
    id: String, name: String, region: String?, country: CountryCode, position: Coordinate, population: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.region = region
    countryCode = country.code
    latitude = position.latitude
    longitude = position.longitude
    self.population = population
  }

  /// The country that it is in.
  public var country: CountryCode? { CountryCode(countryCode) }

  /// Where it is.
  public var position: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
