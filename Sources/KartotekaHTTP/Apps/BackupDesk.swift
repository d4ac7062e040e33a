import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaStore
import Logging
import Synchronization

/// The work with backups of a data folder: one at a time, in the background, with what is known of the last ones.
package final class BackupDesk: Sendable {
  /// A work that runs.
  package struct Running: Sendable {
    /// The kind of the work.
    package enum Kind: Sendable { case backup, restore, trial, copy, fetch, look }

    package let kind: Kind
    /// The application that is worked on, and its finished share.
    package var app = ""
    package var share = 0.0
  }

  private struct Content {
    var state: BackupState
    /// Whether the file has it.
    var isWritten = true
    var running: Running?
    var isStopped = false
    /// The backups in the storage; nil if they are not known.
    var stored: [StoredBackup]?
    /// Whether a backup from elsewhere is received.
    var isReceiving = false
  }

  /// The data folder.
  package let data: URL
  private let logger: Logger
  private let content: Mutex<Content>
  // Reading and writing of whole databases blocks.
  private let queue = DispatchQueue(label: "backups", qos: .utility)
  // The folder may be on a disk that does not answer.
  private let reading = DispatchQueue(label: "backups-reading", qos: .utility)
  private let contents = Mutex<[String: (key: String, contents: BackupContents)]>([:])
  private let sessions = Mutex<[(id: String, token: String)]>([])
  /// The time after which a disk counts as one that does not answer.
  package let patience = Mutex(Duration.seconds(5))

  package init(_ data: URL, logger: Logger) {
    self.data = data
    self.logger = logger
    content = Mutex(Content(state: BackupState(in: data)))
  }

  /// The state of the backups.
  package var state: BackupState { content.withLock { $0.state } }
  /// The folder of the backups.
  package var folder: BackupFolder { state.backups(of: data) }
  /// The work that runs; nil for none.
  package var running: Running? { content.withLock { $0.running } }

  /// The backups in the storage at the last look; nil if there was none.
  package var stored: [StoredBackup]? {
    get { content.withLock { $0.stored } }
    set { content.withLock { $0.stored = newValue } }
  }

  /// Changes what is known. Where it can't be written it is known until the server ends.
  package func change(_ body: (inout BackupState) -> Void) {
    content.withLock { content in
      takeOver(&content)
      body(&content.state)
      do {
        try content.state.write(in: data)
        content.isWritten = true
      } catch {
        content.isWritten = false
        logger.warning("backups.json can't be written: \(error)")
      }
    }
  }

  // A restore on the command line sets in the file what was not set.
  private func takeOver(_ content: inout Content) {
    guard content.isWritten, BackupSettings(content.state) == nil, let settings = BackupSettings(of: data) else {
      return
    }
    _ = settings.place(in: &content.state, of: data)
  }

  /// Looks at the folder of the backups, so that its state is known elsewhere, too.
  /// - Returns: the backups, the newest first.
  @discardableResult
  package func look(now: Date = Date()) -> [BackupFile] {
    let folder = folder
    let files = folder.files()
    content.withLock { content in
      takeOver(&content)
      if content.state.note(folder, files, now: now) { try? content.state.write(in: data) }
    }
    return files
  }

  // MARK: Reading

  /// The backups with what is in them, the newest first.
  /// - Parameter limit: how many at most.
  /// - Returns: nil if the disk does not answer.
  package func overview(limit: Int) async -> [(file: BackupFile, contents: BackupContents)]? {
    await inTime { [self] in look().prefix(limit).map { ($0, read($0)) } }
  }

  /// A backup with its contents; nil if no backup has that name, or the disk does not answer.
  package func backup(named name: String) async -> (file: BackupFile, contents: BackupContents)? {
    await inTime { [self] in folder.file(named: name).map { ($0, read($0)) } } ?? nil
  }

  // A file that is the same as before is not read again.
  private func read(_ file: BackupFile) -> BackupContents {
    let key = "\(file.size) \(file.changed.timeIntervalSince1970)"
    if let known = contents.withLock({ $0[file.url.path()] }), known.key == key { return known.contents }
    let found = BackupContents(of: file.url)
    contents.withLock { contents in
      if contents.count > 1_000 { contents.removeAll() }
      contents[file.url.path()] = (key, found)
    }
    return found
  }

  /// Looks at the folder of the backups on a thread of its own.
  /// - Returns: the backups, the newest first, and whether the folder is there; nil if the disk does not answer.
  package func lookInTime(now: Date) async -> (files: [BackupFile], isThere: Bool)? {
    await inTime { [self] in (look(now: now), folder.isThere) }
  }

  /// Changes something in a folder of backups on a thread of its own.
  /// - Throws: ``BackupError`` `.folderGone` if its disk does not answer, and the errors of `body`.
  package func changeFolder(_ body: @escaping @Sendable () throws(BackupError) -> Void) async throws(BackupError) {
    let done = await inTime { () -> Result<Void, BackupError> in Result { () throws(BackupError) in try body() } }
    guard let done else { throw .folderGone }
    try done.get()
  }

  /// Reads or moves a file that was received, which may take long, on a thread of its own.
  package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async { continuation.resume(with: Result { try body() }) }
    }
  }

  private func inTime<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    let (values, continuation) = AsyncStream.makeStream(of: Value?.self)
    reading.async {
      continuation.yield(body())
      continuation.finish()
    }
    let patience = patience.withLock(\.self)
    let clock = Task {
      try? await Task.sleep(for: patience)
      continuation.yield(nil)
      continuation.finish()
    }
    defer { clock.cancel() }
    for await value in values { return value }
    return nil
  }

  /// Whether a backup from elsewhere may be received: one at a time, since each may take half of the free disk.
  package func beginReceiving() -> Bool {
    content.withLock { content in
      defer { content.isReceiving = true }
      return !content.isReceiving
    }
  }

  /// A backup from elsewhere was received or refused.
  package func endReceiving() { content.withLock { $0.isReceiving = false } }

  // MARK: Sessions of administrators

  /// A session of an administrator, who has sent the token. Sessions end with the server.
  package func newSession(by token: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let id = (0..<4).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) }.joined()
    sessions.withLock { $0 = $0.suffix(99) + [(id: id, token: token)] }
    return id
  }

  /// Whether a session is one of an administrator, whose token has not ended meanwhile.
  package func isSession(_ id: String, of administrator: Administrator?) -> Bool {
    guard let token = sessions.withLock({ $0.first { $0.id == id }?.token }) else { return false }
    return administrator?.isStill(token) == true
  }

  // MARK: Working

  /// Begins a work unless one runs.
  /// - Parameter work: the work; it reports the application and its finished share to its argument, which ends it when the server
  ///   stops.
  /// - Returns: whether it was begun.
  @discardableResult
  package func begin(
    _ kind: Running.Kind, _ work: @escaping @Sendable (@escaping @Sendable (String, Double) throws -> Void) -> Void
  ) -> Bool {
    let isFree = content.withLock { content in
      guard content.running == nil, !content.isStopped else { return false }
      content.running = Running(kind: kind)
      return true
    }
    guard isFree else { return false }
    queue.async { [self] in
      work { app, share in try self.report(app, share) }
      look()
      content.withLock { $0.running = nil }
    }
    return true
  }

  private func report(_ app: String, _ share: Double) throws {
    try content.withLock { content in
      guard !content.isStopped else { throw CancellationError() }
      content.running?.app = app
      content.running?.share = share
    }
  }

  /// Notes that a trial of the newest backup begins, which is taken for a failed one if the process ends in it.
  func noteTrial(_ date: Date) {
    guard content.withLock({ !$0.isStopped }) else { return }
    change { $0.trialBegan = date }
  }

  /// Ends the work that runs as soon as it can be ended, and begins no other one. A trial that is ended so has not failed, also
  /// where the process does not wait until it can be ended.
  package func stop() {
    content.withLock { $0.isStopped = true }
    if state.trialBegan != nil { change { $0.trialBegan = nil } }
  }

  /// Waits until no work runs.
  package func wait() async {
    while running != nil {
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
  }

  /// Logs how a work went.
  func log(_ outcome: BackupState.Outcome) {
    let phrases = [outcome.says, outcome.remedy].compactMap(\.self) + outcome.lacks
    let text = Localizer.english(Phrase.list(phrases) ?? "")
    if outcome.isFailure || !outcome.lacks.isEmpty { logger.error("\(text)") } else { logger.notice("\(text)") }
  }
}
