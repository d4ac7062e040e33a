import Foundation

/// The services on the internet that an application uses.
public struct Services: Sendable {
  /// The service for pictures.
  public let pictures: any PictureService
  /// The service for places.
  public let places: any PlaceService
  /// Converts HEIC pictures; nil if no program for that is installed.
  package let heic: HEICConverter?
  private let network: ServiceNetwork?

  /// Makes services from implementations, mainly for tests.
  public init(pictures: any PictureService, places: any PlaceService, heic: HEICConverter? = nil) {
    self.pictures = pictures
    self.places = places
    self.heic = heic
    network = nil
  }

  /// Makes the default services: pictures from Pexels, and places from Geoapify or else the built-in ones.
  /// - Parameter key: returns the current key of a service; nil if none is set.
  /// - Throws: ``StandInError``.
  package init(
    network: ServiceNetwork, key: @escaping @Sendable (ServiceDescription) async -> String?
  ) throws {
    pictures = try Pexels(network: network) { await key(.pexels) }
    let geoapify = try Geoapify(network: network) { await key(.geoapify) }
    places = FallbackPlaces(geoapify, else: GazetteerPlaces(), network: network)
    heic = HEICConverter(searching: ProcessInfo.processInfo.environment["PATH"] ?? "")
    self.network = network
  }

  /// No services: no pictures, and the built-in places.
  public static let none = Services(pictures: NoPictures(), places: GazetteerPlaces())

  /// Closes all connections.
  package func shutdown() async { network?.shutdown() }
}
