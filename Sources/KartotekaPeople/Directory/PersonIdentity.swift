import KartotekaModel
import KartotekaStore

/// The lasting identities of people. An application knows its authors and the owners of private views by them: a copy that is restored
/// on another server gives nothing to a person who has the same number there.
enum PersonIdentity {
  /// A new one. Of a million people two have the same one with a probability of 1 in 9,000.
  static func new() -> Int64 { Int64.random(in: Author.identities) }
}

extension PeopleTables {
  /// The number of people, also removed ones, without an identity: an earlier version has made them.
  var withoutIdentity: Int {
    get throws { try transaction.count(Stored.Account.all.where(\.identity == nil)) }
  }

  /// Gives an identity to each person who has none.
  func giveIdentities() throws {
    for var account in try all(Stored.Account.all.where(\.identity == nil)) {
      try giveIdentity(to: &account)
    }
  }

  /// Gives an identity to a person who has none.
  func giveIdentity(to person: PersonID) throws {
    guard var account = try transaction.record(Stored.Account.self, id: person.number), account.identity == nil else {
      return
    }
    try giveIdentity(to: &account)
  }

  private func giveIdentity(to account: inout Record<Stored.Account>) throws {
    account.identity = Int(PersonIdentity.new())
    try transaction.update(account)
  }
}

extension Person {
  /// The number by which applications know the person: the identity. Where none could be stored yet, it is one that gives no right.
  package var authorID: Int64 { identity ?? -id.number }

  /// The person as the author of changes.
  package var author: Author { Author(id: authorID, name: name) }
}
