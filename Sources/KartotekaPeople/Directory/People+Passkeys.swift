import Foundation
import KartotekaModel
import KartotekaStore

/// A passkey as its person sees it in a list.
package struct PasskeyRow: Sendable, Hashable {
  /// The number.
  package let id: CredentialID
  /// The name that the person has given it.
  package let name: String
  /// Whether it is copied to other devices of the person.
  package let isSynced: Bool
  /// When it was added.
  package let made: Date
  /// When it was last used; nil for never.
  package let lastUse: Date?
}

extension People {
  /// The passkeys of a person, the newest first.
  /// - Throws: `StoreError`.
  package func passkeys(of person: PersonID) async throws -> [PasskeyRow] {
    try await read { tables in
      try tables.all(Stored.PublicKey.all.where(\.account == person.number)).compactMap { key -> PasskeyRow? in
        guard let id = key.id, let made = key.made else { return nil }
        return PasskeyRow(
          id: CredentialID(id), name: key.label ?? "", isSynced: key.passkey?.isSynced ?? false, made: made,
          lastUse: key.lastUse)
      }.sorted { $0.id.number > $1.id.number }
    } ?? []
  }

  /// Whether anybody has a passkey, and this machine can verify it.
  /// - Throws: `StoreError`.
  package var hasPasskeys: Bool {
    get async throws {
      guard PasskeyCeremony.isAvailable else { return false }
      return try await read { try $0.transaction.count(Stored.PublicKey.all) > 0 } ?? false
    }
  }

  /// The options for `navigator.credentials.create`, for a person who knows the password, or has none and has just signed in.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.signInAgain`, `.tooManyAttempts`, `.notAllowed`, `.tooMany`; `CredentialFault`;
  ///   `StoreError`.
  package func startPasskey(
    of signed: Signed, password: String, at site: PasskeySite, named siteName: String, from source: ThrottleSource
  ) async throws -> JSONValue {
    guard PasskeyCeremony.isAvailable else { throw CredentialFault.passkeysUnavailable }
    try await confirm(password, of: signed, from: source)
    return try await write(by: .person(signed)) { tables in
      let person = signed.person
      let existing = try tables.all(Stored.PublicKey.all.where(\.account == person.id.number))
      guard existing.count < tables.limits.credentials else { throw PeopleError.tooMany(tables.limits.credentials) }
      let passkeys = existing.compactMap(\.passkey)
      // An authenticator shows the passkeys of one handle as one account.
      let handle = passkeys.lazy.compactMap(\.handle).first
      let challenge = try tables.ticket(.creation, person.id.bytes + (handle ?? []), key: tables.madeTicketKey())
      return PasskeyCeremony.creation(
        challenge: challenge, site: site, siteName: siteName, person: handle ?? person.id.bytes, name: person.name,
        existing: passkeys, isAlone: try tables.hash(of: person.id) == nil)
    }
  }

  /// Adds the passkey of an answer to ``startPasskey(of:password:at:named:from:)``.
  /// - Throws: ``PeopleError`` `.ticketEnded`, `.wrongPasskey`, `.unverifiedPasskey`, `.notAllowed`, `.passkeyNeeded`, `.tooMany`;
  ///   `StoreError`.
  package func addPasskey(
    _ answer: String, named name: String, of signed: Signed, at site: PasskeySite
  ) async throws {
    guard case .session = signed.way else { throw PeopleError.notAllowed }
    let person = signed.person.id
    let registered = try Self.registered(answer, at: site)
    try await write(by: .person(signed)) { tables in
      try tables.require(.person(signed), mayChange: person)
      if signed.needsFactor, let question = try tables.passkeyQuestion(to: person) { throw question }
      let content = try tables.content(registered.challenge, .creation)
      guard Array(content.prefix(8)) == person.bytes else { throw PeopleError.ticketEnded }
      guard try registered.isVerified || tables.hash(of: person) != nil else { throw PeopleError.unverifiedPasskey }
      try tables.use(registered.challenge)
      var passkey = registered.passkey
      passkey.handle = content.count > 8 ? Array(content.dropFirst(8)) : nil
      let label = try tables.add(passkey, named: name, of: person)
      if registered.isVerified { try tables.noteFactor(signed) }
      try tables.note(.passkeyAdded, by: signed.author, about: signed.person, label)
    }
  }

