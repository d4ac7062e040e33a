import Foundation
import KartotekaModel
@_spi(System) import KartotekaStore
import Synchronization

/// The people of a server: who may sign in, and what they may do in which application.
///
/// They are records of an application of the platform, in `_people.sqlite` of the data folder or in a schema of the primary
/// database. No screen, list, export or API reads that application but through this class. It is made with the first link or
/// person; without it the server has no people, and everybody who reaches it may do everything.
///
/// ## Topics
/// ### The person of a request
/// - `isEmpty`, `signed(session:)`, `signed(token:)`, `waitUntilEnded(_:)`, `waitForFirst()`
/// ### Signing in and out
/// - `signIn(…)`, `signOut(_:)`, `sessions(of:)`, `end(_:of:by:)`, `endSessions(of:besides:by:)`
/// ### One's own account
/// - `changePassword(…)`, `set(name:_:of:by:)`, `tokens(of:)`, `makeToken(…)`
/// - `drafts(of:)`, `draft(_:of:)`, `keep(_:as:of:)`
/// ### Links
/// - `makeFirst(…)`, `firstAdministratorLink(by:)`, `invite(…)`, `passwordLink(for:by:)`, `invitation(_:)`, `accept(…)`, `invitations()`
/// ### People
/// - `all()`, `person(_:)`, `person(named:)`, `add(…)`, `set(roles:isAdministrator:of:by:)`, `remove(_:by:)`, `events(…)`
package final class People: Sendable {
  /// The name of the application with the people. No other application can have it: it is not in kebab case.
  package static let application = "_people"

  /// The database file.
  package let file: URL
  let limits: PeopleLimits
  let now: @Sendable () -> Date
  let hasher: PasswordHasher
  let throttle: Throttle
  let mark: PeopleMark
  let state = Mutex(State())
  let options: StoreOptions

  struct State {
    var store: Store?
    var opening: Task<Store?, any Error>?
    /// Whether there are people. Once there are, the last administrator stays.
    var hasPeople = false
    /// The clients that wait for the first person, and the one look at the store for all of them.
    var waiting = FirstPersonWatch()
    /// Why the primary database has not said yet whether there are people; nil if it has.
    var unanswered: StoreError?
    var isAnswered = false
    /// When the file and the primary database were looked at.
    var looked: ContinuousClock.Instant?
    var asked: ContinuousClock.Instant?
    /// When the commits of other servers were asked for.
    var caughtUp: ContinuousClock.Instant?
    /// When changes of the people by other processes were looked for.
    var compared: ContinuousClock.Instant?
    /// The people who have shown a key, by its digest.
    var known = KnownCredentials()
    /// The sessions and tokens whose use is being stored.
    var uses: [UInt64: Task<Void, Never>] = [:]
    var nextUse: UInt64 = 0
  }

  /// The people of a data folder. Nothing is opened or made yet.
  /// - Parameters:
  ///   - options: those of the folder's stores, with the primary databases.
  ///   - limits: the limits of sessions and links.
  ///   - now: the clock.
  package convenience init(
    in folder: URL, options: StoreOptions = StoreOptions(), limits: PeopleLimits = PeopleLimits(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(in: folder, options, limits, .shared, Throttle(), now)
  }

  init(
    in folder: URL, _ options: StoreOptions, _ limits: PeopleLimits, _ hasher: PasswordHasher, _ throttle: Throttle,
    _ now: @escaping @Sendable () -> Date
  ) {
    file = folder.appending(path: Self.application + ".sqlite")
    mark = PeopleMark(in: folder)
    self.options = Self.storeOptions(options)
    (self.limits, self.hasher, self.throttle, self.now) = (limits, hasher, throttle, now)
  }

  /// The options of the store of people.
  package static func storeOptions(_ options: StoreOptions) -> StoreOptions {
    var own = options
    // Values of the log would be hashes and digests.
    own.sqlLog = min(options.sqlLog, .times)
    own.entitiesWithoutHistory = Stored.withoutHistory
    own.primary = options.primaries.map { $0.database(of: primaryApplication(mayGoBack: options.mayGoBack)) }
    return own
  }

  private static func primaryApplication(mayGoBack: Bool) -> PrimaryApplication {
    let json = (try? JSONEncoder().encode(Stored.model)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    var app = PrimaryApplication(
      name: application, title: "People", isDesigned: false, description: json, mayGoBack: mayGoBack
    ) { try JSONDecoder().decode(ModelDescription.self, from: Data($0.utf8)) }
    // Somebody waits to be signed in, and can try again.
    app.patience = .seconds(3)
    return app
  }

  /// The model of the store, for copies of it.
  package static var model: ModelDescription { Stored.model }

  /// The entities that no backup contains: what gives access, or helps to guess it.
  package static var secretEntities: [String] { Stored.secret }

  /// The store for a backup; nil if there is none. It may block the thread.
  /// - Throws: `StoreError`.
  package func storeForBackup() throws -> Store? { try state.withLock(\.store) ?? opened(makes: false) }

  // MARK: The store

  /// The store; nil while there is none.
  /// - Throws: `StoreError` if there is one that can't be opened.
  func store() async throws -> Store? {
    if let store = state.withLock(\.store) {
      await checkFile(of: store)
      return store
    }
    if isThere { return try await open(makes: false) }
    guard options.primary != nil else { return nil }
    let (wasAsked, isDue) = state.withLock { state in
      (state.asked != nil, state.asked.map { .now - $0 > limits.asking } ?? true)
    }
    // No request waits for a database server that is away, but for the first one.
    if !wasAsked, let store = try await open(makes: false) { return store }
    if wasAsked, isDue { Task { _ = try? await open(makes: false) } }
    // Until the database has answered once, nobody knows whether there are people.
    if let unanswered = state.withLock(\.unanswered) { throw unanswered }
    return nil
  }

  /// The store, which is made if there is none.
  /// - Throws: `StoreError`.
  func madeStore() async throws -> Store {
    if let store = try await store() { return store }
    guard let store = try await open(makes: true) else { throw StoreError.busy }
    return store
  }

  private var isThere: Bool { access(file.path(percentEncoded: false), F_OK) == 0 || errno != ENOENT }

  private static let catchingUpInterval = Duration.milliseconds(200)
  private static let fileInterval = Duration.milliseconds(500)

  private func open(makes: Bool) async throws -> Store? {
    let task = state.withLock { state in
      if let opening = state.opening, !makes { return opening }
      let before = state.opening
      let task = Task<Store?, any Error> { [self] in
        _ = try? await before?.value
        if let store = self.state.withLock(\.store) { return store }
        let store: Store? = try await withCheckedThrowingContinuation { continuation in
          // It may wait for a lock or for a server.
          Thread.detachNewThread { [self] in continuation.resume(with: Result { try opened(makes: makes) }) }
        }
        if let store { await giveIdentities(in: store) }
        self.state.withLock { $0.store = store }
        return store
      }
      state.opening = task
      return task
    }
    defer { state.withLock { if $0.opening == task { $0.opening = nil } } }
    return try await task.value
  }

  private func opened(makes: Bool) throws -> Store? {
    if !isThere {
      do { _ = try Store.prepareCopy(at: file, options: options) } catch let lost as PrimaryLost {
        // A server that has known people has a copy of them.
        guard makes else {
          state.withLock { state in
            state.asked = .now
            if !state.isAnswered { state.unanswered = lost.reason }
          }
          return nil
        }
        throw lost.reason
      }
      state.withLock { ($0.isAnswered, $0.unanswered) = (true, nil) }
      guard makes || isThere else {
        state.withLock { $0.asked = .now }
        return nil
      }
    }
    return try Store(Stored.model, at: file, options: options)
  }

  /// Gives an identity to people of an earlier version, or of a restored file. Where nothing can be written, it is done at a later
  /// opening.
  private func giveIdentities(in store: Store) async {
    _ = try? await Store.apart(by: nil) { [limits, now] in
      @Sendable func tables(_ transaction: Transaction) throws -> PeopleTables {
        try PeopleTables(transaction, now: now(), usual: limits)
      }
      guard try await store.tryOut(as: .code, { try tables($0).withoutIdentity }) > 0 else { return }
      _ = try await store.perform(.code) { try tables($0).giveIdentities() }
    }
  }

  /// A restored file is opened within half a second.
  private func checkFile(of store: Store) async {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard state.looked.map({ now - $0 > Self.fileInterval }) ?? true else { return false }
      state.looked = now
      return true
    }
    guard isDue, case .reopened? = await store.system.checkFile() else { return }
    await giveIdentities(in: store)
  }

  /// Closes the store, for the end of the process.
  package func close() async {
    await settle()
    state.withLock(\.store)?.system.emptyLog()
  }

  // MARK: Reading and writing

  /// Reads one snapshot; nil where there is no store.
  func read<T: Sendable>(_ body: @escaping @Sendable (PeopleTables) throws -> T) async throws -> T? {
    guard let store = try await store() else { return nil }
    return try await Store.apart(by: nil) {
      try await store.tryOut(as: .code) { [limits, now] in
        try body(PeopleTables($0, now: now(), usual: limits))
      }
    }
  }

  /// Looks for what another server may have stored just now: of several servers each may get the next request.
  func found<T: Sendable>(_ body: @escaping @Sendable (PeopleTables) throws -> T?) async throws -> T? {
    if let found = try await read(body) ?? nil { return found }
    guard try await catchUp() else { return nil }
    return try await read(body) ?? nil
  }

  /// Gets the commits of other servers, a few times a second at most.
  /// - Returns: whether it has.
  @discardableResult
  func catchUp() async throws -> Bool {
    guard let store = try await store(), store.hasPrimary else { return false }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard state.caughtUp.map({ now - $0 > Self.catchingUpInterval }) ?? true else { return false }
      state.caughtUp = now
      return true
    }
    if isDue { await Store.apart(by: nil) { await store.catchUp() } }
    return isDue
  }

  /// Changes people in one transaction.
  @discardableResult
  func write<T: Sendable>(
    by changer: PeopleChanger?, _ body: @escaping @Sendable (PeopleTables) throws -> T
  ) async throws -> T {
    let store = try await madeStore()
    let origin: ChangeSet.Origin = if case .machine = changer { .command } else { .screen }
    return try await Store.apart(by: changer?.author) {
      try await store.perform(origin) { [limits, now] in
        try body(PeopleTables($0, now: now(), usual: limits))
      }.value
    }
  }
}
