import KartotekaModel

extension PeopleError {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .wrongNameOrPassword: "The name or the password is wrong"
    case .wrongPassword: "The password is wrong"
    case .tooManyAttempts(let seconds):
      Phrase("There were too many attempts. Try again in {count} seconds", ["count": .count(seconds)])
    case .name(let fault): fault.phrase
    case .nameTaken(let name): Phrase("Another person has the name {name}", ["name": .text(name)])
    case .password(let refusal): refusal.phrase
    case .linkEnded: "This link has been used, or has ended"
    case .hasPeople: "The server has an administrator already"
    case .lastAdministrator: "The server needs an administrator who can sign in"
    case .noSuchPerson: "There is no such person, or the person was removed"
    case .notAllowed: "Only an administrator may do this"
    case .tooMany(let most): Phrase("There may be {count} at most", ["count": .count(most)])
    }
  }

  /// What to do; nil where the sentence suffices.
  package var remedy: Phrase? {
    switch self {
    case .linkEnded: "Ask who sent it for another one."
    case .lastAdministrator: "Make another person an administrator first: kartoteka people add NAME --administrator"
    default: nil
    }
  }
}

extension PersonName.Fault {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .empty: "A name is needed"
    case .tooLong: Phrase("A name may have {count} letters at most", ["count": .count(PersonName.longest)])
    case .hidden: "The name has characters that can't be shown"
    }
  }
}

extension NewPassword.Refusal {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .tooShort:
      Phrase("A password needs at least {count} characters", ["count": .count(NewPassword.leastLength)])
    case .tooLong:
      Phrase("A password may have {count} characters at most", ["count": .count(NewPassword.mostLength)])
    case .common: "This password is one of the first that somebody would guess. Choose another one"
    }
  }
}

extension CredentialFault {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .cryptographyUnavailable: "The system's library libcrypto refuses to work"
    case .busy: "Too many people are signing in just now. Try again in a moment"
    case .cancelled: "Stopped. Nothing was changed."
    case .passkeysUnavailable: "Passkeys need the library libfido2, which is not installed"
    }
  }
}
