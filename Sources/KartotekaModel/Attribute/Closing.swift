/// The effect of a value that closes its record. While the record has the value, people can't delete the record or
/// change its parts. Actions set and clear the value.
public struct Closing: Hashable, Sendable, Codable {
  /// The reason shown for a closed record: a catalogue key.
  public package(set) var reason: String
  /// The name of the action that closes a record.
  public package(set) var action: String
  /// The name of the action that reopens it; nil if none does.
  package var reopening: String?
  /// Whether people can't change the record's own values either.
  public package(set) var isSealing: Bool
}

extension AnyRecord {
  /// The reason why people can't delete the record or change its parts; nil while it is open.
  public var closing: Closing? { entity.closings.first { !self[$0.name].isNull }?.closing }

  /// The reason why people can't change the record's values; nil if they can.
  package var sealing: Closing? {
    entity.closings.first { $0.closing?.isSealing == true && !self[$0.name].isNull }?.closing
  }
}