  /// The passkey of an answer, the challenge that it answers, and whether the device has verified the person. Whether the server made
  /// the challenge is to be looked at.
  /// - Throws: ``PeopleError/wrongPasskey``; `CredentialFault`.
  static func registered(
    _ answer: String, at site: PasskeySite
  ) throws -> (challenge: [UInt8], passkey: Passkey, isVerified: Bool) {
    try verifying {
      let challenge = try PasskeyCeremony.challenge(in: answer)
      let registered = try PasskeyCeremony.register(answer, challenge: challenge, site: site)
      return (challenge, registered.passkey, registered.isVerified)
    }
  }

  /// Removes a passkey of a person, but not the last one of somebody without a password. Nothing happens if it was removed.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.passkeyNeeded`, `.lastPasskey`, `.noSuchPerson`; `StoreError`.
  package func endPasskey(_ id: CredentialID, of person: PersonID, by changer: PeopleChanger) async throws {
    try await write(by: changer) { tables in
      try tables.require(changer, mayChange: person)
      // A password alone can't put another second factor in the place of this one.
      if case .person(let signed) = changer, signed.needsFactor,
        let question = try tables.passkeyQuestion(to: person)
      {
        throw question
      }
      guard let key = try tables.transaction.record(Stored.PublicKey.self, id: id.number), key.account == person.number
      else { return }
      if try tables.hash(of: person) == nil,
        try tables.transaction.count(Stored.PublicKey.all.where(\.account == person.number)) == 1
      {
        throw PeopleError.lastPasskey
      }
      try tables.transaction.delete(key)
      try tables.note(.passkeyEnded, by: changer.author, about: tables.account(person), key.label)
    }
  }

  /// Whether a person whose session needs a second factor has a passkey that is one, and signs in with it to go on.
  /// - Throws: `StoreError`.
  package func hasPasskey(for signed: Signed) async throws -> Bool {
    guard signed.needsFactor else { return false }
    return try await read { try $0.passkeyQuestion(to: signed.person.id) != nil } ?? false
  }

  /// The options for `navigator.credentials.get`; nil while there are no passkeys. Nothing is stored.
  /// - Throws: `StoreError`.
  package func passkeyRequest(at site: PasskeySite) async throws -> JSONValue? {
    guard PasskeyCeremony.isAvailable else { return nil }
    // Without its type `nil` would be that of JSON.
    return try await read { tables -> JSONValue? in
      guard try tables.transaction.count(Stored.PublicKey.all) > 0, let key = try tables.ticketKey() else { return nil }
      return PasskeyCeremony.request(challenge: try tables.ticket(.request, key: key), site: site)
    } ?? nil
  }

