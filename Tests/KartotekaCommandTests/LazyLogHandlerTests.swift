import Logging
import Synchronization
import Testing

@testable import KartotekaCommand

@Suite("The log of the server")
struct LazyLogHandlerTests {
  /// What a handler was told.
  private final class Told: Sendable {
    let metadata = Mutex(0)
    let messages = Mutex<[String]>([])
  }

  private struct Recorder: LogHandler {
    let told: Told
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:] {
      didSet { told.metadata.withLock { $0 += 1 } }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let request = metadata["request"].map { "\($0)" } ?? "none"
      told.messages.withLock { $0.append("\(request): \(event.message)") }
    }
  }

  @Test("Says of each message which request it is from, and writes nothing for requests that log nothing")
  func metadata() {
    let told = Told()
    let logger = Logger(label: "test") { _ in LazyLogHandler(Recorder(told: told)) }
    var (first, second) = (logger, logger)
    first[metadataKey: "request"] = "1"
    second[metadataKey: "request"] = "2"
    #expect(told.metadata.withLock { $0 } == 0)
    second.info("late")
    logger.info("before")
    first.debug("not wanted")
    #expect(told.messages.withLock { $0 } == ["2: late", "none: before"])
    #expect(first[metadataKey: "request"] == "1")
  }
}
