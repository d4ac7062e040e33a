/// The addresses of people's screens. They are below `/apps`, which no application can have as its name.
package enum PeopleAddress {
  /// The beginning of their addresses.
  package static let folder = "/apps"
  /// The parameter of ``signIn`` with the address to go on to.
  package static let to = "to"

  /// The address of the sign-in.
  package static let signIn = URLPath("apps", "sign-in")
  /// The address to which the code after the password is sent.
  package static let signInCode = signIn.appending("code")
  /// The address to which the answer of a passkey is sent.
  package static let signInPasskey = signIn.appending("passkey")
  /// The address of the sign-out.
  package static let signOut = URLPath("apps", "sign-out")
  /// A person's own account.
  package static let you = URLPath("apps", "you")
  /// A person's one-time codes.
  package static let codes = you.appending("codes")
  /// A person's passkeys.
  package static let passkeys = you.appending("passkeys")
  /// The texts that people have typed and not saved, for scripts.
  package static let drafts = you.appending("drafts")
  /// The same of one person. The address says whose page asks: another person may have signed in since.
  package static func drafts(of identity: Int64) -> URLPath { drafts.appending(String(identity)) }
  /// The first account of a server without people.
  package static let first = URLPath("apps", "first-account")
  /// Whether a path is one of those at which a second factor is set up.
  package static func isForFactor(_ path: String) -> Bool {
    [codes.text, passkeys.text].contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// All people, for administrators.
  package static let people = URLPath("apps", "people")
  /// The list of what happened to accounts, for administrators.
  package static let audit = people.appending("audit")
  /// The settings of the server, for administrators.
  package static let settings = URLPath("apps", "settings")
  /// The address to which the choice whether the server is shared is sent.
  package static let sharing = settings.appending("sharing")
  /// The address to which the choice is sent whether the server has a token of its own.
  package static let serverToken = settings.appending("token")

  /// The page of links that can be used once.
  package static let link = URLPath("apps", "link")
  /// The address to which the answer of a passkey is sent that makes the account of a link.
  package static let linkPasskey = link.appending("passkey")
  /// The parameter of ``link`` with the secret. Addresses are logged without parameters.
  package static let key = "key"

  /// The address of a link that can be used once: for the first administrator, an invitation or a new password.
  package static func link(_ secret: String) -> URLPath { link.with(key, secret) }
}
