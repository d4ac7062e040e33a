import Foundation
import KartotekaModel
import KartotekaStore

extension People {
  /// Changes the password, or sets the first one of a person who has passkeys alone. All sessions of the person end, and a new one begins.
  /// - Parameter endsOthers: whether tokens and passkeys end, too: somebody else may know the old password, and have made them.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.signInAgain`, `.tooManyAttempts`, `.password`, `.notAllowed`;
  ///   `CredentialFault`; `StoreError`.
  package func changePassword(
    of signed: Signed, from old: String, to new: String, endsOthers: Bool = false, device: String,
    at source: ThrottleSource
  ) async throws -> NewSession {
    guard case .session = signed.way else { throw PeopleError.notAllowed }
    let person = signed.person
    let hash = try await read { try $0.hash(of: person.id) } ?? nil
    try await confirm(old, of: signed, from: source)
    let chosen = try await chosen(new, by: person.name)
    return try await begin(device, nil, .passwordSet, by: .person(signed), from: source) { tables in
      guard try tables.isStillSignedIn(signed) != nil else { throw PeopleError.notAllowed }
      guard try tables.hash(of: person.id) == hash else { throw PeopleError.wrongPassword }
      // The new session goes on with what the person has shown in this one.
      let session = try tables.transaction.record(Stored.Session.self, id: signed.credential.number)
      try tables.set(chosen, of: person.id)
      try tables.endSessions(of: person.id)
      if endsOthers { try tables.endOthers(of: tables.account(person.id), by: signed.author) }
      return Entry(person: person.id, hasFactor: session?.hasFactor == true)
    }
  }

  /// The hash of a password that somebody chooses.
  /// - Throws: ``PeopleError`` `.password`, `.busy`; `CredentialFault`.
  func chosen(_ password: String, by name: String) async throws -> PasswordHash {
    let new: NewPassword
    do { new = try NewPassword(password, notOneOf: [name]) } catch { throw PeopleError.password(error) }
    do { return try await hasher.hash(new) } catch .busy { throw PeopleError.busy }
  }

  /// Whether a password that was typed is that of a hash.
  /// - Parameter isKnown: whether it is typed on a device of the person.
  /// - Throws: ``PeopleError/busy``; `CredentialFault`.
  func isRight(_ typed: String, _ hash: PasswordHash?, isKnown: Bool) async throws -> Bool {
    do { return try await hasher.isRight(typed, hash, isKnown: isKnown) } catch .busy { throw PeopleError.busy }
  }

  /// Sets a password without the old one, on the machine. All sessions of the person end.
  /// - Parameter endsOthers: whether tokens and passkeys end, too.
  /// - Throws: ``PeopleError`` `.password`, `.noSuchPerson`, `.notAllowed`; `CredentialFault`; `StoreError`.
  package func setPassword(
    _ password: String, of person: PersonID, endsOthers: Bool = true, by changer: PeopleChanger
  ) async throws {
    guard case .machine = changer else { throw PeopleError.notAllowed }
    guard let name = try await self.person(person)?.name else { throw PeopleError.noSuchPerson }
    let hash = try await chosen(password, by: name)
    try await write(by: changer) { tables in
      let account = try tables.account(person)
      try tables.set(hash, of: person)
      try tables.endSessions(of: person)
      if endsOthers { try tables.endOthers(of: account, by: changer.author) }
      try tables.note(.passwordSet, by: changer.author, about: account)
    }
  }

  /// Changes the name and the preferences.
  /// - Throws: ``PeopleError`` `.name`, `.nameTaken`, `.noSuchPerson`, `.notAllowed`; `StoreError`.
  package func set(
    name: String, _ preferences: Preferences, of person: PersonID, by changer: PeopleChanger
  ) async throws {
    let (name, key) = try Self.checked(name)
    try await naming(name) {
      try await self.write(by: changer) { tables in
        try tables.require(changer, mayChange: person)
        var account = try tables.account(person)
        let before = account
        (account.name, account.key) = (name, key)
        (account.language, account.timeZone) = (
          PeopleText.line(preferences.language ?? "", 20), PeopleText.line(preferences.timeZone ?? "", 100)
        )
        account.singleKeys = preferences.singleKeys
        guard account != before else { return }
        try tables.transaction.update(account)
        // Preferences of a person concern nobody else.
        if before.name != name { try tables.note(.changed, by: changer.author, about: account, before.name) }
      }
    }
  }

