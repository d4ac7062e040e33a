import Hummingbird
import KartotekaModel
import KartotekaPeople

// Errors about people that no form says beside its fields, such as that of somebody whose session ended in the same moment.
extension Problem {
  init(_ error: PeopleError) {
    switch error {
    case .tooManyAttempts(let seconds):
      self.init(.tooMany, error.phrase)
      headers = [.retryAfter: String(seconds)]
    case .busy:
      self.init(.tooMany, error.phrase)
      headers = [.retryAfter: "5"]
    case .notNow:
      self.init(.databaseServer, error.phrase)
      headers = [.retryAfter: "5"]
    case .diskFull: self.init(.disk, error.phrase)
    case .notAllowed: self.init(.forbidden, error.phrase)
    case .noSuchPerson: self.init(.notFound, error.phrase)
    default: self.init(.refused, error.phrase)
    }
  }

  /// Nil for a fault of the system, which is logged.
  init?(_ fault: CredentialFault) {
    switch fault {
    case .busy: self.init(PeopleError.busy)
    case .passkeysUnavailable: self.init(.refused, fault.phrase)
    case .cancelled, .cryptographyUnavailable: return nil
    }
  }
}
