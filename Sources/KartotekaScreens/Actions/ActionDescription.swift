import KartotekaModel

/// Something an application can be told to do, as data.
public struct ActionDescription: Sendable, Codable, Hashable {
  /// What it is about.
  public enum Scope: Hashable, Sendable, Codable {
    /// The application as a whole.
    case app
    /// The records of an entity, by its name.
    case entity(String)
    /// One record of an entity, by the entity's name.
    case record(String)
  }

  /// Who may do it.
  public enum Audience: String, Sendable, Codable, CaseIterable {
    /// Every person who uses the application: it has a button on the screens.
    case everybody
    /// An administrator, by the command line, the API with the administrator's token, or code. It is not on the
    /// screens.
    case administrator
  }

  /// Where screens offer it.
  public enum Placement: String, Sendable, Codable, CaseIterable {
    /// On the record's page, or on the page More.
    case menu
    /// Above the rows of the entity's list.
    case list
    /// In place of "+": wherever a new record of the entity can be added.
    case new
    /// Nowhere. API, command line and code run it.
    case hidden
  }

  /// The name in addresses and on the command line: `rebuild-travellers`.
  public var name: String
  /// What its button says, a verb first: a key into the catalogue.
  public var title: String
  /// What it is about.
  public var scope: Scope
  /// The states of a record in which its page offers it; none: in all.
  public var states: [String] = []
  /// Where screens offer it.
  package var placement = Placement.menu
  /// Who may do it.
  package var audience: Audience
  /// What it has to be told, in the order that a form asks it.
  package var inputs: [AttributeDescription]
  /// The records that it has to be told, after ``inputs``: to-one relationships.
  public var related: [RelationshipDescription]
  /// What is asked before it is done, a key into the catalogue; nil does it at once.
  public var confirmation: String?
  /// The symbol of its button.
  public var symbol: Symbol?
  /// Whether it destroys something.
  public var isDangerous: Bool
  /// Whether the empty screens of the application offer it.
  package var isForEmptyScreens: Bool

  /// A description.
  public init(
    name: String, title: String, scope: Scope = .app, audience: Audience = .everybody,
    inputs: [AttributeDescription] = [], related: [RelationshipDescription] = [], confirmation: String? = nil,
    symbol: Symbol? = nil, isDangerous: Bool = false, isForEmptyScreens: Bool = false
  ) {
    self.name = name
    self.title = title
    self.scope = scope
    self.audience = audience
    self.inputs = inputs
    self.related = related
    self.confirmation = confirmation
    self.symbol = symbol
    self.isDangerous = isDangerous
    self.isForEmptyScreens = isForEmptyScreens
  }
}
