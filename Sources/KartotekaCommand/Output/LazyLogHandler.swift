import Logging

/// Logs by another handler, which is told of the metadata with a message only. Every request is given an identifier for the
/// log, and hardly any logs anything; but swift-log's `StreamLogHandler` writes the metadata out as soon as they are set.
struct LazyLogHandler<Base: LogHandler>: LogHandler {
  private let base: Base
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level

  init(_ base: Base) {
    self.base = base
    logLevel = base.logLevel
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var base = base
    base.metadata = metadata
    base.log(event: event)
  }
}
