import KartotekaModel

/// The record that an unresolved text probably names.
public struct Proposal: Sendable, Hashable {
  /// The record.
  public let record: RecordID
  /// Why: "Ship name is the company name in 5 of 5".
  public let evidence: Phrase
  /// Whether it is only written likewise, so that a person has to look.
  public let isGuess: Bool
}
