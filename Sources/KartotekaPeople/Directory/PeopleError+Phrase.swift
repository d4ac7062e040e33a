import KartotekaModel

extension PeopleError {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .wrongNameOrPassword: "The name or the password is wrong."
    case .wrongPassword: "The password is wrong."
    case .tooManyAttempts(let seconds):
      Phrase("Too many attempts. Try again in {count} seconds.", ["count": .count(seconds)])
    case .busy: CredentialFault.busy.phrase
    case .name(let fault): fault.phrase
    case .nameTaken(let name): Phrase("Somebody else is called {name} here.", ["name": .text(name)])
    case .password(let refusal): refusal.phrase
    case .linkEnded: "This link was used already, or has ended. Ask for a new one."
    case .hasPeople: "This server has an administrator already."
    case .lastAdministrator: "Somebody has to administer the server. Make another person an administrator first."
    case .noSuchPerson: "There is no such person any more."
    case .notAllowed: "You may not do this, or no longer."
    case .tooMany(let most): Phrase("There can be at most {count}.", ["count": .count(most)])
    case .sessionLimits: "The limits are between 15 minutes and 365 days."
    case .sessionOrder: "The limit without use can't be longer than the one in any case."
    case .lost: "The accounts of this server are missing. Nobody is let in until they are back."
    case .unreachable: "The database with the accounts can't be reached. Nobody is let in until it can."
    case .notNow:
      "The accounts can't be changed at the moment: their database can't be reached, or is in use. Nothing was stored; try again soon. Whoever is signed in can go on reading."
    case .diskFull:
      "The disk of the server is full, or can't be written. Nothing was stored; tell whoever looks after it, and try again."
    case .codeNeeded: "A one-time code is needed."
    case .passkeyNeeded:
      "This server requires a second factor, and yours is a passkey: sign in with it. If it is lost, ask an administrator for a link for a new password."
    case .wrongCode: "The code is wrong, or was used already."
    case .ticketEnded: "This took too long. Begin again."
    case .wrongPasskey: "This passkey is not known here."
    case .unverifiedPasskey: "Without a password, the device has to ask for your finger, your face or a PIN."
    case .lastPasskey:
      "You have no password, and no other passkey to sign in with. Set a password or add a passkey first."
    case .signInAgain:
      "You have no password. Sign out, and sign in with your passkey: this can be done within 10 minutes after it."
    }
  }

  /// The remedy; nil where the sentence suffices.
  package var remedy: Phrase? {
    switch self {
    case .lastAdministrator: "The first person is an administrator: kartoteka people add NAME --administrator"
    case .lost:
      "Restore them from a backup, or make an administrator with kartoteka people add NAME --administrator. If everybody may do everything from now on: kartoteka people none"
    default: nil
    }
  }
}

extension PersonName.Fault {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .empty: "A name has at least one letter or digit."
    case .tooLong: Phrase("A name has at most {count} characters.", ["count": .count(PersonName.longest)])
    case .hidden: "The name has characters that can't be seen."
    }
  }
}

extension NewPassword.Refusal {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .tooShort:
      Phrase("A password has at least {count} characters.", ["count": .count(NewPassword.leastLength)])
    case .tooLong:
      Phrase("A password has at most {count} characters.", ["count": .count(NewPassword.mostLength)])
    case .common: "This password is one of the first that anybody would guess. Choose another one."
    }
  }
}

extension CredentialFault {
  /// The sentence for people.
  package var phrase: Phrase {
    switch self {
    case .cryptographyUnavailable: "The library libcrypto of the system refuses to work."
    case .busy: "Too many people are signing in just now. Try again in a moment."
    case .cancelled: "Stopped. Nothing was changed."
    case .passkeysUnavailable: "Passkeys need the library libfido2, which is not installed."
    }
  }
}
