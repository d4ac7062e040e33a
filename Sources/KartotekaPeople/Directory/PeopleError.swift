import KartotekaModel

/// The reason for which something about people is refused. It does not tell a stranger whether an account exists.
@nonexhaustive package enum PeopleError: Error, Sendable, Hashable {
  /// There is no account of that name and password.
  case wrongNameOrPassword
  /// The password that was to be changed is another one.
  case wrongPassword
  /// The password was right; a code is asked for, with which the ticket is sent back within minutes.
  case codeNeeded(ticket: String)
  /// The password was right; the server requires a second factor, and the person has a passkey that is one.
  case passkeyNeeded
  /// The code is another one, or was used.
  case wrongCode
  /// The answer came too late, or the password was changed meanwhile: everything has to begin again.
  case ticketEnded
  /// No account has the passkey, or its answer is not right.
  case wrongPasskey
  /// The person has no password, and the device of the passkey has not verified them.
  case unverifiedPasskey
  /// The person has no password, and no other passkey.
  case lastPasskey
  /// The person has no password, and signed in too long ago for what is to be changed.
  case signInAgain
  /// There were too many attempts; the next one is possible after so many seconds.
  case tooManyAttempts(seconds: Int)
  /// Too many passwords are being checked. It is over in seconds.
  case busy
  /// The name can't be one.
  case name(PersonName.Fault)
  /// Another person has the name.
  case nameTaken(String)
  /// The password can't be one.
  case password(NewPassword.Refusal)
  /// The link was used, has ended, or was never made.
  case linkEnded
  /// The server has an administrator already.
  case hasPeople
  /// There would be no administrator who can sign in.
  case lastAdministrator
  /// There is no such person, or the person was removed.
  case noSuchPerson
  /// The changer has no right to it, or no longer.
  case notAllowed
  /// The limits of sessions are shorter or longer than they may be.
  case sessionLimits
  /// The idle limit is longer than the absolute one.
  case sessionOrder
  /// There were people, and they can't be found.
  case lost
  /// The database with the people has not answered since the start of the server.
  case unreachable
  /// The session can't be stored: the database with the accounts can't be reached, or is in use.
  case notNow
  /// The session can't be stored: the disk is full, or can't be written.
  case diskFull
  /// There are as many as there may be.
  case tooMany(Int)

  /// Whether nobody is let in until the people are back, or can be asked for.
  package var isTemporary: Bool { self == .lost || self == .unreachable }
}
