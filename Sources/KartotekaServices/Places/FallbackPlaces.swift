import Foundation
import KartotekaModel
import Synchronization

/// Places from a service, and from another one while the first has no key, fails or takes too long: whoever types gets
/// suggestions in any case, and soon.
public final class FallbackPlaces: PlaceService {
  /// How long somebody who types may wait for the first service.
  static let patience = Duration.seconds(2)
  /// How long the first service is left alone after it failed, unless it said how long: nobody should have to wait for
  /// it again with each letter.
  static let rest = Duration.seconds(30)

  private let first: any PlaceService
  private let second: any PlaceService
  private let isReady: @Sendable () async -> Bool
  private let clock: any ServiceClock
  private let failed = Mutex<(error: ServiceError, until: Date)?>(nil)

  /// Geoapify while it has a key, else those that are built in.
  public convenience init(_ geoapify: Geoapify, else second: any PlaceService, network: ServiceNetwork) {
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

  /// Whom the places are owed to that are always there; an answer has its own (``FoundPlaces/credit``).
  public var credit: ServiceCredit { second.credit }

  /// Places of which the name begins like a text, best first, and why the first service did not find them, if it should
  /// have.
  /// - Throws: `CancellationError`, and what the second service throws.
  public func places(
    matching text: String, in country: CountryCode?, limit: Int, language: Language
  ) async throws -> FoundPlaces {
    guard await isReady() else {
      // A key that is added later begins anew.
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
