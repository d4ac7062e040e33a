import Foundation
import KartotekaModel
import Synchronization

/// A change set that is made in several transactions and is not complete yet, as `kartoteka_unfinished` notes it from its
/// first commit to its last.
struct UnfinishedChangeSet: Sendable, Codable {
  let changeSet: Int64
  let origin: ChangeSet.Origin
  /// The process that makes it.
  private var process: ProcessIdentity
  /// Identifies it among all change sets of all processes and servers.
  private(set) var token: UUID

  private static let prefix = "change-set-"
  private static let underWay = Mutex<Set<UUID>>([])

  /// A change set of this process, which is under way until ``end(_:)``.
  init(_ changeSet: Int64, _ origin: ChangeSet.Origin) {
    (self.changeSet, self.origin, process, token) = (changeSet, origin, .current, UUID())
    _ = Self.underWay.withLock { [token] in $0.insert(token) }
  }

  /// Notes it.
  func note(in database: SQLConnection) throws {
    try Self.table(in: database)
      .note(String(decoding: try JSONEncoder().encode(self), as: UTF8.self), as: Self.key(changeSet))
  }

  /// Forgets that this process makes a change set, as it is complete or taken back.
  static func end(_ unfinished: UnfinishedChangeSet) { underWay.withLock { _ = $0.remove(unfinished.token) } }

  /// Whether a process of this machine makes it still.
  var isUnderWay: Bool {
    process == .current ? Self.underWay.withLock { $0.contains(token) } : process.isRunning
  }

  private static func key(_ changeSet: Int64) -> String { prefix + String(changeSet) }

  private static func table(in database: SQLConnection) -> MetaTable { MetaTable(in: database, MetaTable.unfinished) }

  func isNoted(in database: SQLConnection) throws -> Bool { try Self.isNoted(changeSet, in: database) }

  static func isNoted(_ changeSet: Int64, in database: SQLConnection) throws -> Bool {
    try table(in: database).text(key(changeSet)) != nil
  }

  /// - Returns: whether it was noted.
  func remove(in database: SQLConnection) throws -> Bool { try Self.table(in: database).remove(Self.key(changeSet)) }

  /// States that nobody makes those of a copy of a database: who makes them does so in the original.
  static func abandon(in copy: SQLConnection) throws {
    guard try copy.hasTable(MetaTable.unfinished) else { return }
    for var change in try readAll(in: copy) {
      (change.process, change.token) = (.nobody, UUID())
      try change.note(in: copy)
    }
  }

  static func readAll(in database: SQLConnection) throws -> [UnfinishedChangeSet] {
    try table(in: database).texts(prefix).compactMap { try? JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
  }
}

/// A process of this machine. Its start tells it from a later one of the same number, where the system says when that was.
package struct ProcessIdentity: Sendable, Hashable, Codable {
  let number: Int32
  let start: String

  /// This process.
  package static let current = ProcessIdentity(getpid())

  /// One that has ended. No system gives such a number.
  static let nobody = ProcessIdentity(.max)

  private init(_ number: Int32) {
    self.number = number
    // The 22nd field (<https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html>); the second may contain blanks.
    let fields = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8))?
      .split(separator: ")").last?.split(separator: " ")
    start = fields.flatMap { $0.count > 19 ? String($0[19]) : nil } ?? ""
  }

  /// Whether it has not ended. A process of another container looks as if it had.
  package var isRunning: Bool { (kill(number, 0) == 0 || errno == EPERM) && self == ProcessIdentity(number) }
}
