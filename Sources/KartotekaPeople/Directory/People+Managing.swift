import Foundation
import KartotekaModel
import KartotekaStore

extension People {
  /// The people, by name. Removed ones are not among them.
  /// - Throws: `StoreError`.
  package func all() async throws -> [Person] {
    try await read { tables in
      try tables.all(Stored.Account.all.where(\.removed == nil)).compactMap(tables.person)
    }?.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) } ?? []
  }

  /// A person; nil if there is none of the number, or if they were removed.
  /// - Throws: `StoreError`.
  package func person(_ id: PersonID) async throws -> Person? {
    try await read { tables in
      try tables.transaction.record(Stored.Account.self, id: id.number).flatMap(tables.person)
    } ?? nil
  }

  /// The person of a name, whatever its case and form; nil if there is none.
  /// - Throws: `StoreError`.
  package func person(named name: String) async throws -> Person? {
    guard let key = PersonName.key(of: name) else { return nil }
    return try await read { tables in
      try tables.first(Stored.Account.self, "key", .text(key)).flatMap(tables.person)
    } ?? nil
  }

  /// Makes a person. The first one has to be an administrator. Without a password nobody can sign in as the person until a link to a
  /// new one is used.
  /// - Throws: ``PeopleError`` `.name`, `.nameTaken`, `.password`, `.notAllowed`, `.lastAdministrator`, `.tooMany`;
  ///   `CredentialFault`; `StoreError`.
  @discardableResult
  package func add(
    _ name: String, password: String?, roles: [String: Role] = [:], isAdministrator: Bool = false,
    by changer: PeopleChanger
  ) async throws -> Person {
    let (name, key) = try Self.checked(name)
    var hash: PasswordHash?
    if let password { hash = try await chosen(password, by: name) }
    let person = try await naming(name) { [hash] in
      try await self.write(by: changer) { tables in
        try tables.requireAdministrator(changer)
        guard try isAdministrator || tables.count() > 0 else { throw PeopleError.lastAdministrator }
        let id = try tables.add(name, key, hash, roles: roles, isAdministrator: isAdministrator)
        let account = try tables.account(id)
        try tables.note(.added, by: changer.author, about: account)
        return try tables.person(account)
      }
    }
    guard let person else { throw PeopleError.noSuchPerson }
    noteFirst()
    return person
  }

  /// Sets the roles of a person. Open streams of the person end, so that they begin again with the new ones.
  /// - Throws: ``PeopleError`` `.lastAdministrator`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func set(
    roles: [String: Role], isAdministrator: Bool, of person: PersonID, by changer: PeopleChanger
  ) async throws {
    try await write(by: changer) { tables in
      try tables.requireAdministrator(changer)
      var account = try tables.account(person)
      let wasAdministrator = account.isAdministrator == true
      account.isAdministrator = isAdministrator
      try tables.transaction.update(account)
      try tables.set(roles, of: person)
      if wasAdministrator, !isAdministrator {
        try tables.requireAdministratorLeft()
        try tables.endLinks(madeBy: person)
      }
      let given = roles.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.rawValue)" }
      let detail = (isAdministrator ? ["administrator"] : []) + given
      try tables.note(.rolesSet, by: changer.author, about: account, detail.joined(separator: ", "))
    }
  }

  /// Removes a person: sessions, tokens, password and roles end at once; the name stays in the history of what they did, and can be
  /// given to somebody else.
  /// - Throws: ``PeopleError`` `.lastAdministrator`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func remove(_ person: PersonID, by changer: PeopleChanger) async throws {
    try await write(by: changer) { tables in
      try tables.requireAdministrator(changer)
      var account = try tables.account(person)
      let wasAdministrator = account.isAdministrator == true
      (account.key, account.removed, account.isAdministrator) = (nil, tables.now, false)
      try tables.transaction.update(account)
      if wasAdministrator { try tables.requireAdministratorLeft() }
      try tables.endLinks(madeBy: person)
      try tables.endEverything(of: person)
      try tables.note(.removed, by: changer.author, about: account)
    }
  }

  /// Ends the roles of all people in an application that was removed, also those that links offer: another one of its name is another
  /// one.
  /// - Throws: `StoreError`.
  package func endRoles(in app: String, by changer: PeopleChanger?) async throws {
    guard try await store() != nil else { return }
    try await write(by: changer) { tables in
      for membership in try tables.all(Stored.Membership.all.where(\.application == app)) {
        try tables.transaction.delete(membership)
      }
      try tables.endOffers(of: app)
    }
    // Without the roles no more come.
    try await endDrafts(in: app)
  }
}

extension PeopleTables {
  /// Ends the links that a person has made, who may make none any more.
  fileprivate func endLinks(madeBy person: PersonID) throws {
    for link in try all(Stored.Link.all.where(\.account == person.number)) { try transaction.delete(link) }
  }

  /// Takes the role in an application out of all links. A link that offers nothing else ends.
  fileprivate func endOffers(of app: String) throws {
    for var link in try all(Stored.Link.all) {
      guard case .account(var roles, let isAdministrator)? = link.purpose.flatMap(StoredPurpose.init(text:)),
        roles.removeValue(forKey: app) != nil
      else { continue }
      if roles.isEmpty, !isAdministrator {
        try transaction.delete(link)
      } else {
        link.purpose = try StoredPurpose.account(roles: roles, isAdministrator: isAdministrator).text
        try transaction.update(link)
      }
    }
  }

  fileprivate func endEverything(of person: PersonID) throws {
    try endSessions(of: person)
    try endSteps(of: person)
    try endDevices(of: person)
    try endDrafts(of: person)
    try set([:], of: person)
    for token in try all(Stored.ProgramToken.all.where(\.account == person.number)) { try transaction.delete(token) }
    for link in try all(Stored.Link.all.where(\.target == person.number)) { try transaction.delete(link) }
    if let password = try first(Stored.Password.self, "account", .integer(person.number)) {
      try transaction.delete(password)
    }
  }
}
