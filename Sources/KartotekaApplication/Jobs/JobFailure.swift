import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaServices
import KartotekaStore

/// Why a job could not be done.
public struct JobFailure: Error, Sendable, Equatable {
  /// What is wrong, for the person: a sentence.
  public let reason: Phrase
  /// Whether it may go well another time, without anybody changing anything.
  public let isTemporary: Bool
  /// Before when trying again is of no use; nil when nobody knows.
  public let retryAt: Date?
  /// What the log says of it where the reason doesn't; nil where it does.
  public private(set) var cause: String?

  /// A failure; without `isTemporary`, it is tried again only when somebody says so.
  public init(_ reason: Phrase, isTemporary: Bool = false, retryAt: Date? = nil) {
    self.reason = reason
    self.isTemporary = isTemporary
    self.retryAt = retryAt
  }

  /// What an error of a job's body means.
  public init(_ error: any Error, in model: ModelDescription) {
    switch error {
    case let failure as JobFailure: self = failure
    case let error as ServiceError:
      self.init(
        error.isTransient ? error.phrase : Self.sentences(error.phrase, error.remedy()),
        isTemporary: error.isTransient, retryAt: error.retryAt)
    case let error as StoreError:
      self.init(
        Phrase("{problem}.", ["problem": .phrase(error.phrase(in: model))]),
        isTemporary: error == .busy || error == .overloaded || error == .tooManyLongReads || error.isOfDisk)
    default:
      self.init("Something went wrong.", isTemporary: true)
      cause = "\(error)"
    }
  }

  private static func sentences(_ first: Phrase, _ second: Phrase) -> Phrase {
    Phrase("{first} {second}", ["first": .phrase(first), "second": .phrase(second)])
  }
}

extension StoreError {
  fileprivate var isOfDisk: Bool { if case .disk = self { true } else { false } }
}