  /// Signs somebody in with the answer to ``passkeyRequest(at:)``. A passkey whose device has verified the person, by PIN, finger
  /// or face, is all that is needed; after another one a code is asked for, if the person has codes. Somebody without a password
  /// signs in with the former alone.
  /// - Throws: ``PeopleError`` `.wrongPasskey`, `.unverifiedPasskey`, `.ticketEnded`, `.codeNeeded`, `.passkeyNeeded`, `.tooManyAttempts`;
  ///   `CredentialFault`; `StoreError`.
  package func signIn(
    passkey answer: String, at site: PasskeySite, device: String, from source: ThrottleSource, replacing: String? = nil
  ) async throws -> NewSession {
    let (assertion, challenge) = try Self.verifying {
      (try PasskeyCeremony.Assertion(answer), try PasskeyCeremony.challenge(in: answer))
    }
    let credential = Base64URL.text(assertion.id)
    let attempt = try begin(account: "passkey \(credential)", from: source)
    let session: NewSession
    do {
      session = try await begin(device, replacing, .signedIn, from: source) { tables in
        _ = try tables.content(challenge, .request)
        guard var key = try tables.first(Stored.PublicKey.self, "credential", .text(credential)),
          let number = key.account, let passkey = key.passkey
        else { throw PeopleError.wrongPasskey }
        let handle = passkey.handle ?? PersonID(number).bytes
        guard assertion.person ?? handle == handle else { throw PeopleError.wrongPasskey }
        let (used, isVerified) = try Self.verifying {
          try PasskeyCeremony.verify(assertion, passkey: passkey, challenge: challenge, site: site)
        }
        if !isVerified {
          if let question = try tables.factorQuestion(to: PersonID(number)) { throw question }
          guard try tables.hash(of: PersonID(number)) != nil else { throw PeopleError.unverifiedPasskey }
        }
        try tables.use(challenge)
        key.content = String(decoding: try JSONEncoder().encode(used), as: UTF8.self)
        key.lastUse = tables.now
        try tables.transaction.update(key)
        return Entry(person: PersonID(number), hasFactor: isVerified)
      }
    } catch {
      switch error as? PeopleError {
      case .codeNeeded, .passkeyNeeded: throttle.succeeded(attempt)
      default: takeBack(attempt, after: error)
      }
      throw error
    }
    throttle.succeeded(attempt)
    return session
  }

  // A client learns only that the passkey does not count.
  private static func verifying<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch PasskeyCeremony.Fault.unavailable {
      throw CredentialFault.passkeysUnavailable
    } catch is PasskeyCeremony.Fault {
      throw PeopleError.wrongPasskey
    }
  }
}

extension PeopleTables {
  /// Stores a passkey of a person.
  /// - Returns: its name.
  /// - Throws: ``PeopleError`` `.wrongPasskey` for one that is somebody's, `.tooMany`; `StoreError`.
  func add(_ passkey: Passkey, named name: String, of person: PersonID) throws -> String {
    let credential = Base64URL.text(passkey.id)
    guard try first(Stored.PublicKey.self, "credential", .text(credential)) == nil else {
      throw PeopleError.wrongPasskey
    }
    let count = try transaction.count(Stored.PublicKey.all.where(\.account == person.number))
    guard count < limits.credentials else { throw PeopleError.tooMany(limits.credentials) }
    let label = PeopleText.line(name) ?? "\(count + 1)"
    var key = Record<Stored.PublicKey>()
    key.account = person.number
    key.content = String(decoding: try JSONEncoder().encode(passkey), as: UTF8.self)
    (key.credential, key.label, key.made) = (credential, label, now)
    try transaction.insert(&key)
    return label
  }

  /// The error that asks for the second factor of a person, who has shown the password; nil if none is asked for, or there is none.
  func factorQuestion(to person: PersonID) throws -> PeopleError? {
    try codeQuestion(to: person) ?? passkeyQuestion(to: person)
  }

  /// The error that asks for the passkey of a person where a second factor is required; nil if no passkey is one. Somebody who
  /// knows the password alone could set up a second factor of their own otherwise.
  func passkeyQuestion(to person: PersonID) throws -> PeopleError? {
    guard requiresFactor, PasskeyCeremony.isAvailable else { return nil }
    let keys = try all(Stored.PublicKey.all.where(\.account == person.number))
    return keys.contains { $0.passkey?.hasVerified == true } ? .passkeyNeeded : nil
  }
}

extension Record where E == Stored.PublicKey {
  /// The passkey; nil for content that can't be read.
  fileprivate var passkey: Passkey? {
    self.content.flatMap { try? JSONDecoder().decode(Passkey.self, from: Data($0.utf8)) }
  }
}
