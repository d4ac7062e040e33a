/// The addresses of people's screens. They are below `/apps`, which no application can have as its name.
package enum PeopleAddress {
  /// The parameter of ``signIn`` with the address to go on to.
  package static let to = "to"

  /// Where a person signs in.
  package static let signIn = URLPath("apps", "sign-in")
  /// Where the code is sent that is asked for after the password.
  package static let signInCode = signIn.appending("code")
  /// Where the answer of a passkey is sent.
  package static let signInPasskey = signIn.appending("passkey")
  /// Where a person signs out.
  package static let signOut = URLPath("apps", "sign-out")
  /// A person's own account.
  package static let you = URLPath("apps", "you")
  /// A person's one-time codes.
  package static let codes = you.appending("codes")
  /// A person's passkeys.
  package static let passkeys = you.appending("passkeys")
  /// All people, for administrators.
  package static let people = URLPath("apps", "people")

  /// The page of links that can be used once.
  package static let link = URLPath("apps", "link")
  /// The parameter of ``link`` with the secret. Addresses are logged without parameters.
  package static let key = "key"

  /// The address of a link that can be used once: for the first administrator, an invitation or a new password.
  package static func link(_ secret: String) -> URLPath { link.with(key, secret) }
}
