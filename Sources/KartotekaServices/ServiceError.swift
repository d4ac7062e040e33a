import Foundation

/// Why a service on the internet did not do what it was asked.
///
/// It can be kept (with a job, say) and shown later: ``phrase`` is what happened, ``remedy(at:)`` what to do. It holds
/// nothing of what was asked and no key.
public struct ServiceError: Error, Hashable, Codable, Sendable {
  /// What went wrong.
  public enum Reason: Hashable, Codable, Sendable {
    /// The service needs a key, and none is set.
    case noKey
    /// The service did not accept the key.
    case unauthorized
    /// The service takes no more questions until then; nil when it does not say.
    case rateLimited(until: Date?)
    /// The service reported a failure of its own, a status from 500 on.
    case unavailable(status: Int)
    /// There was no connection, or it broke off.
    case unreachable
    /// There was no answer in time.
    case timedOut
    /// The answer is not what the service documents: a web page in place of JSON, for example.
    case unreadable
    /// The service refused the question, with that status.
    case refused(status: Int)
    /// The answer is longer than that many bytes.
    case tooLarge(limit: Int)
    /// What was downloaded is no picture.
    case notAPicture
    /// The picture says that it has so many pixels that showing it could exhaust a computer's memory.
    case tooManyPixels
    /// A picture's address is none of the service's.
    case forbiddenAddress
  }

  /// The name of the service: `Pexels`.
  public let service: String
  /// What went wrong.
  public let reason: Reason

  /// An error of a service.
  public init(_ service: String, _ reason: Reason) {
    self.service = service
    self.reason = reason
  }

  /// Whether the same question may be answered another time, without anybody changing anything.
  public var isTransient: Bool {
    switch reason {
    case .rateLimited, .unavailable, .unreachable, .timedOut: true
    default: false
    }
  }

  /// When the service said that it may be asked again.
  public var retryAt: Date? { if case .rateLimited(let until) = reason { until } else { nil } }
}
