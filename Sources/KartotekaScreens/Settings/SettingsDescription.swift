import KartotekaModel

/// A settings screen as data: panels, what can be set, and what the application says of itself.
public struct SettingsDescription: Sendable, Codable, Hashable {
  /// What stands at the top.
  package var panels: [WorldShareDescription] = []
  /// What can be set, in groups.
  public var groups: [Group] = []
  /// What the application says of itself; nil for nothing but its version.
  public var about: AboutDescription?

  /// A settings screen with nothing of the application's own.
  package init() {}

  /// Settings that stand together.
  public struct Group: Sendable, Codable, Hashable {
    /// What stands above them: a key into the catalogue.
    public var title: String
    /// What stands below them: a key into the catalogue; nil for nothing.
    public var note: String?
    /// What can be set, as the attributes of a record would be.
    public var settings: [AttributeDescription] = []
    /// What can be set and is never shown.
    package var secrets: [SecretDescription] = []

    /// A group with nothing in it.
    package init(_ title: String, note: String? = nil) {
      self.title = title
      self.note = note
    }

    /// The settings as if they were a record's attributes.
    public var form: EntityDescription { EntityDescription(settings: settings) }
  }
}

/// What an application says of itself, as data: keys into the catalogue.
public struct AboutDescription: Sendable, Codable, Hashable {
  /// What it is for.
  public var text: String
  /// What can be done with it.
  public var functions: [String] = []
  /// Whose data and services it uses.
  package var credits: [CreditDescription] = []

  /// An application that is for that.
  package init(_ text: String) { self.text = text }
}

/// Whose data or service an application uses, as data.
public struct CreditDescription: Sendable, Codable, Hashable {
  /// What is said, where it is said: a key into the catalogue.
  public var text: String
  /// Where one finds more.
  public var address: String?
  /// The secret without which the service isn't used and nothing is said; nil to say it always.
  package var secret: String?

  /// A credit.
  package init(_ text: String, address: String? = nil, secret: String? = nil) {
    self.text = text
    self.address = address
    self.secret = secret
  }
}

/// The share of the world's countries that records have, as data.
public struct WorldShareDescription: Sendable, Codable, Hashable {
  /// What stands above it: a key into the catalogue.
  public var title: String
  /// The entity's name.
  public var entity: String
  /// Its attribute that holds a country.
  public var country: String
  /// The entity whose records are counted beside the countries, by name; nil for none.
  public var counted: String?
  /// The setting by which disputed countries count; nil where they always do.
  public var disputed: AttributeDescription?
}

extension AppDescription {
  /// The tab that shows the settings; nil for applications that have More instead.
  package var settingsTab: TabDescription? { tabs.first { $0.settings != nil } }

  /// What can be set; nil for applications without a settings screen.
  package var settingsScreen: SettingsDescription? { settingsTab?.settings }

  /// All settings as if they were a record's attributes, whatever their group.
  public var settings: EntityDescription {
    EntityDescription(settings: settingsScreen?.groups.flatMap(\.settings) ?? [])
  }

  /// All secrets.
  package var secrets: [SecretDescription] { settingsScreen?.groups.flatMap(\.secrets) ?? [] }
}

extension TabDescription {
  /// The settings that it shows; nil for tabs that show something else.
  public var settings: SettingsDescription? {
    if case .settings(let settings) = screen { settings } else { nil }
  }
}
