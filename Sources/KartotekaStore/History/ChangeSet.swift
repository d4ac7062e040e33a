import Foundation
import KartotekaModel

/// One thing that was done to the data: one transaction, with a name, a time and the way it came in. It can be
/// undone while nothing later stands in the way.
public struct ChangeSet: Sendable, Hashable {
  /// The origin of a change.
  public enum Origin: String, Sendable, Codable, CaseIterable {
    /// A form or a button on a screen.
    case screen
    /// The HTTP API.
    case api
    /// A file.
    case `import`
    /// The command line.
    case command
    /// Code of the application itself.
    case code
  }

  /// Its number; later change sets have greater ones.
  public let id: Int64
  /// When it was done.
  public let at: Date
  /// The name: "Deleted Anna Kowalska".
  public let name: Phrase
  /// The origin.
  public let origin: Origin
  /// The author of the change; nil without accounts.
  package let author: Author?
  /// The change set that this one undid.
  public let undoes: Int64?
  /// The change set that undid this one.
  public let undoneBy: Int64?
  /// Why its images were removed; nil while they exist.
  public let removal: Removal?

  /// The name of who made the change; nil without accounts.
  public var person: String? { author?.name }

  /// Whether it has not been undone and its images exist. Later changes of the same records may still prevent an undo.
  public var canBeUndone: Bool { undoneBy == nil && removal == nil }
}

/// The result of a transaction.
public struct Outcome<Value: Sendable>: Sendable {
  /// The return value of the transaction's body.
  public let value: Value
  /// The change set it was; nil when it changed nothing.
  public let changeSet: Int64?
  /// The changed records.
  public let changes: Changes
}
