import Dispatch
import Foundation
import Synchronization

/// Shares the processors among the clients with long reads (round-robin), and a client's share among its long reads: each
/// runs for a time slice, then the next one.
///
/// All but one of the processors work on long reads, so that short ones, writes and the server go on beside them. The
/// number of long reads has a limit: each holds a connection and a snapshot.
package final class LongReads: Sendable {
  /// The long reads of the process.
  package static let shared = LongReads(
    atOnce: max(1, ProcessInfo.processInfo.activeProcessorCount - 1), limit: 16, limitPerClient: 8)

  /// The client on whose behalf the current task reads; empty for the program itself.
  @TaskLocal package static var client = ""

  private struct State {
    var running: [LongRead] = []
    var waiting: [LongRead] = []
    var clients: [String: Client] = [:]
    /// The number of time slices that have begun.
    var slices = 0
  }

  private struct Client {
    /// The number of its long reads.
    var count = 0
    /// The number of the time slice that one of them got last.
    var slice = 0
  }

  private let atOnce: Int
  private let limit: Int
  private let limitPerClient: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - atOnce: how many run at once.
  ///   - limit: how many there may be, those that wait for their time slice included.
  ///   - limitPerClient: how many of them one client may have.
  package init(atOnce: Int, limit: Int, limitPerClient: Int) {
    self.atOnce = atOnce
    self.limit = limit
    self.limitPerClient = limitPerClient
  }

  /// The number of long reads.
  var count: Int { state.withLock { $0.clients.values.reduce(0) { $0 + $1.count } } }

  /// Adds a long read, which then has to wait for its turn.
  /// - Parameters:
  ///   - client: the client that asks; empty for the program itself.
  ///   - isPaused: whether it waits for turns. A read that keeps other programs from writing is never paused.
  /// - Throws: ``StoreError/tooManyLongReads`` where the client has too many already, ``StoreError/overloaded`` where there
  ///   are too many in all.
  func add(for client: String, isPaused: Bool = true) throws(StoreError) -> LongRead {
    try state.withLock { state throws(StoreError) in
      // The program's own reads belong to a waiting request, or run once.
      if !client.isEmpty {
        guard state.clients[client]?.count ?? 0 < limitPerClient else { throw .tooManyLongReads }
        guard state.clients.values.reduce(0, { $0 + $1.count }) < limit else { throw .overloaded }
      }
      // A client that has just come is no less recent than the others: it waits for one turn of each.
      state.clients[client, default: Client(slice: state.slices)].count += 1
      return LongRead(of: self, client: client, isPaused: isPaused)
    }
  }

  fileprivate func enter(_ read: LongRead) -> Bool {
    state.withLock { state in
      if read.isCancelled || !read.isPaused { return true }
      guard state.running.count >= atOnce else {
        Self.start(read, &state)
        return true
      }
      state.waiting.append(read)
      return false
    }
  }

  /// Gives the turn of a read to the next one.
  /// - Returns: whether the read has to wait now.
  fileprivate func passOn(_ read: LongRead) -> Bool {
    state.withLock { state in
      guard !state.waiting.isEmpty, !read.isCancelled, read.isPaused else { return false }
      state.waiting.append(read)
      next(after: read, &state)
      return !state.running.contains { $0 === read }
    }
  }

  fileprivate func cancel(_ read: LongRead) {
    state.withLock { state in
      read.isCancelled = true
      guard let place = state.waiting.firstIndex(where: { $0 === read }) else { return }
      state.waiting.remove(at: place)
      read.turn.signal()
    }
  }

  fileprivate func end(_ read: LongRead) {
    state.withLock { state in
      next(after: read, &state)
      state.clients[read.client]?.count -= 1
      if state.clients[read.client]?.count == 0 { state.clients[read.client] = nil }
    }
  }

  private func next(after read: LongRead, _ state: inout State) {
    guard let place = state.running.firstIndex(where: { $0 === read }) else { return }
    state.running.remove(at: place)
    // Of the client whose turn is the longest ago, the read that has waited longest: `min` returns the first of equals.
    guard
      let next = state.waiting.indices.min(by: {
        state.clients[state.waiting[$0].client]?.slice ?? 0 < state.clients[state.waiting[$1].client]?.slice ?? 0
      })
    else { return }
    let chosen = state.waiting.remove(at: next)
    Self.start(chosen, &state)
    if chosen !== read { chosen.turn.signal() }
  }

  private static func start(_ read: LongRead, _ state: inout State) {
    state.slices += 1
    state.clients[read.client]?.slice = state.slices
    state.running.append(read)
  }
}

/// A read that takes long.
///
/// Sendable because the lock of ``LongReads`` guards `isCancelled`, and the thread that reads alone uses `sliceEnd`.
final class LongRead: @unchecked Sendable {
  private static let slice = Duration.milliseconds(50)

  fileprivate let client: String
  fileprivate let turn = DispatchSemaphore(value: 0)
  fileprivate var isCancelled = false
  fileprivate let isPaused: Bool
  private let reads: LongReads
  private var sliceEnd = ContinuousClock.now

  fileprivate init(of reads: LongReads, client: String, isPaused: Bool) {
    self.reads = reads
    self.client = client
    self.isPaused = isPaused
  }

  /// Waits until it may run, or is cancelled.
  func waitForTurn() {
    if !reads.enter(self) { turn.wait() }
    sliceEnd = .now + Self.slice
  }

  /// Lets others run when its time slice is over.
  func yield() {
    guard ContinuousClock.now >= sliceEnd else { return }
    if reads.passOn(self) { turn.wait() }
    sliceEnd = .now + Self.slice
  }

  /// Ends its waiting for a turn. Any thread may call this.
  func cancel() { reads.cancel(self) }

  /// Its turn goes to the next one.
  func end() { reads.end(self) }
}
