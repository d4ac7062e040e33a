import Foundation
import KartotekaModel
import KartotekaStore

extension People {
  /// Signs somebody in. It takes the same time whether the name or the password is wrong.
  /// - Parameters:
  ///   - device: the text for the list of sessions: the name of the browser and system.
  ///   - source: where the request comes from.
  ///   - replacing: the cookie that the browser has sent; its session ends (session fixation).
  /// - Throws: ``PeopleError`` `.wrongNameOrPassword`, `.codeNeeded`, `.passkeyNeeded`, `.tooManyAttempts`, `.busy`, `.notNow`, `.diskFull`;
  ///   `CredentialFault`; `StoreError`.
  package func signIn(
    name: String, password: String, device: String, from source: ThrottleSource, replacing: String? = nil
  ) async throws -> NewSession {
    let key = PersonName.key(of: name)
    let place = try await self.source(source) { tables in
      try key.flatMap { try tables.first(Stored.Account.self, "key", .text($0))?.id }.map(PersonID.init)
    }
    // A text that can't be a name is throttled by its address.
    let attempt = try begin(account: key ?? "", from: place)
    // In any case: the time must not tell whether there is an account.
    try await catchUp()
    let found = try await key.flatMapAsync { key in
      try await read { tables -> (id: PersonID, hash: PasswordHash?)? in
        guard let account = try tables.first(Stored.Account.self, "key", .text(key)), let id = account.id else {
          return nil
        }
        return (PersonID(id), try tables.hash(of: PersonID(id)))
      } ?? nil
    }
    guard try await isRight(password, found?.hash, isKnown: place.device != nil), let found, let hash = found.hash
    else {
      throw PeopleError.wrongNameOrPassword
    }
    let renewed = hash.needsNewHash ? try? await hasher.hash(ofRight: password) : nil
    throttle.succeeded(attempt)
    return try await begin(of: found.id, device, replacing, .signedIn, from: source) { tables in
      // The password may have been changed, or the person removed, while the hash was computed.
      guard try tables.hash(of: found.id) == hash else { throw PeopleError.wrongNameOrPassword }
      if let question = try tables.factorQuestion(to: found.id) { throw question }
      if let renewed { try tables.set(renewed, of: found.id) }
    }
  }

  /// Begins an attempt to show a password or a code.
  /// - Throws: ``PeopleError/tooManyAttempts(seconds:)``.
  func begin(
    _ proof: Throttle.Proof = .password, account: String, from source: ThrottleSource
  ) throws -> Throttle.Attempt {
    switch throttle.begin(proof, account: account, from: source) {
    case .go(let attempt): return attempt
    case .wait(let time): throw PeopleError.tooManyAttempts(seconds: Int(time.components.seconds) + 1)
    }
  }

  /// Begins a session, after what the body does in the same transaction.
  func begin(
    of person: PersonID?, _ device: String, _ replaced: String?, _ event: PeopleEvent.Kind,
    by author: PeopleChanger? = nil, from source: ThrottleSource?, hasFactor: Bool = false,
    _ body: @escaping @Sendable (PeopleTables) throws -> Void
  ) async throws -> NewSession {
    try await begin(device, replaced, event, by: author, from: source) { tables in
      try body(tables)
      guard let person else { throw PeopleError.noSuchPerson }
      return Entry(person: person, hasFactor: hasFactor)
    }
  }

  /// The person whose session begins, and whether with a second factor.
  struct Entry: Sendable {
    let person: PersonID
    var hasFactor = false
  }

  /// The same for a person whom the body makes.
  func begin(
    _ device: String, _ replaced: String?, _ event: PeopleEvent.Kind, by author: PeopleChanger? = nil,
    from source: ThrottleSource?, _ body: @escaping @Sendable (PeopleTables) throws -> Entry
  ) async throws -> NewSession {
    let (secret, newDevice) = (try SecretToken(.session), try SecretToken(.device))
    let (signed, key) = try await storing(by: author) { tables in
      let entry = try body(tables)
      let signed = try tables.begin(secret, of: entry, device, replaced)
      let key = try tables.noteDevice(source?.shown, new: newDevice, of: entry.person)
      try tables.note(event, by: signed.author, about: signed.person, device)
      return (signed, key)
    }
    noteFirst()
    return NewSession(key: secret.text, signed: signed, device: key.text)
  }

