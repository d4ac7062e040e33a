import Foundation
import KartotekaModel
import KartotekaStore

extension People {
  /// Whether there is nobody, and never was: the server is as open as without this module. Cheap: to be asked for each request.
  /// - Throws: ``PeopleError`` `.lost`, `.unreachable`; `StoreError` if the people can't be read. The server must refuse everybody then.
  package var isEmpty: Bool {
    get async throws {
      if state.withLock(\.hasPeople) { return false }
      do {
        if try await read({ try $0.count() }) ?? 0 > 0 {
          noteFirst()
          return false
        }
      } catch StoreError.primary {
        throw PeopleError.unreachable
      }
      if mark.isSet { throw PeopleError.lost }
      // A copy that was opened without its database may lack the first person.
      if state.withLock(\.store)?.primaryLoss != nil { throw PeopleError.unreachable }
      return true
    }
  }

  /// Notes that there are people, for this process and for later ones.
  func noteFirst() {
    let waiting = state.withLock { state in
      if state.hasPeople { return [AsyncStream<Void>.Continuation]() }
      state.hasPeople = true
      return state.waiting.take()
    }
    mark.set()
    for continuation in waiting { continuation.finish() }
  }

  /// Opens a server that has lost its people to everybody.
  /// - Throws: ``PeopleError/hasPeople`` while there is anybody; `StoreError`; `CocoaError`.
  package func openToEverybody() async throws {
    guard try await all().isEmpty else { throw PeopleError.hasPeople }
    try mark.remove()
  }

  /// The person of a session's cookie; nil if there is no such session, or no longer. The use of the session is noted.
  /// - Throws: `StoreError` if the people can't be read.
  package func signed(session key: String) async throws -> Signed? {
    try await signed(.session, key) { tables, digest in
      guard let session = try tables.first(Stored.Session.self, "digest", .text(digest)) else { return nil }
      return (try tables.signed(session), tables.end(of: session)?.idle, session.lastUse)
    }
  }

  /// The person of a token, `kt_…`; nil if there is no such token, or no longer. The use of the token is noted.
  /// - Throws: `StoreError` if the people can't be read.
  package func signed(token key: String) async throws -> Signed? {
    try await signed(.program, key) { tables, digest in
      guard let token = try tables.first(Stored.ProgramToken.self, "digest", .text(digest)) else { return nil }
      return (try tables.signed(token), nil, token.lastUse)
    }
  }

  private typealias Found = (signed: Signed?, idleEnd: Date?, lastUse: Date?)

  private func signed(
    _ kind: SecretToken.Kind, _ key: String, _ look: @escaping @Sendable (PeopleTables, String) throws -> Found?
  ) async throws -> Signed? {
    guard key.utf8.starts(with: kind.rawValue.utf8), let store = try await store() else { return nil }
    let version = try await knownRightsVersion(of: store)
    let digest = SecretToken.digest(of: key)
    var entry = state.withLock { $0.known.entry(digest, at: version) }
    if entry == nil {
      guard let secret = SecretToken(kind, text: key) else { return nil }
      let found = try await found { try look($0, secret.storedDigest) }
      let new = KnownCredentials.Entry(signed: found?.signed, idleEnd: found?.idleEnd, lastUse: found?.lastUse)
      state.withLock { $0.known.keep(new, digest, at: version) }
      entry = new
    }
    let now = now()
    guard let entry, let signed = entry.signed, signed.ends.map({ now < $0 }) ?? true,
      entry.idleEnd.map({ now < $0 }) ?? true
    else { return nil }
    // Also where the clock was set back.
    if entry.lastUse.map({ abs(now.timeIntervalSince($0)) >= limits.use }) ?? true { noteUse(of: signed, digest, now) }
    return signed
  }

  // The same, without a look at the file for each of many requests. What this process changes counts at once; another one has
  // hardly ended, such as a command, when its change counts, too.
  private func knownRightsVersion(of store: Store) async throws -> DataVersion {
    let now = ContinuousClock.now
    if let compared = state.withLock(\.compared), now - compared < Self.comparing, compared <= now {
      return store.lastKnownChange(of: Self.rights)
    }
    let version = try await Self.rightsVersion(of: store)
    state.withLock { $0.compared = now }
    return version
  }

  private static let comparing = Duration.milliseconds(1)
  private static let rights = Dependencies.entities(Stored.rights)

  // The version of who is signed in. It stays while people type.
  private static func rightsVersion(of store: Store) async throws -> DataVersion {
    try await Store.apart(by: nil) { try await store.lastChange(of: rights) }
  }

  // In the background: no request waits for the disk, or fails because it is full.
  private func noteUse(of signed: Signed, _ digest: [UInt8], _ time: Date) {
    state.withLock { state in
      state.known.noteUse(digest, time)
      state.nextUse &+= 1
      let number = state.nextUse
      state.uses[number] = Task.detached(priority: .utility) { [self] in
        try? await write(by: nil) { try $0.noteUse(of: signed) }
        self.state.withLock { $0.uses[number] = nil }
      }
    }
  }

  /// Waits until the uses so far are stored.
  func settle() async {
    while let use = state.withLock({ $0.uses.values.first }) { await use.value }
  }

  /// Waits until a session or token ends, or until the name, the roles or anything else of its person is another: the open streams of
  /// whoever has shown it have to end then. Returns at once when the task is cancelled.
  package func waitUntilEnded(_ signed: Signed) async {
    var checked: (version: DataVersion, at: ContinuousClock.Instant)?
    while !Task.isCancelled {
      guard let store = try? await store() else { return }
      let number = store.feed.last
      guard let version = try? await Self.rightsVersion(of: store) else { return }
      // Between commits sessions end by the clock.
      if checked.map({ $0.version != version || .now - $0.at > Self.look }) ?? true {
        let current = try? await read { try $0.isStillSignedIn(signed) }
        guard case .some(.some(signed)) = current else { return }
        checked = (version, .now)
      }
      await store.feed.wait(after: number, of: Stored.rights, atMost: Self.followed)
    }
  }

  private static let look = Duration.seconds(60)
  // Commits of other processes wake nobody.
  private static let followed = Duration.seconds(1)
}

extension PeopleTables {
  /// Stores that a session or token is used now.
  fileprivate func noteUse(of signed: Signed) throws {
    switch signed.way {
    case .session(let id):
      guard var session = try transaction.record(Stored.Session.self, id: id.number), let end = end(of: session) else {
        return
      }
      session.lastUse = now
      session.ends = end.absolute
      try transaction.update(session)
    case .token(let id, _, _):
      guard var token = try transaction.record(Stored.ProgramToken.self, id: id.number) else { return }
      token.lastUse = now
      try transaction.update(token)
    }
  }
}
