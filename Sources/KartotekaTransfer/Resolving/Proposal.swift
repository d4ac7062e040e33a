import KartotekaModel

/// The record that an unresolved text probably names.
public struct Proposal: Sendable, Hashable {
  /// The record.
  public let record: RecordID
  /// The evidence, such as "Ship name is the company name in 5 of 5".
  public let evidence: Phrase
  /// Whether only the spelling is similar, so that a person should confirm it.
  public let isGuess: Bool
}
