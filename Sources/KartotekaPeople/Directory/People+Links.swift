import Foundation
import KartotekaModel
import KartotekaStore

extension People {
  /// Makes the link by which the first administrator gets an account, for an hour. Earlier ones end.
  /// - Throws: ``PeopleError/hasPeople``; `CredentialFault`; `StoreError`.
  package func firstAdministratorLink(by changer: PeopleChanger) async throws -> NewLink {
    guard case .machine = changer else { throw PeopleError.notAllowed }
    return try await make(.firstAdministrator, for: limits.firstAdministrator, by: changer) { tables in
      guard try tables.count() == 0 else { throw PeopleError.hasPeople }
      for link in try tables.all(Stored.Link.all) { try tables.transaction.delete(link) }
    }
  }

  /// Makes the first administrator, and signs them in. The caller makes sure that it is somebody at the machine itself.
  /// - Throws: ``PeopleError`` `.hasPeople`, `.lost`, `.unreachable`, `.name`, `.password`; `CredentialFault`; `StoreError`.
  package func makeFirst(
    name: String, password: String, device: String, from source: ThrottleSource
  ) async throws -> NewSession {
    guard try await isEmpty else { throw PeopleError.hasPeople }
    let names = try Self.checked(name)
    let hash = try await chosen(password, by: names.name)
    return try await begin(device, nil, .added, from: source) { tables in
      guard try tables.count() == 0 else { throw PeopleError.hasPeople }
      // Links for another first administrator.
      for link in try tables.all(Stored.Link.all) { try tables.transaction.delete(link) }
      return Entry(person: try tables.add(names.name, names.key, hash, roles: [:], isAdministrator: true))
    }
  }

  /// Makes a link by which somebody gets an account, once within 7 days.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.lastAdministrator` where there is none yet, `.tooMany`; `CredentialFault`;
  ///   `StoreError`.
  package func invite(
    roles: [String: Role], isAdministrator: Bool = false, by changer: PeopleChanger
  ) async throws -> NewLink {
    try await make(
      .account(roles: roles, isAdministrator: isAdministrator), for: limits.invitation, by: changer
    ) { tables in
      try tables.requireAdministrator(changer)
      guard try tables.count() > 0 else { throw PeopleError.lastAdministrator }
      guard try tables.transaction.count(Stored.Link.all) < tables.limits.people else {
        throw PeopleError.tooMany(tables.limits.people)
      }
    }
  }

  /// Makes a link by which a person sets a new password, once within a day. Earlier ones end.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.noSuchPerson`; `CredentialFault`; `StoreError`.
  package func passwordLink(for person: PersonID, by changer: PeopleChanger) async throws -> NewLink {
    try await make(.password, for: limits.password, by: changer, target: person) { tables in
      try tables.requireAdministrator(changer)
      _ = try tables.account(person)
      try tables.endPasswordLinks(of: person)
    }
  }

  private func make(
    _ purpose: StoredPurpose, for time: TimeInterval, by changer: PeopleChanger, target: PersonID? = nil,
    _ check: @escaping @Sendable (PeopleTables) throws -> Void
  ) async throws -> NewLink {
    let secret = try SecretToken(.link)
    let text = try purpose.text
    let invitation = try await write(by: changer) { tables in
      try check(tables)
      var link = Record<Stored.Link>()
      (link.digest, link.purpose, link.maker) = (secret.storedDigest, text, changer.author.name)
      if case .person(let signed) = changer { link.account = signed.person.id.number }
      link.target = target?.number
      (link.made, link.ends) = (tables.now, tables.now + time)
      try tables.transaction.insert(&link)
      let subject = try target.flatMap { try tables.person(tables.account($0)) }
      try tables.note(.linkMade, by: changer.author, about: subject)
      return try tables.invitation(link)
    }
    guard let invitation else { throw PeopleError.linkEnded }
    return NewLink(key: secret.text, invitation: invitation)
  }

  /// The action that a link allows; nil if the link was used, has ended or was never made. Reading it does not use it up.
  /// - Throws: `StoreError`.
  package func invitation(_ key: String) async throws -> Invitation? {
    try await found { tables in try tables.link(key).flatMap(tables.invitation) }
  }

  /// Uses a link up: makes the account, or sets the new password (`name` is ignored then, and all earlier sessions end).
  /// - Parameter endsOthers: whether with a new password also tokens and passkeys end: somebody else may have made them.
  /// - Throws: ``PeopleError`` `.linkEnded`, `.name`, `.nameTaken`, `.password`, `.hasPeople`, `.codeNeeded` and
  ///   `.passkeyNeeded` (the new password is set); `CredentialFault`; `StoreError`. The link stays usable after the others, but for
  ///   `.linkEnded` and `.hasPeople`.
  package func accept(
    _ key: String, name: String, password: String, endsOthers: Bool = true, device: String,
    from source: ThrottleSource? = nil, replacing: String? = nil
  ) async throws -> NewSession {
    // Before the hash, which takes time: the server computes one only for a valid link.
    guard let invitation = try await invitation(key) else { throw PeopleError.linkEnded }
    var names = (name: "", key: "")
    if case .password(_, let own) = invitation.purpose {
      names.name = own
    } else {
      names = try Self.checked(name)
      // A link could otherwise make the server compute hash after hash for a name that somebody has.
      if try await person(named: names.name) != nil { throw PeopleError.nameTaken(names.name) }
    }
    let hash = try await chosen(password, by: names.name)
    if case .password(let person, _) = invitation.purpose, try await asksMore(of: person, endsOthers) {
      // The link stands for a password, and not for a second factor.
      throw try await storing(by: nil) { try $0.useForPassword(key, hash, endsOthers) }
    }
    return try await naming(names.name) { [names] in
      try await self.begin(device, replacing, .linkUsed, from: source) { tables in
        Entry(person: try tables.use(tables.taken(key), names.name, names.key, hash, endsOthers))
      }
    }
  }

