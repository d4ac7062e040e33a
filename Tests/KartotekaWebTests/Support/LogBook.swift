import Logging
import Synchronization

/// What was logged, for tests.
final class LogBook: Sendable {
  struct Entry: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: [String: String]
  }

  private let kept = Mutex<[Entry]>([])

  var entries: [Entry] { kept.withLock { $0 } }

  /// A logger that writes here.
  var logger: Logger {
    var logger = Logger(label: "tests") { _ in Handler(book: self) }
    logger.logLevel = .debug
    return logger
  }

  private struct Handler: LogHandler {
    let book: LogBook
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
      book.kept.withLock {
        $0.append(Entry(level: event.level, message: "\(event.message)", metadata: all.mapValues { "\($0)" }))
      }
    }
  }
}