  /// A name and its key.
  /// - Throws: ``PeopleError/name(_:)``.
  static func checked(_ name: String) throws -> (name: String, key: String) {
    do {
      let name = try PersonName.name(in: name)
      guard let key = PersonName.key(of: name) else { throw PersonName.Fault.empty }
      return (name, key)
    } catch let fault as PersonName.Fault {
      throw PeopleError.name(fault)
    }
  }

  /// Does what gives a person a name.
  /// - Throws: ``PeopleError/nameTaken(_:)``, and what the body throws.
  func naming<T>(_ name: String, _ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch StoreError.notUnique(Stored.Account.name, "key") {
      throw PeopleError.nameTaken(name)
    }
  }

  // MARK: Tokens

  /// The tokens of a person, the newest first.
  /// - Throws: `StoreError`.
  package func tokens(of person: PersonID) async throws -> [TokenRow] {
    try await read { tables in
      try tables.all(Stored.ProgramToken.all.where(\.account == person.number)).compactMap { token -> TokenRow? in
        guard try tables.signed(token) != nil, let id = token.id, let made = token.made else { return nil }
        return TokenRow(
          id: CredentialID(id), name: token.label ?? "", apps: token.apps, isReadOnly: token.isReadOnly ?? true,
          made: made, lastUse: token.lastUse, ends: token.ends)
      }.sorted { $0.id.number > $1.id.number }
    } ?? []
  }

  /// Makes a token for a program.
  /// - Parameters:
  ///   - apps: the applications; nil for all of the person.
  ///   - days: after how many days it ends; nil for never.
  /// - Returns: the token, which is nowhere else: `kt_…`.
  /// - Throws: ``PeopleError`` `.noSuchPerson`, `.notAllowed`, `.tooMany`; `CredentialFault`; `StoreError`.
  package func makeToken(
    for person: PersonID, named name: String, apps: [String]?, isReadOnly: Bool, days: Int?, by changer: PeopleChanger
  ) async throws -> String {
    let secret = try SecretToken(.program)
    let label = PeopleText.line(name) ?? "–"
    let applications = try apps.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try await write(by: changer) { tables in
      // An administrator's token for somebody else would be a way to act in their name.
      if case .person(let signed) = changer, signed.person.id != person { throw PeopleError.notAllowed }
      try tables.require(changer, mayChange: person)
      if case .person(let signed) = changer, case .token = signed.way { throw PeopleError.notAllowed }
      let account = try tables.account(person)
      guard
        try tables.transaction.count(Stored.ProgramToken.all.where(\.account == person.number))
          < tables.limits.credentials
      else { throw PeopleError.tooMany(tables.limits.credentials) }
      var token = Record<Stored.ProgramToken>()
      token.account = person.number
      (token.digest, token.label) = (secret.storedDigest, label)
      (token.applications, token.isReadOnly) = (applications, isReadOnly)
      token.made = tables.now
      token.ends = days.map { tables.now + Double(min(max($0, 1), 36_500)) * 86_400 }
      try tables.transaction.insert(&token)
      try tables.note(.tokenMade, by: changer.author, about: account, label)
    }
    return secret.text
  }

  /// Ends a token of a person. Nothing happens if it has ended.
  /// - Throws: ``PeopleError/notAllowed``; `StoreError`.
  package func endToken(_ id: CredentialID, of person: PersonID, by changer: PeopleChanger) async throws {
    try await write(by: changer) { tables in
      try tables.require(changer, mayChange: person)
      guard let token = try tables.transaction.record(Stored.ProgramToken.self, id: id.number),
        token.account == person.number
      else { return }
      try tables.transaction.delete(token)
      try tables.note(.tokenEnded, by: changer.author, about: tables.account(person), token.label)
    }
  }
}

extension PeopleTables {
  /// Ends what somebody who knew the password may have made: tokens and passkeys. The devices of the person are known no more.
  func endOthers(of account: Record<Stored.Account>, by author: Author?) throws {
    guard let id = account.id else { return }
    for token in try all(Stored.ProgramToken.all.where(\.account == id)) {
      try transaction.delete(token)
      try note(.tokenEnded, by: author, about: account, token.label)
    }
    for key in try all(Stored.PublicKey.all.where(\.account == id)) {
      try transaction.delete(key)
      try note(.passkeyEnded, by: author, about: account, key.label)
    }
    try endDevices(of: PersonID(id))
  }
}
