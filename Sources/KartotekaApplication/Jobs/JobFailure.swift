import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

/// The failure of an attempt at a job.
public struct JobFailure: Error, Sendable, Equatable {
  /// The reason as a sentence for the person.
  public let reason: Phrase
  /// Whether a later attempt may succeed without a change.
  public let isTemporary: Bool
  /// The earliest time of the next attempt, if the service has named one; else nil.
  public let retryAt: Date?
  /// Details for the log; nil if the reason says all.
  package private(set) var cause: String?

  /// A failure. A temporary one is retried automatically, any other one only when a person retries it, or at the next time of
  /// the job's schedule.
  public init(_ reason: Phrase, isTemporary: Bool = false, retryAt: Date? = nil) {
    self.reason = reason
    self.isTemporary = isTemporary
    self.retryAt = retryAt
  }

  /// The failure for an error that a job's body has thrown.
  public init(_ error: any Error, in model: ModelDescription) {
    switch error {
    case let failure as JobFailure: self = failure
    case let error as ServiceError:
      self.init(
        error.isTransient ? error.phrase : Self.sentences(error.phrase, error.remedy()),
        isTemporary: error.isTransient, retryAt: error.retryAt)
    case let error as StoreError:
      let problem = error.phraseForPeople(in: model)
      // A job whose outcome is unknown is not repeated automatically: it may be done.
      self.init(
        error.isOfPrimary || error.isUnknown ? problem : Phrase("{problem}.", ["problem": .phrase(problem)]),
        isTemporary: error == .busy || error == .overloaded || error == .tooManyLongReads || error.isOfDisk
          || error.isOfPrimary)
      // The administrator's phrase.
      if error.isOfPrimary || error.isUnknown { cause = Localizer.english(error.phrase(in: model)) }
    default:
      self.init("Something went wrong.", isTemporary: true)
      cause = "\(error)"
    }
  }

  private static func sentences(_ first: Phrase, _ second: Phrase) -> Phrase {
    Phrase("{first} {second}", ["first": .phrase(first), "second": .phrase(second)])
  }
}

extension JobFailure: CustomStringConvertible {
  /// The reason in English, with the details for the log.
  public var description: String { cause.map { "\(Localizer.english(reason)) \($0)" } ?? Localizer.english(reason) }
}

extension StoreError {
  fileprivate var isOfDisk: Bool { if case .disk = self { true } else { false } }
  fileprivate var isOfPrimary: Bool { if case .primary = self { true } else { false } }
  fileprivate var isUnknown: Bool { if case .outcomeUnknown = self { true } else { false } }
}
