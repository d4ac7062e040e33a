import Foundation
import KartotekaStore

/// The public number of a session or token: it names one in an address, and gives no access.
package struct CredentialID: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The id of the record.
  package let number: Int64

  /// A number that an address names.
  package init(_ number: Int64) { self.number = number }

  /// The number in digits.
  package var description: String { String(number) }
}

/// A person and their proof of identity.
package struct Signed: Sendable, Hashable {
  /// The proof of identity that a request carries.
  package enum Way: Sendable, Hashable {
    /// By the cookie of a session.
    case session(CredentialID)
    /// By a token. The rights are those of the person, in these applications alone (nil: in all of them).
    case token(CredentialID, apps: Set<String>?, isReadOnly: Bool)
  }

  /// The person.
  package let person: Person
  /// The proof of identity.
  package let way: Way
  /// When the session or token ends at the latest; nil for a token without an end.
  package let ends: Date?
  /// Whether a second factor has to be set up before anything else: the server requires one, and the session has none.
  package let needsFactor: Bool

  /// The number of the session or token.
  package var credential: CredentialID {
    switch way {
    case .session(let id), .token(let id, _, _): id
    }
  }

  /// The role in an application; nil without rights there, so that its existence is not revealed either.
  package func role(in app: String) -> Role? {
    guard let role = person.role(in: app) else { return nil }
    switch way {
    case .session: return role
    case .token(_, let apps, let isReadOnly):
      guard apps?.contains(app) ?? true else { return nil }
      return isReadOnly ? .reads : role
    }
  }

  /// Whether people and settings of the server may be changed: by sessions and unlimited tokens of administrators.
  package var mayAdminister: Bool {
    switch way {
    case .session: person.isAdministrator
    case .token(_, let apps, let isReadOnly): person.mayAdminister(apps: apps, isReadOnly: isReadOnly)
    }
  }

  /// The author of the changes that are made.
  package var author: Author { person.author }
}

/// A session that has just begun.
package struct NewSession: Sendable {
  /// The value of the cookie. It is nowhere else.
  package let key: String
  /// The person who has signed in.
  package let signed: Signed
  /// The key by which the device is known at the next sign-in, for a cookie. It gives no access.
  package let device: String
}

/// A session as its person sees it in a list.
package struct SessionRow: Sendable, Hashable {
  /// The number.
  package let id: CredentialID
  /// The device, as the browser named it at sign-in.
  package let device: String
  /// When it began.
  package let began: Date
  /// When it was last used, exact to a minute.
  package let lastUse: Date
  /// When it ends if it is used until then.
  package let ends: Date
}

/// A token as its person sees it in a list.
package struct TokenRow: Sendable, Hashable {
  /// The number.
  package let id: CredentialID
  /// The name that the person has given it.
  package let name: String
  /// The applications; nil for all.
  package let apps: [String]?
  /// Whether it only reads.
  package let isReadOnly: Bool
  /// When it was made.
  package let made: Date
  /// When it was last used, exact to a minute; nil for never.
  package let lastUse: Date?
  /// When it ends; nil for never.
  package let ends: Date?
}

extension Person {
  /// Whether a token of theirs administers the server: an unlimited one of an administrator.
  func mayAdminister(apps: (some Collection)?, isReadOnly: Bool) -> Bool {
    isAdministrator && apps == nil && !isReadOnly
  }

  /// The same for a token in their list.
  package func mayAdminister(by token: TokenRow) -> Bool {
    mayAdminister(apps: token.apps, isReadOnly: token.isReadOnly)
  }
}
