import Foundation
import Synchronization

/// Hashes passwords on threads of its own, at most two at a time, so that a flood of sign-ins takes neither the memory nor the
/// threads that answer pages.
///
/// A task that is not served at once waits in order; a cancelled one stops waiting. Strangers wait apart from people who are known: those
/// on a device of theirs, in a session, with a link, or whose password was right. More than 64 of either don't wait:
/// ``CredentialFault/busy``. So a flood of strangers keeps nobody out who is known.
package final class PasswordHasher: Sendable {
  /// The hasher of the process. Two at a time is a limit of the machine rather than of a site.
  package static let shared = PasswordHasher()
  /// The number of hashes that are computed at a time.
  static let atOnce = 2

  private let work: PasswordHash.Work
  private let slots: Slots
  // The hash with which a name without an account is compared.
  let nobody: PasswordHash?

  /// - Parameters:
  ///   - work: the parameters of new hashes.
  ///   - atOnce: how many are computed at a time.
  ///   - mostWaiting: how many strangers wait, and how many people who are known.
  init(work: PasswordHash.Work = .current, atOnce: Int = PasswordHasher.atOnce, mostWaiting: Int = 64) {
    (self.work, slots) = (work, Slots(atOnce, mostWaiting: mostWaiting))
    let output = Data(repeating: 0, count: 32).base64EncodedString().prefix { $0 != "=" }
    nobody = PasswordHash(text: "$scrypt$ln=\(work.logN),r=\(work.r),p=\(work.p)$\(output.prefix(22))$\(output)")
  }

  /// A hash of a password that was just chosen, by somebody who is known.
  /// - Throws: ``CredentialFault``.
  package func hash(_ password: NewPassword) async throws(CredentialFault) -> PasswordHash {
    let (text, work) = (password.text, work)
    return try await compute(isKnown: true) { () throws(CredentialFault) in try PasswordHash(of: text, work: work) }
  }

  /// Whether a password that was typed is that of a hash. Without a hash it takes the same time and is false, so that a name
  /// without an account answers like one with another password.
  /// - Parameter isKnown: whether the person is on a device of theirs.
  /// - Throws: ``CredentialFault``.
  package func isRight(
    _ typed: String, _ hash: PasswordHash?, isKnown: Bool = false
  ) async throws(CredentialFault) -> Bool {
    // Longer passwords can't be set.
    let isTooLong = typed.utf8.count > NewPassword.mostLength * 12
    let text = isTooLong ? "" : NewPassword.prepared(typed)
    let stored = isTooLong ? nil : hash
    guard let compared = stored ?? nobody else { return false }
    let isEqual = try await compute(isKnown: isKnown) { () throws(CredentialFault) in try compared.isHash(of: text) }
    return stored != nil && isEqual
  }

  /// A new hash of a password that was right, for one that ``PasswordHash/needsNewHash``. The password may be one that could not
  /// be chosen today.
  /// - Throws: ``CredentialFault``.
  package func hash(ofRight typed: String) async throws(CredentialFault) -> PasswordHash {
    let (text, work) = (NewPassword.prepared(typed), work)
    return try await compute(isKnown: true) { () throws(CredentialFault) in try PasswordHash(of: text, work: work) }
  }

  /// The numbers of hashes that are computed and that wait at this moment.
  var load: (running: Int, waiting: Int) { slots.load }

  private func compute<T: Sendable>(
    isKnown: Bool, _ body: @escaping @Sendable () throws(CredentialFault) -> T
  ) async throws(CredentialFault) -> T {
    try await slots.enter(isKnown: isKnown)
    defer { slots.leave() }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<T, CredentialFault>, Never>) in
      // A thread inherits the priority of the one that starts it, and a continuation may start a thread of the pool. So a thread of
      // usual priority resumes it.
      Thread.detachNewThread {
        let hashed = Mutex<Result<T, CredentialFault>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
          Self.yieldToOthers()
          let result = Result(catching: body)
          hashed.withLock { $0 = result }
          isDone.signal()
        }
        thread.name = "kartoteka-hash"
        thread.start()
        isDone.wait()
        continuation.resume(returning: hashed.withLock { $0 } ?? .failure(.busy))
      }
    }
    return try result.get()
  }

  // Pages come first. On Linux the priority is that of the thread, and of those that it starts.
  private static func yieldToOthers() {
    #if os(Linux)
      _ = setpriority(.init(PRIO_PROCESS.rawValue), 0, 5)
    #endif
  }
}

extension PasswordHasher {
  /// A semaphore with two queues of a limited number of tasks: of strangers, and of people who are known. A slot that gets free goes to
  /// both by turns, and in each to the task that has waited longest.
  final class Slots: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Void, CredentialFault>, Never>

    private struct State {
      var running = 0
      var next = 0
      // By whether they are known.
      var waiting: [Bool: [(id: Int, waiter: Waiter)]] = [:]
      // Neither strangers nor people who sign in again and again keep the others out.
      var isTurnOfKnown = false

      mutating func longestWaiting() -> Waiter? {
        isTurnOfKnown.toggle()
        for isKnown in [isTurnOfKnown, !isTurnOfKnown] where waiting[isKnown]?.isEmpty == false {
          return waiting[isKnown]?.removeFirst().waiter
        }
        return nil
      }
    }

    private let most: Int
    private let mostWaiting: Int
    private let state = Mutex(State())

    init(_ most: Int, mostWaiting: Int) { (self.most, self.mostWaiting) = (most, mostWaiting) }

    var load: (running: Int, waiting: Int) {
      state.withLock { ($0.running, $0.waiting.values.reduce(0) { $0 + $1.count }) }
    }

    /// Waits for a slot, which ``leave()`` returns.
    /// - Throws: ``CredentialFault/busy`` and ``CredentialFault/cancelled``. There is no slot then.
    func enter(isKnown: Bool = false) async throws(CredentialFault) {
      let id = state.withLock { state in
        state.next &+= 1
        return state.next
      }
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { (waiter: Waiter) in
          let answer: Result<Void, CredentialFault>? = state.withLock { state in
            // Cancelled before it waited: the handler has found nobody.
            if Task.isCancelled { return .failure(.cancelled) }
            if state.running < most {
              state.running += 1
              return .success(())
            }
            guard state.waiting[isKnown, default: []].count < mostWaiting else { return .failure(.busy) }
            state.waiting[isKnown, default: []].append((id, waiter))
            return nil
          }
          if let answer { waiter.resume(returning: answer) }
        }
      } onCancel: {
        let waiter = state.withLock { state in
          state.waiting[isKnown]?.firstIndex { $0.id == id }
            .flatMap { state.waiting[isKnown]?.remove(at: $0).waiter }
        }
        waiter?.resume(returning: .failure(.cancelled))
      }
      try result.get()
    }

    /// Returns a slot, which a waiting task gets.
    func leave() {
      let waiter = state.withLock { state -> Waiter? in
        let waiter = state.longestWaiting()
        if waiter == nil { state.running -= 1 }
        return waiter
      }
      waiter?.resume(returning: .success(()))
    }
  }
}
