import Foundation
import Synchronization

/// A read that waits for a thread or runs on one.
///
/// Sendable because only the thread that has taken it out of the queue, under the queue's lock, uses it.
final class QueuedRead: @unchecked Sendable {
  let id: Int
  let client: String
  // Nil once it is done: nothing may hold the caller's closure when the caller goes on.
  private var work: ((SQLConnection, ReadControl) -> @Sendable () -> Void)?
  private let refusal: @Sendable (any Error) -> Void

  /// - Parameters:
  ///   - work: does it, and returns what tells the caller.
  ///   - refuse: tells the caller that it was not done.
  init(
    _ id: Int, client: String, _ work: @escaping (SQLConnection, ReadControl) -> @Sendable () -> Void,
    refuse: @escaping @Sendable (any Error) -> Void
  ) {
    self.id = id
    self.client = client
    self.work = work
    refusal = refuse
  }

  /// Does it.
  /// - Returns: a function that tells the caller.
  func run(_ database: SQLConnection, _ control: ReadControl) -> @Sendable () -> Void {
    defer { work = nil }
    guard let work else { return {} }
    return work(database, control)
  }

  /// - Returns: a function that tells the caller that it was not done.
  func refuse(_ error: any Error) -> @Sendable () -> Void {
    work = nil
    return { [refusal] in refusal(error) }
  }
}

/// The queue and the threads of a ``ReadPool``. The threads hold this and not the pool, so that the pool can end them.
final class ReadWorkers: Sendable {
  private struct Running {
    let control: ReadControl
    var isLong = false
  }

  private struct State {
    var waiting: [QueuedRead] = []
    /// The worker that read last is the last one: it has most in memory and goes first.
    var idle: [ReadWorker] = []
    var running: [Int: Running] = [:]
    var longCount = 0
  }

  private let limit: Int
  private let longReads: LongReads?
  let pausesReads: Bool
  private let open: @Sendable () throws -> ConnectionQueue
  private let state = Mutex(State())
  private let ids = Atomic(0)

  init(
    limit: Int, longReads: LongReads?, pausesReads: Bool, _ open: @escaping @Sendable () throws -> ConnectionQueue
  ) {
    self.limit = limit
    self.longReads = longReads
    self.pausesReads = pausesReads
    self.open = open
  }

  /// The number of reads that wait for a thread.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  func newID() -> Int { ids.add(1, ordering: .relaxed).newValue }

  /// Has a read done as soon as there is a thread for it.
  func add(_ read: QueuedRead) {
    let worker = state.withLock { state in
      state.waiting.append(read)
      return start(&state)
    }
    worker?.wake()
  }

  /// Cancels a read; one that has ended is left alone.
  func cancel(_ id: Int) {
    let waiting = state.withLock { state -> QueuedRead? in
      if let place = state.waiting.firstIndex(where: { $0.id == id }) { return state.waiting.remove(at: place) }
      state.running[id]?.control.cancel()
      return nil
    }
    waiting?.refuse(CancellationError())()
  }

  /// Ends the threads, which have to be idle, and closes their connections.
  func close() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for worker in idle { worker.close() }
  }

  /// Gives the first read that waits to a worker, where one more may run.
  private func start(_ state: inout State) -> ReadWorker? {
    guard let next = takeNext(&state) else { return nil }
    let worker = state.idle.popLast() ?? ReadWorker(self, open)
    worker.next = next
    return worker
  }

  private func takeNext(_ state: inout State) -> ReadWorker.Work? {
    guard !state.waiting.isEmpty, state.running.count - state.longCount < limit else { return nil }
    let read = state.waiting.removeFirst()
    // Untyped: the compiler (6.3.1) crashes on a closure within a closure that throws an error enumeration by its type.
    let control = ReadControl(makeLong: longReads.map { longReads in { [self] in try makeLong(read, longReads) } })
    state.running[read.id] = Running(control: control)
    return (read, control)
  }

  private func makeLong(_ read: QueuedRead, _ longReads: LongReads) throws -> LongRead {
    let long = try longReads.add(for: read.client, isPaused: pausesReads)
    let worker = state.withLock { state in
      state.running[read.id]?.isLong = true
      state.longCount += 1
      return start(&state)
    }
    worker?.wake()
    return long
  }

  /// A worker has done a read.
  /// - Returns: whether it goes on; what it does next is assigned to it or will be.
  fileprivate func ended(_ read: QueuedRead, _ worker: ReadWorker) -> Bool {
    state.withLock { state in
      if state.running.removeValue(forKey: read.id)?.isLong == true { state.longCount -= 1 }
      if let next = takeNext(&state) {
        worker.next = next
        worker.wake()
        return true
      }
      guard state.idle.count < limit else { return false }
      state.idle.append(worker)
      return true
    }
  }
}

/// A thread that reads, and its connection.
///
/// Sendable because `next` is set before the thread is woken, and the connection is used by the thread alone unless it is
/// idle for good.
final class ReadWorker: @unchecked Sendable {
  typealias Work = (read: QueuedRead, control: ReadControl)

  /// The name of all threads that read, as debuggers show it.
  static let threadName = "kartoteka-read"

  /// The work that it begins when it is woken; nil to end.
  fileprivate var next: Work?
  private let workers: ReadWorkers
  private let open: @Sendable () throws -> ConnectionQueue
  private let turn = DispatchSemaphore(value: 0)
  private var connection: ConnectionQueue?
  private var isStarted = false

  fileprivate init(_ workers: ReadWorkers, _ open: @escaping @Sendable () throws -> ConnectionQueue) {
    self.workers = workers
    self.open = open
  }

  /// Wakes the worker for its assigned work.
  func wake() {
    turn.signal()
    if isStarted { return }
    isStarted = true
    Thread { self.run() }.start()
  }

  /// Ends an idle worker, and closes its connection.
  func close() {
    connection = nil
    turn.signal()
  }

  private func run() {
    Thread.current.name = Self.threadName
    var goesOn = true
    while goesOn {
      turn.wait()
      guard let (read, control) = next else { return }
      next = nil
      let answer = perform(read, control)
      // First: who is answered may close the store, for which all workers have to be idle.
      goesOn = workers.ended(read, self)
      answer()
    }
    connection = nil
  }

  private func perform(_ read: QueuedRead, _ control: ReadControl) -> @Sendable () -> Void {
    do {
      let connection = try connection ?? open()
      self.connection = connection
      return connection.unsafeRead { database in
        database.reading(control) { read.run(database, control) }
      }
    } catch {
      return read.refuse(error)
    }
  }
}
