import Synchronization

@testable import KartotekaTransfer

/// What an import said about how far it is.
final class Seen: Sendable {
  private let reports = Mutex<[ImportProgress]>([])

  var all: [ImportProgress] { reports.withLock { $0 } }

  func add(_ progress: ImportProgress) { reports.withLock { $0.append(progress) } }
}