  /// Changes people for somebody who signs in: where nothing can be stored, their form is shown again.
  /// - Throws: ``PeopleError`` `.notNow`, `.diskFull`, and what the body throws.
  func storing<T: Sendable>(
    by author: PeopleChanger?, _ body: @escaping @Sendable (PeopleTables) throws -> T
  ) async throws -> T {
    do { return try await write(by: author, body) } catch let error as StoreError {
      // People are told that the disk is full or can't be written; the administrator reads which. The store warns of a primary itself.
      if case .disk(let words) = error { options.warn("\(file.lastPathComponent): nobody can be signed in: \(words)") }
      throw Self.unstored(error)
    }
  }

  /// The error for somebody who can try again; the store's own where trying again does not help, or where it is not known whether
  /// something was stored.
  static func unstored(_ error: StoreError) -> any Error {
    switch error {
    case .disk, .primary(_, _, .diskFull): PeopleError.diskFull
    case .primary(_, _, let refusal) where refusal.isTemporary: PeopleError.notNow
    case .busy, .fileLost: PeopleError.notNow
    default: error
    }
  }

  /// Takes an attempt back whose error does not say that something was wrong: whoever tries again while nothing can be stored is not
  /// delayed afterwards.
  func takeBack(_ attempt: Throttle.Attempt, after error: any Error) {
    if error is StoreError || [.notNow, .diskFull].contains(error as? PeopleError) { throttle.undecided(attempt) }
  }

  /// Ends a session.
  /// - Throws: `StoreError`.
  package func signOut(_ signed: Signed) async throws {
    try await write(by: .person(signed)) { tables in
      guard case .session(let id) = signed.way,
        let session = try tables.transaction.record(Stored.Session.self, id: id.number)
      else { return }
      try tables.transaction.delete(session)
      try tables.note(.signedOut, by: signed.author, about: signed.person, session.device)
    }
  }

  /// The sessions of a person, the one that was used last first.
  /// - Throws: `StoreError`.
  package func sessions(of person: PersonID) async throws -> [SessionRow] {
    try await read { tables in
      try tables.all(Stored.Session.all.where(\.account == person.number)).compactMap { session -> SessionRow? in
        guard try tables.signed(session) != nil, let id = session.id, let end = tables.end(of: session),
          let began = session.began, let lastUse = session.lastUse
        else { return nil }
        return SessionRow(
          id: CredentialID(id), device: session.device ?? "", began: began, lastUse: lastUse,
          ends: min(end.idle, end.absolute))
      }.sorted { ($1.lastUse, $1.id.number) < ($0.lastUse, $0.id.number) }
    } ?? []
  }

  /// Ends a session of a person. Nothing happens if it has ended.
  /// - Throws: ``PeopleError/notAllowed``; `StoreError`.
  package func endSession(_ id: CredentialID, of person: PersonID, by changer: PeopleChanger) async throws {
    try await write(by: changer) { tables in
      try tables.require(changer, mayChange: person)
      guard let session = try tables.transaction.record(Stored.Session.self, id: id.number),
        session.account == person.number
      else { return }
      try tables.transaction.delete(session)
      try tables.note(.sessionsEnded, by: changer.author, about: tables.account(person), session.device)
    }
  }

  /// Ends all sessions of a person but one.
  /// - Throws: ``PeopleError`` `.notAllowed`, `.noSuchPerson`; `StoreError`.
  package func endSessions(
    of person: PersonID, besides kept: CredentialID? = nil, by changer: PeopleChanger
  ) async throws {
    try await write(by: changer) { tables in
      try tables.require(changer, mayChange: person)
      try tables.endSessions(of: person, besides: kept)
      try tables.note(.sessionsEnded, by: changer.author, about: tables.account(person))
    }
  }
}

extension PeopleTables {
  /// The hash of a person's password; nil for none, and for a removed person.
  func hash(of person: PersonID) throws -> PasswordHash? {
    guard let account = try transaction.record(Stored.Account.self, id: person.number), account.removed == nil else {
      return nil
    }
    return try first(Stored.Password.self, "account", .integer(person.number))?.phc.flatMap(PasswordHash.init(text:))
  }

