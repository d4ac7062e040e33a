import Foundation
import KartotekaModel
import Synchronization

/// The part of a ``Store`` that is the same for everybody who asks: its file, connections, caches and queues.
final class StoreCore: Sendable {
  private static let mostCaches = 16

  let model: ModelDescription
  let url: URL?
  let feed: ChangeFeed
  let secrets: SecretFile
  let mapping: ModelMapping
  /// The meaning of the tables by the model; nil if nobody else changes them, or if they are another program's.
  let tables: StoredModel?
  let options: StoreOptions
  let file: FileWatch
  /// Watches the file of another program; nil where none is attached.
  let openedWatch: OpenedFileWatch?
  let probe: CommitProbe
  let tracker: ChangeTracker
  let writes = WriteQueue()
  /// The commits to an opened file that are under way. They distinguish the store's commits from those of other programs.
  let openedCommits = OpenedCommits()
  let background = BackgroundWork()
  /// Keeps the file equal to a primary database; nil if the file itself is the database.
  let replica: Replica?
  /// The subscription to the primary's commits.
  let watch = Mutex<(any Sendable)?>(nil)
  /// The version of the schema that has all that the platform maintains.
  let completeSchema = Mutex<Int64?>(nil)
  /// The caches of reads with all rights.
  private let caches: StoreCaches
  private let otherCaches = Mutex<[Access: StoreCaches]>([:])

  /// Opens a file.
  /// - Throws: ``StoreError/unusable(path:problem:)``.
  init(_ model: ModelDescription, at url: URL, _ options: StoreOptions) throws {
    self.model = model
    self.url = url
    var opened = options
    if options.opened == nil, options.primary == nil {
      opened.primary = StoreTesting.primary(of: model, at: url, options)
    }
    opened.description = options.description.opened
    opened.ownKinds = model.ownKinds
    let blobs = BlobFolder(beside: url, options)
    mapping = ModelMapping(
      model, blobs: options.opened == nil ? blobs : nil, code: options.code,
      withoutHistory: options.entitiesWithoutHistory)
    opened.attachment = options.opened.map { [mapping] in Attachment($0, mapping) }
    tables = model.isOpened ? nil : StoredModel(model)
    self.options = opened
    feed = ChangeFeed()
    tracker = ChangeTracker(feed)
    caches = StoreCaches(tracker)
    LockedFolder.removeForgotten(in: url.deletingLastPathComponent())
    do {
      if opened.opened == nil { try Schema.inspect(at: url, for: model) }
      replica = opened.primary.map { [mapping] in Replica($0, mapping, at: url, opened) }
      // With the change of the description, which is over once the store is open.
      let connections = try Store.connect(to: url, mapping, opened, options.description, replica)
      let writer = connections.writer
      file = FileWatch(connections, at: url, opened)
      openedWatch = OpenedFileWatch(opened.attachment)
      probe = try CommitProbe(connections.access, options.opened)
      secrets = SecretFile(beside: url, options.environment) { [tracker] in tracker.changedOutside() }
      tracker.begin(at: try writer.writeWithoutTransaction { try LogState(in: $0).end })
      if options.opened == nil { try PackedBlobs(mapping: mapping, folder: blobs).unpack(writer) }
      followPrimary(opened.primary)
    } catch let error as SQLError {
      throw StoreError.opening(url.path(percentEncoded: false), error)
    }
  }

  /// Opens a database in memory.
  /// - Throws: ``StoreError`` where the model has no valid SQL.
  init(memory model: ModelDescription, _ options: StoreOptions) throws {
    var options = options
    options.ownKinds = model.ownKinds
    self.model = model
    url = nil
    replica = nil
    self.options = options
    mapping = ModelMapping(model, code: options.code, withoutHistory: options.entitiesWithoutHistory)
    tables = nil
    feed = ChangeFeed()
    tracker = ChangeTracker(feed)
    caches = StoreCaches(tracker)
    let connections = try Connections(nil, options)
    file = FileWatch(connections, at: nil, options)
    openedWatch = nil
    let writer = connections.writer
    try Schema(mapping, options).prepare(writer, at: nil)
    tracker.begin(at: try writer.writeWithoutTransaction { try LogState(in: $0).end })
    probe = try CommitProbe(nil)
    secrets = SecretFile(beside: nil, options.environment) { [tracker] in tracker.changedOutside() }
  }

  /// The caches of reads with an access. Callers with another access never get them.
  func caches(for access: Access) -> StoreCaches {
    if access == SystemAccess.everything { return caches }
    return otherCaches.withLock { others in
      if let known = others[access] { return known }
      // Each may take megabytes.
      if others.count >= Self.mostCaches { others = [:] }
      let made = StoreCaches(tracker)
      others[access] = made
      return made
    }
  }

  /// The store as the system itself reaches it, for work on behalf of nobody.
  var own: Store { Store(core: self, access: SystemAccess.everything) }

  deinit {
    // The last connection to close checkpoints the write-ahead log and removes it, by its name, unless it only reads. So this
    // one, which only reads, is the last one where another file lies at the path.
    if file.isCurrent, openedWatch?.loss == nil { probe.close() }
  }
}

extension StoreCore {
  private func followPrimary(_ primary: (any PrimaryDatabase)?) {
    guard let primary else { return }
    watch.withLock {
      $0 = primary.watch(known: { [weak self] in self?.own.knownPosition }) { [weak self] in
        self?.own.catchUpInBackground()
      }
    }
  }
}

extension Store {
  /// Starts work of the system in the background, which ends with the store.
  /// - Parameter part: a part of the work, during which the store stays open. It returns the time until the next part; nil when
  ///   the work is done. It must use its argument alone.
  func inBackground(_ name: String, _ part: @escaping @Sendable (Store) async -> Duration?) {
    background.start(name) { [weak core] in
      while !Task.isCancelled, let pause = await Self.pause(after: part, of: core) {
        try? await Task.sleep(for: pause)
      }
    }
  }

  // A function, so that nothing holds the store during the pause.
  private static func pause(
    after part: @Sendable (Store) async -> Duration?, of core: StoreCore?
  ) async -> Duration? {
    guard let core else { return nil }
    return await part(core.own)
  }
}

// The components of the core, for the functions of the store.
extension Store {
  var mapping: ModelMapping { core.mapping }
  var tables: StoredModel? { core.tables }
  var options: StoreOptions { core.options }
  var file: FileWatch { core.file }
  var openedWatch: OpenedFileWatch? { core.openedWatch }
  var probe: CommitProbe { core.probe }
  var tracker: ChangeTracker { core.tracker }
  /// The connection that writes.
  /// - Throws: ``StoreError/fileLost(path:_:)``.
  var writer: ConnectionQueue { get throws { try core.file.writing().writer } }
  var writes: WriteQueue { core.writes }
  var openedCommits: OpenedCommits { core.openedCommits }
  var background: BackgroundWork { core.background }
  var replica: Replica? { core.replica }
  var caches: StoreCaches { core.caches(for: access) }
  var groupFlights: SingleFlight<GroupsKey, RecordGroups> { caches.groupFlights }
  var duplicateFlights: SingleFlight<String, DuplicateList> { caches.duplicateFlights }
}