  // Passkeys that end with the new password are asked for no more.
  private func asksMore(of person: PersonID, _ endsOthers: Bool) async throws -> Bool {
    if try await secondFactor(of: person) != nil { return true }
    if endsOthers { return false }
    return try await read { try $0.passkeyQuestion(to: person) != nil } ?? false
  }

  /// The links that can still be used, the newest first.
  /// - Throws: `StoreError`.
  package func invitations() async throws -> [Invitation] {
    try await read { tables in
      try tables.all(Stored.Link.all).filter(tables.isOpen).compactMap(tables.invitation)
        .sorted { $0.id.number > $1.id.number }
    } ?? []
  }

  /// Ends a link. Nothing happens if it was used or has ended.
  /// - Throws: ``PeopleError/notAllowed``; `StoreError`.
  package func endInvitation(_ id: CredentialID, by changer: PeopleChanger) async throws {
    try await write(by: changer) { tables in
      try tables.requireAdministrator(changer)
      guard let link = try tables.transaction.record(Stored.Link.self, id: id.number) else { return }
      try tables.transaction.delete(link)
      try tables.note(.linkEnded, by: changer.author, about: nil as Person?)
    }
  }
}

extension PeopleTables {
  /// The action of a link, which is used up.
  /// - Throws: ``PeopleError/linkEnded``.
  func taken(_ key: String) throws -> Invitation {
    guard let link = try link(key), let invitation = try invitation(link) else { throw PeopleError.linkEnded }
    try transaction.delete(link)
    return invitation
  }

  /// Sets the password of a person with a second factor by a link.
  /// - Returns: the error that asks for it; that of a link that has ended if there is no such person.
  fileprivate func useForPassword(_ key: String, _ hash: PasswordHash, _ endsOthers: Bool) throws -> PeopleError {
    let person = try use(taken(key), "", "", hash, endsOthers)
    try note(.linkUsed, by: nil, about: account(person))
    return try factorQuestion(to: person) ?? .linkEnded
  }

  /// Does the action of a link.
  /// - Parameter hash: nil for an account without a password.
  /// - Returns: the person whose session begins.
  /// - Throws: ``PeopleError`` `.hasPeople`, `.tooMany`, `.noSuchPerson`; `.notAllowed` for a new password without one; `StoreError`.
  func use(
    _ invitation: Invitation, _ name: String, _ key: String, _ hash: PasswordHash?, _ endsOthers: Bool
  ) throws -> PersonID {
    switch invitation.purpose {
    case .firstAdministrator:
      guard try count() == 0 else { throw PeopleError.hasPeople }
      return try add(name, key, hash, roles: [:], isAdministrator: true)
    case .account(let roles, let isAdministrator):
      return try add(name, key, hash, roles: roles, isAdministrator: isAdministrator)
    case .password(let person, _):
      guard let hash else { throw PeopleError.notAllowed }
      let account = try account(person)
      try set(hash, of: person)
      try endSessions(of: person)
      if endsOthers { try endOthers(of: account, by: nil) }
      try endPasswordLinks(of: person)
      return person
    }
  }

  /// Ends the links to a new password of a person.
  fileprivate func endPasswordLinks(of person: PersonID) throws {
    for link in try all(Stored.Link.all.where(\.target == person.number)) { try transaction.delete(link) }
  }

  /// Adds a person.
  func add(
    _ name: String, _ key: String, _ hash: PasswordHash?, roles: [String: Role], isAdministrator: Bool
  ) throws -> PersonID {
    guard try count() < limits.people else { throw PeopleError.tooMany(limits.people) }
    var account = Record<Stored.Account>()
    (account.name, account.key, account.identity) = (name, key, Int(PersonIdentity.new()))
    (account.isAdministrator, account.created) = (isAdministrator, now)
    try transaction.insert(&account)
    guard let id = account.id else { throw PeopleError.noSuchPerson }
    if let hash { try set(hash, of: PersonID(id)) }
    try set(roles, of: PersonID(id))
    return PersonID(id)
  }

  /// Sets the roles of a person in applications.
  func set(_ roles: [String: Role], of person: PersonID) throws {
    var left = roles
    for var membership in try all(Stored.Membership.all.where(\.account == person.number)) {
      guard let app = membership.application, let role = left.removeValue(forKey: app) else {
        try transaction.delete(membership)
        continue
      }
      membership.role = role.rawValue
      try transaction.update(membership)
    }
    for (app, role) in left.sorted(by: { $0.key < $1.key }) {
      var membership = Record<Stored.Membership>()
      membership.account = person.number
      (membership.application, membership.role) = (app, role.rawValue)
      try transaction.insert(&membership)
    }
  }
}
