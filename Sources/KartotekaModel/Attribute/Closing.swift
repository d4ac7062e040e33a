/// What follows from a value that closes its record: while there is one, people can't delete the record, and its parts
/// stay as they are. The value itself is set and taken away by actions, which do what belongs to it.
public struct Closing: Hashable, Sendable, Codable {
  /// Why a closed record stays as it is: a key into the catalogue.
  public let reason: String
  /// The name of the action that closes a record.
  public let action: String
  /// The name of the action that opens it again; nil where nothing does.
  public let reopening: String?
}
