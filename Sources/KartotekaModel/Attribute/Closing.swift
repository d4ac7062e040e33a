/// What follows from a value that closes its record: while there is one, people can't delete the record, and its parts
/// stay as they are. The value itself is set and removed by actions, which do what belongs to it.
public struct Closing: Hashable, Sendable, Codable {
  /// Why a closed record stays as it is: a key into the catalogue.
  public package(set) var reason: String
  /// The name of the action that closes a record.
  public package(set) var action: String
  /// The name of the action that opens it again; nil where nothing does.
  public package(set) var reopening: String?
  /// Whether people can't change the record's own values either.
  public package(set) var isSealing: Bool
}

extension AnyRecord {
  /// Why people can't delete the record or change its parts; nil while it is open.
  public var closing: Closing? { entity.closings.first { !self[$0.name].isNull }?.closing }

  /// Why people can't change the record's values; nil while they can.
  public var sealing: Closing? {
    entity.closings.first { $0.closing?.isSealing == true && !self[$0.name].isNull }?.closing
  }
}
