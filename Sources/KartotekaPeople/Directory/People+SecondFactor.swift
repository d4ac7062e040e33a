import Foundation
import KartotekaModel
import KartotekaStore

/// The one-time codes of a person.
package struct SecondFactorState: Sendable, Hashable {
  /// Since when they are asked for.
  package let since: Date
  /// The number of recovery codes that are left.
  package let recoveryCodes: Int
}

/// A secret of one-time codes that is shown and not in use yet.
package struct NewSecondFactor: Sendable {
  /// The secret.
  package let codes: OneTimeCode
  /// The ticket that the form with the first code sends back.
  package let ticket: String
}

extension People {
  /// The one-time codes of a person; nil for none.
  /// - Throws: `StoreError`.
  package func secondFactor(of person: PersonID) async throws -> SecondFactorState? {
    try await read { tables in
      guard let since = try tables.secondFactor(of: person)?.since else { return nil }
      return SecondFactorState(
        since: since,
        recoveryCodes: try tables.transaction.count(Stored.RecoveryDigest.all.where(\.account == person.number)))
    } ?? nil
  }

  /// Signs somebody in with a code, after the password was right.
  /// - Parameters:
  ///   - code: a one-time code, or a recovery code, which is used up.
  ///   - ticket: that of ``PeopleError/codeNeeded(ticket:)``.
  /// - Throws: ``PeopleError`` `.wrongCode`, `.tooManyAttempts`, `.ticketEnded`; `CredentialFault`; `StoreError`.
  package func signIn(
    code: String, ticket: String, device: String, from source: ThrottleSource, replacing: String? = nil
  ) async throws -> NewSession {
    let ticket = Base64URL.bytes(ticket)
    let person = try await read { try $0.person(ofCodeTicket: ticket) } ?? nil
    guard let person else { throw PeopleError.ticketEnded }
    let attempt = try begin(.code, account: person.description, from: try await self.source(source, of: person))
    do {
      let session = try await begin(of: person, device, replacing, .signedIn, from: source, hasFactor: true) { tables in
        guard try tables.person(ofCodeTicket: ticket) == person else { throw PeopleError.ticketEnded }
        try tables.use(code, of: person)
      }
      throttle.succeeded(attempt)
      return session
    } catch {
      takeBack(attempt, after: error)
      throw error
    }
  }

  /// Makes a secret of one-time codes, which is stored by ``confirmSecondFactor(ticket:code:of:)``.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.tooManyAttempts`, `.notAllowed`; `CredentialFault`; `StoreError`.
  package func startSecondFactor(
    of signed: Signed, password: String, from source: ThrottleSource
  ) async throws -> NewSecondFactor {
    try await check(password, of: signed, from: source)
    let codes = try OneTimeCode()
    let ticket = try await write(by: .person(signed)) { tables in
      try tables.ticket(.secret, signed.person.id.bytes + codes.secret, key: tables.madeTicketKey())
    }
    return NewSecondFactor(codes: codes, ticket: Base64URL.text(ticket))
  }

  /// The secret that a ticket of ``startSecondFactor(of:password:from:)`` is for, to show it again.
  /// - Throws: ``PeopleError/ticketEnded``; `StoreError`.
  package func newSecondFactor(ticket: String, of signed: Signed) async throws -> NewSecondFactor {
    let bytes = Base64URL.bytes(ticket)
    let codes = try await read { try $0.secret(ofTicket: bytes, of: signed.person.id) }
    guard let codes else { throw PeopleError.ticketEnded }
    return NewSecondFactor(codes: codes, ticket: ticket)
  }

  /// Asks for codes from now on, if the first one is right. All other sessions of the person end.
  /// - Returns: the recovery codes, which are nowhere else.
  /// - Throws: ``PeopleError`` `.wrongCode`, `.tooManyAttempts`, `.ticketEnded`, `.notAllowed`, `.passkeyNeeded`; `CredentialFault`;
  ///   `StoreError`.
  package func confirmSecondFactor(
    ticket: String, code: String, of signed: Signed, from source: ThrottleSource
  ) async throws -> [RecoveryCode] {
    let (bytes, person) = (Base64URL.bytes(ticket), signed.person.id)
    let attempt = try begin(.code, account: person.description, from: try await self.source(source, of: person))
    let codes = try Self.newRecoveryCodes()
    do {
      try await write(by: .person(signed)) { tables in
        try tables.require(.person(signed), mayChange: person)
        if signed.needsFactor, let question = try tables.passkeyQuestion(to: person) { throw question }
        let secret = try tables.secret(ofTicket: bytes, of: person)
        guard let period = try secret.period(of: code, at: tables.now, after: nil) else { throw PeopleError.wrongCode }
        try tables.endSecondFactor(of: person)
        var factor = Record<Stored.SecondFactor>()
        factor.account = person.number
        (factor.secret, factor.lastPeriod, factor.since) = (Base64URL.text(secret.secret), Int(period), tables.now)
        try tables.transaction.insert(&factor)
        try tables.set(codes, of: person)
        try tables.noteFactor(signed)
        try tables.endSessions(of: person, besides: signed.credential)
        try tables.note(.secondFactorSet, by: signed.author, about: signed.person)
      }
    } catch {
      takeBack(attempt, after: error)
      throw error
    }
    throttle.succeeded(attempt)
    return codes
  }

