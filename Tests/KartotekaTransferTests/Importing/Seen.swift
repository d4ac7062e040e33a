import Synchronization

@testable import KartotekaTransfer

/// What an import said about how far it is.
final class Seen: Sendable {
  private let reports = Mutex<[ImportProgress]>([])

  var all: [ImportProgress] { reports.withLock { $0 } }

  func add(_ progress: ImportProgress) { reports.withLock { $0.append(progress) } }
}

extension Seen {
  /// The numbers that something was called with.
  final class Counts: Sendable {
    private let numbers = Mutex<[Int]>([])

    var all: [Int] { numbers.withLock { $0 } }

    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }
}
