import Courses
import Kartoteka
import Synchronization

/// Keeps the SQL that a store was asked.
final class Statements: Sendable {
  private let kept = Mutex<[String]>([])

  /// A store in memory whose SQL is kept here.
  func store() throws -> Store {
    var options = StoreOptions()
    options.sqlLog = .statements
    options.log = { [self] line in kept.withLock { $0.append(line) } }
    return try Store(inMemory: courses.description.model, options: options)
  }

  /// What was asked since the last call.
  func taken() -> [String] {
    kept.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
