import Foundation
import KartotekaModel

/// An error of a service on the internet.
///
/// It is `Codable`, so that it can be stored with a job. ``phrase`` explains it, ``remedy(at:)`` is the remedy. It contains
/// neither the query nor the key.
public struct ServiceError: Error, Hashable, Codable, Sendable {
  /// The reason of the error.
  public enum Reason: Hashable, Codable, Sendable {
    /// The service needs a key, and none is set.
    case noKey
    /// The service rejected the key.
    case unauthorized
    /// The rate limit is exceeded until the given time; nil if the service does not state it.
    case rateLimited(until: Date?)
    /// The service failed with a status of 500 or higher.
    case unavailable(status: Int)
    /// The connection could not be made or was lost.
    case unreachable
    /// The time limit was exceeded.
    case timedOut
    /// The response does not have the documented form, for example a web page instead of JSON.
    case unreadable
    /// The service refused the request with the given status.
    case refused(status: Int)
    /// The response exceeds the limit in bytes.
    case tooLarge(limit: Int)
    /// The downloaded file is not a picture.
    case notAPicture
    /// The picture's header states so many pixels that decoding could exhaust the memory.
    case tooManyPixels
    /// The address of a picture is not on the service's hosts.
    case forbiddenAddress
  }

  /// The name of the service, such as `Pexels`.
  public let service: String
  /// The reason of the error.
  public let reason: Reason

  /// Makes an error.
  public init(_ service: String, _ reason: Reason) {
    self.service = service
    self.reason = reason
  }

  /// Whether the same request may succeed later without any change.
  public var isTransient: Bool {
    switch reason {
    case .rateLimited, .unavailable, .unreachable, .timedOut: true
    default: false
    }
  }

  /// The earliest time of the next request, if the service stated it.
  public var retryAt: Date? { if case .rateLimited(let until) = reason { until } else { nil } }
}

extension ServiceError {
  /// The explanation.
  public var phrase: Phrase {
    switch reason {
    case .noKey: named("There is no key for {service}.")
    case .unauthorized: named("{service} did not accept the key.")
    case .rateLimited: named("{service} accepts no more requests for now.")
    case .unavailable: named("{service} is temporarily unavailable.")
    case .unreachable: named("{service} can't be reached.")
    case .timedOut: named("{service} did not respond in time.")
    case .unreadable: named("{service} sent a response that can't be read.")
    case .refused(let status):
      Phrase(
        "{service} refused the request (status {status}).",
        ["service": .text(service), "status": .text(String(status))])
    case .tooLarge: named("{service} sent a response that is too large.")
    case .notAPicture: named("{service} sent a file that is not a picture.")
    case .tooManyPixels: named("{service} sent a picture with too many pixels.")
    case .forbiddenAddress: named("{service} named a picture on another website.")
    }
  }

  /// The remedy at the given time.
  public func remedy(at now: Date = Date()) -> Phrase {
    switch reason {
    case .noKey: named("Add your key for {service} in Settings.")
    case .unauthorized: named("Check the key for {service} in Settings.")
    case .rateLimited(let until?) where until > now: Self.later(until.timeIntervalSince(now))
    case .rateLimited, .unavailable, .timedOut: "Try again in a few minutes."
    case .unreachable: "Check the internet connection, then try again."
    case .unreadable: "Check whether the internet connection requires a sign-in, then try again."
    case .refused: "Try again later. If the error remains, look for a newer version of Kartoteka."
    case .tooLarge, .notAPicture, .tooManyPixels, .forbiddenAddress: "Add a picture of your own instead."
    }
  }

  // The largest suitable unit of time.
  private static func later(_ seconds: TimeInterval) -> Phrase {
    let (key, unit) =
      switch seconds {
      case ..<7_200: ("Try again in {count} minutes.", 60.0)
      case ..<172_800: ("Try again in {count} hours.", 3_600.0)
      default: ("Try again in {count} days.", 86_400.0)
      }
    return Phrase(key, ["count": .count(Int(clampingNearest: (min(seconds, 366 * 86_400) / unit).rounded(.up)))])
  }

  private func named(_ key: String) -> Phrase { Phrase(key, ["service": .text(service)]) }
}

extension ServiceError: CustomStringConvertible {
  /// The service and the reason, for the log.
  public var description: String { "\(service): \(reason)" }
}
