import Foundation
import KartotekaModel
import KartotekaStore

/// The reads and writes of transactions of the store of people.
struct PeopleTables {
  let transaction: Transaction
  let now: Date
  let limits: PeopleLimits
  /// Since when the server requires a second factor; nil if it requires none.
  var factorSince: Date?
  var requiresFactor: Bool { factorSince != nil }

  // MARK: Reading

  /// The record with that value; nil for none.
  func first<E: Entity>(_ entity: E.Type, _ field: String, _ value: Value) throws -> Record<E>? {
    guard let description = transaction.model.entity(named: E.name) else { return nil }
    return try transaction.record(description, where: field, is: value).map(Record<E>.init)
  }

  /// All records of an entity that meet a condition.
  func all<E: Entity>(_ request: FetchRequest<E>) throws -> [Record<E>] {
    try transaction.fetch(request.limit(Self.most))
  }

  // No list is longer.
  private static let most = 100_000

  /// The record of a person who was not removed.
  /// - Throws: ``PeopleError/noSuchPerson``.
  func account(_ id: PersonID) throws -> Record<Stored.Account> {
    guard let account = try transaction.record(Stored.Account.self, id: id.number), account.removed == nil else {
      throw PeopleError.noSuchPerson
    }
    return account
  }

  /// A person; nil for one who was removed.
  func person(_ account: Record<Stored.Account>) throws -> Person? {
    guard let id = account.id, account.removed == nil else { return nil }
    let memberships = try all(Stored.Membership.all.where(\.account == id))
    return Person(account, memberships)
  }

  /// The number of people who were not removed.
  func count() throws -> Int { try transaction.count(Stored.Account.all.where(\.removed == nil)) }

  /// The person of a session; nil if it has ended.
  func signed(_ session: Record<Stored.Session>) throws -> Signed? {
    guard let id = session.id, let end = end(of: session), now < end.idle, now < end.absolute,
      let account = try session.account.flatMap({ try transaction.record(Stored.Account.self, id: $0) }),
      let person = try person(account)
    else { return nil }
    return Signed(
      person: person, way: .session(CredentialID(id)), ends: end.absolute,
      needsFactor: requiresFactor && session.hasFactor != true)
  }

  /// The same of a token.
  func signed(_ token: Record<Stored.ProgramToken>) throws -> Signed? {
    guard let id = token.id, token.ends.map({ now < $0 }) ?? true,
      let account = try token.account.flatMap({ try transaction.record(Stored.Account.self, id: $0) }),
      let person = try person(account)
    else { return nil }
    let way = Signed.Way.token(CredentialID(id), apps: token.apps.map(Set.init), isReadOnly: token.isReadOnly ?? true)
    return Signed(person: person, way: way, ends: token.ends, needsFactor: false)
  }

  /// When a session ends. A clock that was set back after it began makes it no longer than a new one.
  func end(of session: Record<Stored.Session>) -> (idle: Date, absolute: Date)? {
    guard let lastUse = session.lastUse, let stored = session.ends else { return nil }
    // The limit may be a shorter one since it began.
    let ends = session.began.map { min(stored, $0 + limits.absolute) } ?? stored
    // An end that was stored a moment ago is rounded.
    let isTooFar = ends > now + limits.absolute + 1
    return (min(lastUse, now + limits.skew) + limits.idle, isTooFar ? now + limits.absolute : ends)
  }

  /// A link that can be used; nil if it was used, has ended or was never made.
  func link(_ key: String) throws -> Record<Stored.Link>? {
    guard let secret = SecretToken(.link, text: key),
      let link = try first(Stored.Link.self, "digest", .text(secret.storedDigest)), isOpen(link)
    else { return nil }
    return link
  }

  /// Whether a link has not ended. One that was made later than now was made by another clock, and counts no more.
  func isOpen(_ link: Record<Stored.Link>) -> Bool {
    guard let made = link.made, let ends = link.ends else { return false }
    return made <= now + limits.skew && now < ends
  }

