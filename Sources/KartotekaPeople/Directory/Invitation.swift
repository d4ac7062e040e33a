import Foundation
import KartotekaStore

/// The action that a link allows once.
package struct Invitation: Sendable, Hashable {
  /// The purpose of a link.
  package enum Purpose: Sendable, Hashable {
    /// Makes the first administrator of the server.
    case firstAdministrator
    /// Makes an account with these roles.
    case account(roles: [String: Role], isAdministrator: Bool)
    /// Gives a person a new password.
    case password(PersonID, name: String)
  }

  /// The number, by which a list names it.
  package let id: CredentialID
  /// The purpose.
  package let purpose: Purpose
  /// The name of its author.
  package let maker: String
  /// When it was made.
  package let made: Date
  /// When it ends.
  package let ends: Date
}

/// A link that has just been made.
package struct NewLink: Sendable {
  /// The secret part of the address. It is nowhere else.
  package let key: String
  /// The action that the link allows.
  package let invitation: Invitation
}

/// The author of changes of people. The rights of an administrator are checked again in the transaction of the change.
package enum PeopleChanger: Sendable, Hashable {
  /// A person who is signed in.
  case person(Signed)
  /// The command line: whoever may write the data folder. The name is that of the user of the system.
  case machine(String)

  /// The author of the change.
  package var author: Author {
    switch self {
    case .person(let signed): signed.author
    case .machine(let name): Author(id: nil, name: name)
    }
  }
}
