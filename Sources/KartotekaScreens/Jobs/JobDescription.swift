/// Background work on a record, as data. All texts are keys into the catalogue.
public struct JobDescription: Sendable, Codable, Hashable {
  /// The name in addresses and on the command line, which its action has, too: `load-pictures`.
  public package(set) var name: String
  /// The text of its button, a verb first: `Load pictures`.
  public package(set) var title: String
  /// The text that is shown while it runs: `Loading pictures`.
  public package(set) var doing: String
  /// The text of a failure, without the reason: `Pictures could not be loaded`.
  public package(set) var failure: String
  /// The entity of its records, by name.
  public package(set) var entity: String
  /// Whether it begins automatically for every new record.
  public package(set) var startsWithRecord: Bool
  /// Whether it begins automatically whenever a record was added or changed.
  public package(set) var startsWithChange: Bool
  /// The maximum number of records that are worked on at once.
  public package(set) var limit: Int

  package init(
    name: String, title: String, doing: String, failure: String, entity: String, startsWithRecord: Bool,
    startsWithChange: Bool = false, limit: Int
  ) {
    self.name = name
    self.title = title
    self.doing = doing
    self.failure = failure
    self.entity = entity
    self.startsWithRecord = startsWithRecord
    self.startsWithChange = startsWithChange
    self.limit = limit
  }
}
