import Foundation

/// Runs long work on a thread of its own, which leaves the processors to requests.
package enum LowPriorityThread {
  /// Runs the body on a new thread.
  /// - Parameters:
  ///   - name: the name of the thread, for the tools of the system.
  ///   - niceness: how much the thread yields to others, from 0, as others, to 19 (setpriority(2)).
  package static func start(_ name: String, niceness: CInt, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // On Linux the priority is the thread's alone.
      #if os(Linux)
        _ = setpriority(.init(PRIO_PROCESS.rawValue), 0, niceness)
      #endif
      body()
    }
    thread.name = name
    thread.start()
  }
}
