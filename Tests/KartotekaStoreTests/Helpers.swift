import Foundation
import GRDB
import Synchronization

/// Another program: a plain connection to a database file, with nothing of the platform's.
struct DatabaseFile {
  private let queue: DatabaseQueue

  init(_ url: URL) throws { queue = try DatabaseQueue(path: url.path(percentEncoded: false)) }

  func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }
}

/// Counts what several threads do.
final class Counter: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func add() { number.add(1, ordering: .relaxed) }
  func reset() { number.store(0, ordering: .relaxed) }
}