  /// The action that a link allows; nil where its person was removed.
  func invitation(_ link: Record<Stored.Link>) throws -> Invitation? {
    guard let id = link.id, let made = link.made, let ends = link.ends,
      let stored = link.purpose.flatMap(StoredPurpose.init(text:))
    else { return nil }
    let purpose: Invitation.Purpose
    switch stored {
    case .firstAdministrator: purpose = .firstAdministrator
    case .account(let roles, let isAdministrator): purpose = .account(roles: roles, isAdministrator: isAdministrator)
    case .password:
      guard let id = link.target, let account = try transaction.record(Stored.Account.self, id: id),
        account.removed == nil
      else { return nil }
      purpose = .password(PersonID(id), name: account.name ?? "")
    }
    return Invitation(
      id: CredentialID(id), purpose: purpose, maker: link.maker ?? "", made: made, ends: ends)
  }

  // MARK: Rights

  /// Makes sure that somebody may change people: the command line, or an administrator in a session. With a token somebody could make
  /// an account or a password that outlives the token.
  /// - Throws: ``PeopleError/notAllowed``.
  func requireAdministrator(_ changer: PeopleChanger) throws {
    guard case .person(let signed) = changer else { return }
    guard case .session = signed.way, try isStillSignedIn(signed)?.mayAdminister == true else {
      throw PeopleError.notAllowed
    }
  }

  /// Makes sure that somebody may change an account: their own, in a session, or as an administrator.
  /// - Throws: ``PeopleError/notAllowed``.
  func require(_ changer: PeopleChanger, mayChange person: PersonID) throws {
    if case .person(let signed) = changer, case .session = signed.way, signed.person.id == person {
      guard try isStillSignedIn(signed) != nil else { throw PeopleError.notAllowed }
      return
    }
    try requireAdministrator(changer)
  }

  /// Somebody who is signed in, as they are now; nil if the session or token has ended meanwhile.
  func isStillSignedIn(_ signed: Signed) throws -> Signed? {
    switch signed.way {
    case .session(let id): try transaction.record(Stored.Session.self, id: id.number).flatMap(self.signed)
    case .token(let id, _, _): try transaction.record(Stored.ProgramToken.self, id: id.number).flatMap(self.signed)
    }
  }

  /// Makes sure that an administrator is left who can sign in, with a password or with a passkey.
  /// - Throws: ``PeopleError/lastAdministrator``.
  func requireAdministratorLeft() throws {
    for account in try all(Stored.Account.all.where(\.isAdministrator == true && \.removed == nil)) {
      guard let id = account.id else { continue }
      if try first(Stored.Password.self, "account", .integer(id)) != nil { return }
      if try transaction.count(Stored.PublicKey.all.where(\.account == id)) > 0 { return }
    }
    throw PeopleError.lastAdministrator
  }
}

extension Person {
  fileprivate init?(_ account: Record<Stored.Account>, _ memberships: [Record<Stored.Membership>]) {
    guard let id = account.id, let name = account.name else { return nil }
    let roles = memberships.compactMap { membership in
      membership.application.flatMap { app in membership.role.flatMap(Role.init).map { (app, $0) } }
    }
    self.init(
      id: PersonID(id), identity: account.identity.map { Int64($0) }, name: name,
      isAdministrator: account.isAdministrator ?? false,
      preferences: Preferences(
        language: account.language, timeZone: account.timeZone, singleKeys: account.singleKeys),
      roles: Dictionary(roles) { first, _ in first },
      created: account.created ?? .distantPast)
  }
}

extension Record where E == Stored.ProgramToken {
  /// The applications; nil for all. A text that can't be read stands for none.
  var apps: [String]? {
    guard let text = self.applications else { return nil }
    return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
  }
}

extension SecretToken {
  /// The digest as it is stored.
  var storedDigest: String { digest.hexadecimal }
}

extension [UInt8] {
  /// Two digits of each byte.
  var hexadecimal: String {
    func digit(_ value: UInt8) -> UInt8 { value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) }
    return String(unsafeUninitializedCapacity: 2 * count) { text in
      for (index, byte) in enumerated() {
        (text[2 * index], text[2 * index + 1]) = (digit(byte >> 4), digit(byte & 15))
      }
      return 2 * count
    }
  }
}

/// The purpose of a link as it is stored.
enum StoredPurpose: Codable {
  case firstAdministrator
  case account(roles: [String: Role], isAdministrator: Bool)
  case password

  init?(text: String) {
    guard let purpose = try? JSONDecoder().decode(StoredPurpose.self, from: Data(text.utf8)) else { return nil }
    self = purpose
  }

  var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}
