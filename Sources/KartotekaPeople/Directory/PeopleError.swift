import KartotekaModel

/// Why something about people is refused. None of them tells a stranger whether an account exists.
@nonexhaustive package enum PeopleError: Error, Sendable, Hashable {
  /// There is no account of that name and password.
  case wrongNameOrPassword
  /// The password that was to be changed is another one.
  case wrongPassword
  /// There were too many attempts; the next one is possible after so many seconds.
  case tooManyAttempts(seconds: Int)
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
  /// There are as many as there may be.
  case tooMany(Int)
}
