import Foundation

/// An event of the list of what happened to accounts. It has no secret, and no name that a stranger typed.
package struct PeopleEvent: Sendable, Hashable {
  /// The kind of an event.
  package enum Kind: String, Sendable, CaseIterable {
    /// Somebody signed in, signed out, had their sessions or a token ended.
    case signedIn, signedOut, sessionsEnded, tokenMade, tokenEnded
    /// A password was set. A wrong one was given where the right one was to be changed.
    case passwordSet
    /// One-time codes are asked for, or no longer. Recovery codes were made, one was used. A passkey was added, removed.
    case secondFactorSet, secondFactorEnded, recoveryCodesMade, recoveryCodeUsed, passkeyAdded, passkeyEnded
    /// A link was made, used, ended.
    case linkMade, linkUsed, linkEnded
    /// A person was added, changed, given other roles, removed.
    case added, changed, rolesSet, removed
    /// The settings of the server were changed.
    case settingsChanged
  }

  /// The number, by which pages of the list go on.
  package let id: Int64
  /// When it happened.
  package let at: Date
  /// The kind of the event.
  package let kind: Kind
  /// The identity of the author; nil for the command line and for the user of a link.
  package let authorID: Int64?
  /// The name of the author, as of then; nil for the user of a link.
  package let author: String?
  /// The name of the person whom the event concerns, as of then; nil for links that make an account.
  package let subject: String?
  /// More about it: the device, the roles, the name of the token.
  package let detail: String?
}
