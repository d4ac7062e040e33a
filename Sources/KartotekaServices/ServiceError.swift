import Foundation

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
