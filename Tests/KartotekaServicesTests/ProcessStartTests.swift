import Foundation
import KartotekaServices
import Testing

@Suite struct ProcessStartTests {
  // Sendable because one thread after the other uses it.
  private struct Started: @unchecked Sendable { let process = Process() }

  @Test("While a pipe is opened for one process, no other one is started that would inherit it")
  func oneAtATime() throws {
    let other = Started()
    other.process.executableURL = URL(filePath: "/bin/sh")
    other.process.arguments = ["-c", "exit 7"]
    let (attempt, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Process.withoutStarts {
      Thread.detachNewThread {
        attempt.signal()
        other.process.terminationHandler = { _ in end.signal() }
        try? other.process.start()
      }
      attempt.wait()
      #expect(end.wait(timeout: .now() + .milliseconds(100)) == .timedOut && !other.process.isRunning)
    }
    try #require(end.wait(timeout: .now() + .seconds(120)) == .success)
    #expect(other.process.terminationStatus == 7)
  }

  @Test("A process ends by a signal that the thread blocks which starts it, and the thread goes on blocking it")
  func signals() throws {
    let (started, end) = (Started(), DispatchSemaphore(value: 0))
    started.process.executableURL = URL(filePath: "/bin/sh")
    started.process.arguments = ["-c", "exec sleep 600"]
    Thread.detachNewThread {
      var (all, after) = (sigset_t(), sigset_t())
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      started.process.terminationHandler = { _ in end.signal() }
      try? started.process.start()
      pthread_sigmask(SIG_SETMASK, nil, &after)
      #expect(sigismember(&after, SIGTERM) == 1)
      started.process.terminate()
    }
    let isOver = end.wait(timeout: .now() + .seconds(120)) == .success
    if !isOver { kill(started.process.processIdentifier, SIGKILL) }
    #expect(isOver && started.process.terminationReason == .uncaughtSignal)
  }
}
