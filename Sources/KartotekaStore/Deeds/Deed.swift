import Foundation
import KartotekaModel

/// One thing that was done to the data: one transaction, with a name, a time and the way it came in. It can be
/// undone while nothing later stands in the way.
public struct Deed: Sendable, Hashable {
  /// How a change came in.
  public enum Way: String, Sendable, Codable, CaseIterable {
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

  /// Its number; later deeds have greater ones.
  public let id: Int64
  /// When it was done.
  public let at: Date
  /// What was done: "Deleted Anna Kowalska".
  public let name: Phrase
  /// How it came in.
  public let way: Way
  /// The deed that this one undid.
  public let undoes: Int64?
  /// The deed that undid this one.
  public let undoneBy: Int64?
}

/// What a transaction did, by entity: the ids of the records it touched.
public struct Changes: Sendable, Hashable {
  /// The records of one entity that were touched.
  public struct OfEntity: Sendable, Hashable {
    /// New records; after a bulk import the first and the last id of each range (``isRange``).
    public var inserted: [RecordID] = []
    /// Changed records.
    public var updated: [RecordID] = []
    /// Deleted records.
    public var deleted: [RecordID] = []
    /// Whether ``inserted`` holds the first and the last ids of ranges, in pairs.
    public var isRange = false
  }

  /// By the entity's name.
  public var byEntity: [String: OfEntity] = [:]
  /// Whether nothing was touched.
  public var isEmpty: Bool { byEntity.isEmpty }
}

/// What came of a transaction.
public struct Outcome<Value: Sendable>: Sendable {
  /// What the transaction's body returned.
  public let value: Value
  /// The deed it was; nil when it changed nothing.
  public let deed: Int64?
  /// What it touched.
  public let changes: Changes
}
