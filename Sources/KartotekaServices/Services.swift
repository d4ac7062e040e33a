/// The services on the internet that an application asks.
public struct Services: Sendable {
  /// Who finds pictures.
  public let pictures: any PictureService
  /// Who finds places.
  public let places: any PlaceService
  private let network: ServiceNetwork?

  /// Services, for tests above all.
  public init(pictures: any PictureService, places: any PlaceService) {
    self.pictures = pictures
    self.places = places
    network = nil
  }

  /// Pictures from Pexels; places from Geoapify, else those that are built in.
  /// - Parameter key: gives a service's key whenever it is asked; nil when none is set.
  /// - Throws: ``StandInError``.
  public init(
    network: ServiceNetwork, key: @escaping @Sendable (ServiceDescription) async -> String?
  ) throws {
    pictures = try Pexels(network: network) { await key(.pexels) }
    let geoapify = try Geoapify(network: network) { await key(.geoapify) }
    places = FallbackPlaces(geoapify, else: GazetteerPlaces(), network: network)
    self.network = network
  }

  /// What there is without any service: no pictures, and the places that are built in.
  public static let none = Services(pictures: NoPictures(), places: GazetteerPlaces())

  /// Ends all connections.
  public func shutdown() async { network?.shutdown() }
}
