/// Background work on a record, as data. All texts are keys into the catalogue.
public struct JobDescription: Sendable, Codable, Hashable {
  /// The name in addresses and on the command line, which its action has, too: `load-pictures`.
  public let name: String
  /// What its button says, a verb first: `Load pictures`.
  public let title: String
  /// What is going on while it runs: `Loading pictures`.
  public let doing: String
  /// What is wrong when it could not be done, without the reason: `Pictures could not be loaded`.
  public let failure: String
  /// The entity of its records, by name.
  public let entity: String
  /// Whether it begins by itself for every new record.
  public let startsWithRecord: Bool
  /// How many records it is done for at once.
  public let limit: Int

  package init(
    name: String, title: String, doing: String, failure: String, entity: String, startsWithRecord: Bool, limit: Int
  ) {
    self.name = name
    self.title = title
    self.doing = doing
    self.failure = failure
    self.entity = entity
    self.startsWithRecord = startsWithRecord
    self.limit = limit
  }
}
