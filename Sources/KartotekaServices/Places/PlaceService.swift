import KartotekaModel

/// A service that finds cities and other places by the beginning of their names.
///
/// Implementations throw only ``ServiceError`` and `CancellationError`.
public protocol PlaceService: Sendable {
  /// The credit of the service.
  var credit: ServiceCredit { get }

  /// Places with names that begin with a text, the best first.
  /// - Parameters:
  ///   - text: the text that a person typed.
  ///   - country: the country of the places; nil for any.
  ///   - limit: the maximum number of places.
  ///   - language: the language of the names.
  func places(
    matching text: String, in country: CountryCode?, limit: Int, language: Language
  ) async throws -> FoundPlaces
}

/// The result of a search for places.
public struct FoundPlaces: Hashable, Sendable {
  /// The places, the best first.
  public let places: [FoundPlace]
  /// The credit of their source.
  public let credit: ServiceCredit
  /// The error of the preferred service; nil if it responded or there is none.
  public var problem: ServiceError?

  /// Makes a result.
  public init(places: [FoundPlace], credit: ServiceCredit, problem: ServiceError? = nil) {
    self.places = places
    self.credit = credit
    self.problem = problem
  }
}

/// A place in a search result.
public struct FoundPlace: Hashable, Codable, Sendable {
  /// The id with the source as its prefix, such as `geonames:2267057` or `geoapify:51d1…`.
  public let id: String
  /// The name in the language of the search: Москва for "моск".
  public let name: String
  /// The region, which distinguishes places of the same name; nil if it is unknown.
  public let region: String?
  /// The code of its country.
  public let countryCode: String
  /// The latitude in degrees, positive north of the equator.
  public let latitude: Double
  /// The longitude in degrees, positive east of Greenwich.
  public let longitude: Double
  /// The number of inhabitants; nil if it is unknown.
  public let population: Int?

  /// Makes a place.
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

  /// The country; nil if the code is invalid.
  public var country: CountryCode? { CountryCode(countryCode) }

  /// The position; nil if the coordinates are out of range.
  public var position: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
