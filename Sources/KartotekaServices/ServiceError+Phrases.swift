import Foundation
import KartotekaModel

extension ServiceError {
  /// What happened, for the person.
  public var phrase: Phrase {
    switch reason {
    case .noKey: named("There is no key for {service}.")
    case .unauthorized: named("{service} did not accept the key.")
    case .rateLimited: named("{service} takes no more questions for now.")
    case .unavailable: named("{service} is out of order.")
    case .unreachable: named("{service} can't be reached.")
    case .timedOut: named("{service} did not answer in time.")
    case .unreadable: named("{service} gave an answer that can't be read.")
    case .refused(let status):
      Phrase(
        "{service} refused the question (status {status}).",
        ["service": .text(service), "status": .text(String(status))])
    case .tooLarge: named("{service} sent more than can be taken.")
    case .notAPicture: named("{service} sent something that is no picture.")
    case .tooManyPixels: named("{service} sent a picture with too many pixels.")
    case .forbiddenAddress: named("{service} named an address for a picture that is not its own.")
    }
  }

  /// What the person can do about it at that moment.
  public func remedy(at now: Date = Date()) -> Phrase {
    switch reason {
    case .noKey: named("Add your key for {service} in Settings.")
    case .unauthorized: named("Look at the key for {service} in Settings.")
    case .rateLimited(let until?) where until > now: Self.later(until.timeIntervalSince(now))
    case .rateLimited, .unavailable, .timedOut: "Try again in a few minutes."
    case .unreachable: "Look whether this computer is on the internet, then try again."
    case .unreadable: "Look whether this computer is on the internet without a sign-in page, then try again."
    case .refused: "Try again later. If it stays so, look for a newer version of Kartoteka."
    case .tooLarge, .notAPicture, .tooManyPixels, .forbiddenAddress: "Add a picture of your own instead."
    }
  }

  // In the unit that a person would use.
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
  /// For the log: the service and the reason.
  public var description: String { "\(service): \(reason)" }
}
