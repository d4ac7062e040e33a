import Foundation
import KartotekaModel

/// Work for people that all servers on a primary database share: uploaded files with the choices for their import, proposed
/// applications, actions on several records, and the lists that calendar programs read. It is kept beside the tables of applications, and outside of the order of commits.
///
/// An entry has a description and may have files. The server that runs the work of an entry is its owner. The owner calls
/// ``beat(_:progress:)`` about once a second, which stores the progress and answers whether a person has stopped the work at another
/// server. Work whose owner has not done so for half a minute is interrupted.
///
/// The functions throw ``StoreError/primary(_:remedy:_:)``. They block their thread, which must not be one of Swift's cooperative
/// threads: ``run(_:)``.
package protocol SharedWork: Sendable {
  /// Reads the entries of the place, the newest first.
  /// - Parameters:
  ///   - id: the id of the only entry to read; nil for all.
  ///   - isBrief: whether descriptions are left out.
  func entries(_ id: String?, isBrief: Bool) throws -> [SharedEntry]

  /// Adds an entry with files, whose numbers are counted from 1. An entry of that id is replaced.
  func add(_ id: String, _ content: SharedContent, files: [URL]) throws

  /// Changes an entry. Nothing happens if the entry was removed, or if a server runs its work.
  func change(_ id: String, _ content: SharedContent) throws

  /// Begins the work of an entry: this server becomes the owner.
  /// - Parameters:
  ///   - content: the entry while the work runs.
  ///   - lane: of the entries with the same lane in the place, one runs at a time.
  ///   - isNew: whether the entry is added by this.
  /// - Returns: false if the work runs already, if other work of the lane runs, or if the entry was removed.
  func begin(_ id: String, _ content: SharedContent, lane: String?, isNew: Bool) throws -> Bool

  /// Stores the progress of this server's work, and shows that this server runs it.
  func beat(_ id: String, progress: Data?) throws -> SharedOrder

  /// Ends this server's work. Nothing happens if this server is no longer the owner.
  /// - Parameter files: the files that the work has made, counted from 1; nil if the files remain as they are.
  func end(_ id: String, _ content: SharedContent, files: [URL]?) throws

  /// Has the owner stop the work of an entry.
  func stop(_ id: String) throws

  /// Whether work of a lane runs.
  func isRunning(lane: String) throws -> Bool

  /// Removes an entry with its files. Its owner then stops the work.
  func remove(_ id: String) throws

  /// Removes the files of an entry.
  func removeFiles(of id: String) throws

  /// Writes the files of an entry to a folder, named by their numbers.
  /// - Returns: whether the entry has files.
  /// - Throws: also `CocoaError`.
  func bring(_ id: String, to folder: URL) throws -> Bool

  /// The size of all files of the place, in bytes.
  func size() throws -> Int

  /// Removes entries that have not changed for a time and do not run.
  /// - Parameter seconds: the time.
  /// - Returns: the ids of the entries with files.
  func sweep(olderThan seconds: Int) throws -> Set<String>

  /// Calls a function with all entries, without descriptions: once at the beginning, and within about a second after each change by a
  /// server.
  /// - Parameter notify: the function. It is called on any thread.
  /// - Returns: the subscription, which ends when it is released.
  func watch(_ notify: @escaping @Sendable ([SharedEntry]) -> Void) -> any Sendable
}

/// The contents that a ``SharedWork`` stores in an entry.
package struct SharedContent: Sendable {
  /// The description as JSON; nil to keep the stored one.
  package var description: Data?
  /// The progress as JSON; nil if there is none.
  package var progress: Data?
  /// The number of the primary's commit that the description refers to: a server has this commit before it shows the entry.
  package var commit: Int64?

  /// Creates the content.
  package init(description: Data?, progress: Data? = nil, commit: Int64? = nil) {
    (self.description, self.progress, self.commit) = (description, progress, commit)
  }
}

/// An entry of a ``SharedWork``.
package struct SharedEntry: Sendable {
  /// The id.
  package let id: String
  /// The stored content; without the description if that was left out.
  package let content: SharedContent
  /// Whether a server runs the work.
  package let isRunning: Bool
  /// Whether a person has stopped the work.
  package let isStopped: Bool

  /// Creates the value.
  package init(id: String, content: SharedContent, isRunning: Bool, isStopped: Bool) {
    (self.id, self.content, self.isRunning, self.isStopped) = (id, content, isRunning, isStopped)
  }
}

/// The order for the owner of shared work.
package enum SharedOrder: Sendable {
  /// The work goes on.
  case goOn
  /// A person has stopped the work.
  case stop
  /// The entry was removed, or another server has taken it over.
  case lost
}

extension SharedWork {
  /// Runs a body on a thread of its own.
  /// - Throws: what the body throws.
  package func run<T: Sendable>(_ body: @escaping @Sendable (any SharedWork) throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try body(self) }) }
    }
  }

  /// Reads an entry; nil if there is none.
  /// - Throws: ``StoreError/primary(_:remedy:_:)``.
  package func entry(_ id: String) async throws -> SharedEntry? {
    try await run { try $0.entries(id, isBrief: false).first }
  }
}

extension Store {
  /// The work of a kind that all servers of the application share; nil if the file is no local copy of a primary database.
  package func sharedWork(_ kind: String) -> (any SharedWork)? { replica?.primary.work(kind) }
}
