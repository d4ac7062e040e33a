import Foundation

extension Process {
  private static let starting = NSLock()

  /// Starts the process, while no other thread starts one.
  ///
  /// On Linux, Foundation sees that a process has ended when a socket is closed that the process has inherited. It lists the
  /// descriptors that a new process must not have, and makes the process after that. A process that is made at the same time
  /// therefore may have the socket, too, and the end of the first one is not seen before the second one has ended.
  ///
  /// It blocks no signal. A process inherits the signal mask of the thread that starts it, and threads of the dispatch library block
  /// nearly all signals: `terminate()` would have no effect, and a shell would not see the end of its children.
  package func start() throws { try Self.withoutStarts { try run() } }

  /// Does something while no other thread starts a process by ``start()``, for example opens a pipe and starts one that writes to
  /// it: the reader would else not see the end before all others that have inherited the pipe have ended.
  package static func withoutStarts<T>(_ body: () throws -> T) rethrows -> T {
    try starting.withLock {
      var (none, before) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      return try body()
    }
  }
}