  /// Stores the hash of a person's password.
  func set(_ hash: PasswordHash, of person: PersonID) throws {
    if var password = try first(Stored.Password.self, "account", .integer(person.number)) {
      password.phc = hash.text
      return try transaction.update(password)
    }
    var password = Record<Stored.Password>()
    password.account = person.number
    password.phc = hash.text
    try transaction.insert(&password)
  }

  /// Adds a session, ends the one that the browser had, and removes those that have ended.
  fileprivate func begin(
    _ secret: SecretToken, of entry: People.Entry, _ device: String, _ replaced: String?
  ) throws -> Signed {
    let person = entry.person
    if let old = replaced.flatMap({ SecretToken(.session, text: $0) }),
      let session = try first(Stored.Session.self, "digest", .text(old.storedDigest))
    {
      try transaction.delete(session)
    }
    try removeEnded()
    let others = try all(Stored.Session.all.where(\.account == person.number))
      .sorted { ($0.lastUse ?? .distantPast) < ($1.lastUse ?? .distantPast) }
    for session in others.dropLast(limits.credentials - 1) { try transaction.delete(session) }
    var session = Record<Stored.Session>()
    session.account = person.number
    session.digest = secret.storedDigest
    session.device = PeopleText.line(device)
    (session.began, session.lastUse, session.ends) = (now, now, now + limits.absolute)
    session.hasFactor = entry.hasFactor
    try transaction.insert(&session)
    // A server of an earlier version may have made the person while this one ran.
    try giveIdentity(to: person)
    guard let signed = try signed(session) else { throw PeopleError.noSuchPerson }
    return signed
  }

  /// Removes sessions, tokens and links whose time is over: a clock that is set back doesn't bring them back.
  func removeEnded() throws {
    let (idle, absolute) = (now - limits.idle, now - limits.absolute)
    for session in try all(Stored.Session.all.where(\.ends < now || \.lastUse < idle || \.began < absolute)) {
      try transaction.delete(session)
    }
    for token in try all(Stored.ProgramToken.all.where(\.ends < now)) { try transaction.delete(token) }
    for link in try all(Stored.Link.all.where(\.ends < now)) { try transaction.delete(link) }
  }

  /// Ends all sessions of a person but one.
  func endSessions(of person: PersonID, besides kept: CredentialID? = nil) throws {
    for session in try all(Stored.Session.all.where(\.account == person.number)) where session.id != kept?.number {
      try transaction.delete(session)
    }
  }

  /// Adds an event to the audit list.
  func note(_ kind: PeopleEvent.Kind, by author: Author?, about subject: Person?, _ detail: String? = nil) throws {
    try note(kind, author, subject.map { ($0.id.number, $0.name) }, detail)
  }

  /// The same about an account.
  func note(
    _ kind: PeopleEvent.Kind, by author: Author?, about account: Record<Stored.Account>, _ detail: String? = nil
  ) throws {
    try note(kind, author, account.id.map { ($0, account.name ?? "") }, detail)
  }

  private func note(
    _ kind: PeopleEvent.Kind, _ author: Author?, _ subject: (id: RecordID, name: String)?, _ detail: String?
  ) throws {
    var event = Record<Stored.Event>()
    (event.at, event.kind) = (now, kind.rawValue)
    (event.author, event.authorName) = (author?.id.map { Int($0) }, author?.name)
    (event.subject, event.subjectName) = (subject.map { Int($0.id) }, subject?.name)
    event.detail = detail.flatMap { PeopleText.line($0, 1_000) }
    try transaction.insert(&event)
    let count = try transaction.count(Stored.Event.all)
    guard count > limits.events else { return }
    for old in try transaction.fetch(Stored.Event.all.sorted(by: \.at).limit(count - limits.events)) {
      try transaction.delete(old)
    }
  }
}

/// Texts that clients send, as the store takes them.
enum PeopleText {
  /// One line of printable characters, cut off.
  static func line(_ text: String, _ longest: Int = 200) -> String? {
    let shown = String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(longest * 4).filter {
          ![.control, .format, .surrogate, .privateUse].contains($0.properties.generalCategory)
        }))
    let line = String(shown.trimmingCharacters(in: .whitespaces).prefix(longest))
    return line.isEmpty ? nil : line
  }
}

extension Optional where Wrapped: Sendable {
  fileprivate func flatMapAsync<T>(_ body: (Wrapped) async throws -> T?) async rethrows -> T? {
    switch self {
    case .some(let value): try await body(value)
    case .none: nil
    }
  }
}
