import Foundation
import Synchronization

/// Hashes passwords on threads of its own, at most two at a time, so that a flood of sign-ins takes neither the memory nor the
/// threads that answer pages.
///
/// A task that is not served at once waits in order; a cancelled one stops waiting. More than 64 don't wait: ``CredentialFault/busy``.
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
  ///   - mostWaiting: how many wait.
  init(work: PasswordHash.Work = .current, atOnce: Int = PasswordHasher.atOnce, mostWaiting: Int = 64) {
    (self.work, slots) = (work, Slots(atOnce, mostWaiting: mostWaiting))
    let output = Data(repeating: 0, count: 32).base64EncodedString().prefix { $0 != "=" }
    nobody = PasswordHash(text: "$scrypt$ln=\(work.logN),r=\(work.r),p=\(work.p)$\(output.prefix(22))$\(output)")
  }

  /// A hash of a password that was just chosen.
  /// - Throws: ``CredentialFault``.
  package func hash(_ password: NewPassword) async throws(CredentialFault) -> PasswordHash {
    let (text, work) = (password.text, work)
    return try await compute { () throws(CredentialFault) in try PasswordHash(of: text, work: work) }
  }

  /// Whether a password that was typed is that of a hash. Without a hash it takes the same time and is false, so that a name
  /// without an account answers like one with another password.
  /// - Throws: ``CredentialFault``.
  package func isRight(_ typed: String, _ hash: PasswordHash?) async throws(CredentialFault) -> Bool {
    // Longer passwords can't be set.
    let isTooLong = typed.utf8.count > NewPassword.mostLength * 12
    let text = isTooLong ? "" : NewPassword.prepared(typed)
    let stored = isTooLong ? nil : hash
    guard let compared = stored ?? nobody else { return false }
    let isEqual = try await compute { () throws(CredentialFault) in try compared.isHash(of: text) }
    return stored != nil && isEqual
  }

  /// A new hash of a password that was right, for one that ``PasswordHash/needsNewHash``. The password may be one that could not
  /// be chosen today.
  /// - Throws: ``CredentialFault``.
  package func hash(ofRight typed: String) async throws(CredentialFault) -> PasswordHash {
    let (text, work) = (NewPassword.prepared(typed), work)
    return try await compute { () throws(CredentialFault) in try PasswordHash(of: text, work: work) }
  }

  /// The numbers of hashes that are computed and that wait at this moment.
  var load: (running: Int, waiting: Int) { slots.load }

  private func compute<T: Sendable>(
    _ body: @escaping @Sendable () throws(CredentialFault) -> T
  ) async throws(CredentialFault) -> T {
    try await slots.enter()
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
  /// A semaphore with a limited number of waiting tasks, which proceed in the order of their arrival.
  final class Slots: Sendable {
    private typealias Waiter = CheckedContinuation<Result<Void, CredentialFault>, Never>

    private struct State {
      var running = 0
      var next = 0
      var waiting: [(id: Int, waiter: Waiter)] = []
    }

    private let most: Int
    private let mostWaiting: Int
    private let state = Mutex(State())

    init(_ most: Int, mostWaiting: Int) { (self.most, self.mostWaiting) = (most, mostWaiting) }

    var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

    /// Waits for a slot, which ``leave()`` returns.
    /// - Throws: ``CredentialFault/busy`` and ``CredentialFault/cancelled``. There is no slot then.
    func enter() async throws(CredentialFault) {
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
            guard state.waiting.count < mostWaiting else { return .failure(.busy) }
            state.waiting.append((id, waiter))
            return nil
          }
          if let answer { waiter.resume(returning: answer) }
        }
      } onCancel: {
        let waiter = state.withLock { state in
          state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).waiter }
        }
        waiter?.resume(returning: .failure(.cancelled))
      }
      try result.get()
    }

    /// Returns a slot. The task that has waited longest gets it.
    func leave() {
      let waiter = state.withLock { state -> Waiter? in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst().waiter
      }
      waiter?.resume(returning: .success(()))
    }
  }
}
