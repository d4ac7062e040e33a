import Foundation
import KartotekaModel

/// The number of a person on this server, which is never given to another person here. Applications know people by ``Person/identity``.
package struct PersonID: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The id of the record.
  package let number: RecordID

  /// A number that a session, a record or an address names.
  package init(_ number: RecordID) { self.number = number }

  /// The number in digits.
  package var description: String { String(number) }

  /// Earlier people come first.
  package static func < (one: PersonID, other: PersonID) -> Bool { one.number < other.number }
}

/// The rights of a person in an application. Each role includes those before it.
package enum Role: String, Sendable, Hashable, Comparable, Codable, CaseIterable {
  /// Sees and exports records.
  case reads
  /// Changes records, too.
  case writes
  /// Changes the application, too.
  case shapes

  private var rank: Int {
    switch self {
    case .reads: 0
    case .writes: 1
    case .shapes: 2
    }
  }

  /// A role that includes another one is greater.
  package static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
}

/// The preferences of a person for all of their devices.
package struct Preferences: Sendable, Hashable {
  /// The code of the language; nil for that of the browser.
  package var language: String?
  /// The IANA name of the time zone; nil for that of the browser.
  package var timeZone: String?
  /// Whether shortcuts of a single key are on; nil for what the browser was told.
  package var singleKeys: Bool?

  package init(language: String? = nil, timeZone: String? = nil, singleKeys: Bool? = nil) {
    (self.language, self.timeZone, self.singleKeys) = (language, timeZone, singleKeys)
  }
}

/// A person with an account.
package struct Person: Sendable, Hashable {
  /// The number.
  package let id: PersonID
  /// By which applications know the person on whatever server; nil where it could not be stored yet.
  package let identity: Int64?
  /// The name, by which the person signs in. No two people have names that differ in case, accents' encoding or spaces alone.
  package let name: String
  /// Whether the person administers the server: has all roles in all applications, and changes people and settings.
  package let isAdministrator: Bool
  /// Their preferences for all of their devices.
  package let preferences: Preferences
  /// The roles by the names of applications.
  package let roles: [String: Role]
  /// When the account was made.
  package let created: Date

  /// The first letters of the first and the last word of the name, in capitals.
  package var initials: String { PersonName.initials(of: name) }

  /// The person's role in an application; nil without rights there.
  package func role(in app: String) -> Role? { isAdministrator ? .shapes : roles[app] }
}
