import Foundation
import KartotekaModel
import KartotekaStore

// People whose passkeys are all that they sign in with. Each of these passkeys is of a device that verifies its person.
extension People {
  /// For how long after signing in somebody without a password changes what others change with theirs.
  static let recent: TimeInterval = 600

  /// Whether a person has a password.
  /// - Throws: `StoreError`.
  package func hasPassword(_ person: PersonID) async throws -> Bool {
    try await read { try $0.hash(of: person) != nil } ?? false
  }

  /// The options for `navigator.credentials.create`, for an account that a link makes. They use nothing up: a registration that fails
  /// leaves the link usable.
  /// - Throws: ``PeopleError`` `.linkEnded`, `.notAllowed` for a link to a new password, `.name`, `.nameTaken`; `CredentialFault`;
  ///   `StoreError`.
  package func startAccount(
    _ key: String, name: String, at site: PasskeySite, named siteName: String
  ) async throws -> JSONValue {
    guard PasskeyCeremony.isAvailable else { throw CredentialFault.passkeysUnavailable }
    // Who has no link learns nothing about names.
    guard try await invitation(key) != nil else { throw PeopleError.linkEnded }
    let names = try Self.checked(name)
    // The person has no number yet.
    let handle = try SecretToken.randomBytes(16)
    return try await storing(by: nil) { tables in
      let link = try tables.digest(ofAccountLink: key)
      guard try tables.first(Stored.Account.self, "key", .text(names.key)) == nil else {
        throw PeopleError.nameTaken(names.name)
      }
      let challenge = try tables.ticket(.account, link + handle, key: tables.madeTicketKey())
      return PasskeyCeremony.creation(
        challenge: challenge, site: site, siteName: siteName, person: handle, name: names.name, existing: [],
        isAlone: true)
    }
  }

  /// Uses a link up by the answer to ``startAccount(_:name:at:named:)``: makes the account, without a password, and signs it in.
  /// - Parameter label: the name of the passkey.
  /// - Throws: ``PeopleError`` `.linkEnded`, `.notAllowed` for a link to a new password, `.name`, `.nameTaken`, `.wrongPasskey`,
  ///   `.unverifiedPasskey`, `.ticketEnded`, `.hasPeople`, `.tooMany`; `CredentialFault`; `StoreError`. Nobody is made then, and the
  ///   link stays as it was.
  package func accept(
    _ key: String, name: String, passkey answer: String, named label: String, at site: PasskeySite, device: String,
    from source: ThrottleSource? = nil, replacing: String? = nil
  ) async throws -> NewSession {
    guard try await invitation(key) != nil else { throw PeopleError.linkEnded }
    let names = try Self.checked(name)
    let registered = try Self.registered(answer, at: site)
    guard registered.isVerified else { throw PeopleError.unverifiedPasskey }
    return try await naming(names.name) {
      try await self.begin(device, replacing, .linkUsed, from: source) { tables in
        let link = try tables.digest(ofAccountLink: key)
        let content = try tables.content(registered.challenge, .account)
        guard Array(content.prefix(link.count)) == link else { throw PeopleError.ticketEnded }
        let person = try tables.use(tables.taken(key), names.name, names.key, nil, false)
        var passkey = registered.passkey
        passkey.handle = Array(content.dropFirst(link.count))
        let added = try tables.add(passkey, named: label, of: person)
        try tables.note(.passkeyAdded, by: nil, about: tables.account(person), added)
        return Entry(person: person, hasFactor: true)
      }
    }
  }

  /// Makes sure that whoever is at a signed-in device is its person: by the password, or without one by a session that has just begun.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.signInAgain`, `.tooManyAttempts`, `.busy`, `.notAllowed`; `CredentialFault`;
  ///   `StoreError`.
  func confirm(_ password: String, of signed: Signed, from source: ThrottleSource) async throws {
    guard case .session(let id) = signed.way else { throw PeopleError.notAllowed }
    let isRecent = try await read { tables -> Bool? in
      guard try tables.hash(of: signed.person.id) == nil else { return nil }
      guard let began = try tables.transaction.record(Stored.Session.self, id: id.number)?.began else { return false }
      return tables.now - Self.recent < began && began <= tables.now + tables.limits.skew
    }
    switch isRecent ?? nil {
    case nil: try await check(password, of: signed, from: source)
    case true?: break
    case false?: throw PeopleError.signInAgain
    }
  }
}

extension PeopleTables {
  /// The digest to which the challenge of a link that makes an account is bound.
  /// - Throws: ``PeopleError`` `.linkEnded`, `.notAllowed` for a link to a new password.
  fileprivate func digest(ofAccountLink key: String) throws -> [UInt8] {
    guard let secret = SecretToken(.link, text: key), let link = try link(key), let invitation = try invitation(link)
    else { throw PeopleError.linkEnded }
    if case .password = invitation.purpose { throw PeopleError.notAllowed }
    return secret.digest
  }
}
