import Logging
import Synchronization

/// Keeps what is logged.
final class LogBook: Sendable {
  private let kept = Mutex<[String]>([])

  var lines: [String] { kept.withLock { $0 } }

  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(book: self) }
    logger.logLevel = .trace
    return logger
  }

  private struct Handler: LogHandler {
    let book: LogBook
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      book.kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }
}
