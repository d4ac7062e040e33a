import KartotekaModel

/// Something an application can be told to do, as data.
public struct ActionDescription: Sendable, Codable, Hashable {
  /// The subject of an action.
  public enum Scope: Hashable, Sendable, Codable {
    /// The application as a whole.
    case app
    /// The records of an entity, by its name.
    case entity(String)
    /// One record of an entity, by the entity's name.
    case record(String)
  }

  /// The people who may run an action.
  public enum Audience: String, Sendable, Codable, CaseIterable {
    /// Every person who uses the application: it has a button on the screens.
    case everybody
    /// An administrator, by the command line, the API with the administrator's token, or code. It is not on the
    /// screens.
    case administrator
  }

  /// The place on screens at which an action is offered.
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
  /// The text of its button, a verb first: a key into the catalogue.
  public var title: String
  /// The subject of the action.
  public var scope: Scope
  /// The states of a record in which its page offers it; none: in all.
  public var states: [String] = []
  /// The place on screens at which the action is offered.
  package var placement = Placement.menu
  /// The people who may run the action.
  package var audience: Audience
  /// The inputs, in the order in which a form asks for them.
  package var inputs: [AttributeDescription]
  /// The records that it has to be told, after `inputs`: to-one relationships.
  public var related: [RelationshipDescription]
  /// The question before the action runs, a key into the catalogue; nil runs it at once.
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