  /// Makes new recovery codes. Earlier ones end.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.tooManyAttempts`, `.notAllowed`; `CredentialFault`; `StoreError`.
  package func makeRecoveryCodes(
    of signed: Signed, password: String, from source: ThrottleSource
  ) async throws -> [RecoveryCode] {
    try await check(password, of: signed, from: source)
    let codes = try Self.newRecoveryCodes()
    try await write(by: .person(signed)) { tables in
      try tables.require(.person(signed), mayChange: signed.person.id)
      guard try tables.secondFactor(of: signed.person.id) != nil else { throw PeopleError.notAllowed }
      try tables.set(codes, of: signed.person.id)
      try tables.note(.recoveryCodesMade, by: signed.author, about: signed.person)
    }
    return codes
  }

  /// Asks for no codes any more.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.tooManyAttempts`, `.notAllowed`; `CredentialFault`; `StoreError`.
  package func removeSecondFactor(of signed: Signed, password: String, from source: ThrottleSource) async throws {
    try await check(password, of: signed, from: source)
    try await endSecondFactor(of: signed.person.id, by: .person(signed))
  }

  /// Asks for no codes of a person any more, who has lost phone and recovery codes.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.noSuchPerson`; `StoreError`.
  package func endSecondFactor(of person: PersonID, by changer: PeopleChanger) async throws {
    try await write(by: changer) { tables in
      try tables.require(changer, mayChange: person)
      let account = try tables.account(person)
      guard try tables.secondFactor(of: person) != nil else { return }
      try tables.endSecondFactor(of: person)
      try tables.note(.secondFactorEnded, by: changer.author, about: account)
    }
  }

  /// Checks that the user of a signed-in device knows the password.
  /// - Throws: ``PeopleError`` `.wrongPassword`, `.tooManyAttempts`, `.busy`, `.notAllowed`; `CredentialFault`; `StoreError`.
  func check(_ password: String, of signed: Signed, from source: ThrottleSource) async throws {
    guard case .session = signed.way else { throw PeopleError.notAllowed }
    let place = try await self.source(source, of: signed.person.id)
    let attempt = try begin(account: PersonName.key(of: signed.person.name) ?? "", from: place)
    let hash = try await read { try $0.hash(of: signed.person.id) } ?? nil
    guard try await isRight(password, hash, isKnown: true) else { throw PeopleError.wrongPassword }
    throttle.succeeded(attempt)
  }

  private static func newRecoveryCodes() throws -> [RecoveryCode] {
    try (0..<RecoveryCode.count).map { _ in try RecoveryCode() }
  }
}

extension PeopleTables {
  /// The one-time codes of a person; nil for none.
  func secondFactor(of person: PersonID) throws -> Record<Stored.SecondFactor>? {
    try first(Stored.SecondFactor.self, "account", .integer(person.number))
  }

  /// The error that asks a person for a code, whose password was right; nil if none is asked for.
  func codeQuestion(to person: PersonID) throws -> PeopleError? {
    guard try secondFactor(of: person) != nil, let key = try ticketKey(), let state = try passwordState(of: person)
    else { return nil }
    return .codeNeeded(ticket: Base64URL.text(try ticket(.code, person.bytes + state, key: key)))
  }

  /// The person whose password was right; nil if it was changed meanwhile.
  /// - Throws: ``PeopleError/ticketEnded``.
  fileprivate func person(ofCodeTicket ticket: [UInt8]?) throws -> PersonID? {
    let content = try content(ticket, .code)
    guard let person = PersonID(bytes: content.prefix(8)), let state = try passwordState(of: person),
      ConstantTime.areEqual(state, Array(content.dropFirst(8)))
    else { return nil }
    return person
  }

  // A ticket ends when the password is changed.
  private func passwordState(of person: PersonID) throws -> [UInt8]? {
    try hash(of: person).map { Array(SHA256.digest(of: Array($0.text.utf8)).prefix(16)) }
  }

  fileprivate func secret(ofTicket ticket: [UInt8]?, of person: PersonID) throws -> OneTimeCode {
    let content = try content(ticket, .secret)
    guard PersonID(bytes: content.prefix(8)) == person, let secret = OneTimeCode(secret: Array(content.dropFirst(8)))
    else { throw PeopleError.ticketEnded }
    return secret
  }

  /// Uses a code up.
  /// - Throws: ``PeopleError/wrongCode``.
  fileprivate func use(_ code: String, of person: PersonID) throws {
    guard var factor = try secondFactor(of: person), let bytes = factor.secret.flatMap({ Base64URL.bytes($0) }),
      let secret = OneTimeCode(secret: bytes)
    else { throw PeopleError.wrongCode }
    if let period = try secret.period(of: code, at: now, after: factor.lastPeriod.map { Int64($0) }) {
      factor.lastPeriod = Int(period)
      return try transaction.update(factor)
    }
    guard let digest = RecoveryCode(typed: code)?.digest.hexadecimal,
      let recovery = try first(Stored.RecoveryDigest.self, "digest", .text(digest)), recovery.account == person.number
    else { throw PeopleError.wrongCode }
    try transaction.delete(recovery)
    let account = try account(person)
    try note(.recoveryCodeUsed, by: nil, about: account)
  }

  fileprivate func set(_ codes: [RecoveryCode], of person: PersonID) throws {
    try endRecoveryCodes(of: person)
    for code in codes {
      var record = Record<Stored.RecoveryDigest>()
      record.account = person.number
      record.digest = code.digest.hexadecimal
      try transaction.insert(&record)
    }
  }

  /// Removes the one-time codes and recovery codes of a person.
  func endSecondFactor(of person: PersonID) throws {
    if let factor = try secondFactor(of: person) { try transaction.delete(factor) }
    try endRecoveryCodes(of: person)
  }

  private func endRecoveryCodes(of person: PersonID) throws {
    for code in try all(Stored.RecoveryDigest.all.where(\.account == person.number)) { try transaction.delete(code) }
  }
}
