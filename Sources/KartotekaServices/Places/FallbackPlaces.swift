import Foundation
import KartotekaGeography
import KartotekaModel
import Synchronization

/// A place service with a fallback. The second service responds while the first has no key, fails or takes longer than
/// ``patience``.
package final class FallbackPlaces: PlaceService {
  /// The time limit of the first service.
  static let patience = Duration.seconds(2)
  /// The time for which the first service is not used after a failure, unless it sent one. Otherwise each keystroke would wait
  /// for it.
  static let rest = Duration.seconds(30)

  private let first: any PlaceService
  private let second: any PlaceService
  private let isReady: @Sendable () async -> Bool
  private let clock: any ServiceClock
  private let failed = Mutex<(error: ServiceError, until: Date)?>(nil)

  /// Uses Geoapify while it has a key, else the built-in places.
  package convenience init(_ geoapify: Geoapify, else second: any PlaceService, network: ServiceNetwork) {
    self.init(geoapify, else: second, clock: network.clock) { await geoapify.isReady }
  }

  init(
    _ first: any PlaceService, else second: any PlaceService, clock: any ServiceClock,
    isReady: @escaping @Sendable () async -> Bool
  ) {
    self.first = first
    self.second = second
    self.clock = clock
    self.isReady = isReady
  }

  /// The credit of the second service. Each result has its own (``FoundPlaces/credit``).
  package var credit: ServiceCredit { second.credit }

  /// Places with names that begin with a text, the best first, and the first service's error if it failed.
  /// - Throws: `CancellationError`, and errors of the second service.
  package func places(
    matching text: String, in country: CountryCode?, limit: Int, language: Language
  ) async throws -> FoundPlaces {
    guard await isReady() else {
      // A key that is set later starts without the old failure.
      failed.withLock { $0 = nil }
      return try await second.places(matching: text, in: country, limit: limit, language: language)
    }
    var problem = failed.withLock { [now = clock.now] in $0.flatMap { $0.until > now ? $0.error : nil } }
    if problem == nil {
      do {
        let found = try await clock.limit(to: Self.patience) { [first] in
          try await first.places(matching: text, in: country, limit: limit, language: language)
        }
        if !found.places.isEmpty { return found }
      } catch {
        try Task.checkCancellation()
        problem = note(error)
      }
    }
    var found = try await second.places(matching: text, in: country, limit: limit, language: language)
    found.problem = problem
    return found
  }

  private func note(_ error: any Error) -> ServiceError {
    let problem = error as? ServiceError ?? ServiceError(first.credit.name, .timedOut)
    let until = problem.retryAt ?? clock.now.addingTimeInterval(Self.rest.seconds)
    failed.withLock { $0 = (problem, until) }
    return problem
  }
}

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
