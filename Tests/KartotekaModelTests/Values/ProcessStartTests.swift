import Foundation
import KartotekaModel
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
}
