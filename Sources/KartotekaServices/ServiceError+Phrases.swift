import Foundation
import KartotekaModel

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
    return Phrase(key, ["count": .count(Int((min(seconds, 366 * 86_400) / unit).rounded(.up)))])
  }

  private func named(_ key: String) -> Phrase { Phrase(key, ["service": .text(service)]) }
}

extension ServiceError: CustomStringConvertible {
  /// The service and the reason, for the log.
  public var description: String { "\(service): \(reason)" }
}
