import Logging

/// Passes metadata to another handler only with a message. Each request sets its id as metadata and few requests log
/// anything, but swift-log's `StreamLogHandler` formats metadata as soon as they are set.
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
