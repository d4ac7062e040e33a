import KartotekaModel

/// A settings screen as data: panels, what can be set, and what the application says of itself.
public struct SettingsDescription: Sendable, Codable, Hashable {
  /// The panels at the top.
  package var panels: [WorldShareDescription] = []
  /// The settings, in groups.
  public var groups: [Group] = []
  /// The application's description of itself; nil for its version alone.
  public var about: AboutDescription?

  /// A settings screen with nothing of the application's own.
  package init() {}

  /// Settings that stand together.
  public struct Group: Sendable, Codable, Hashable {
    /// The title: a key into the catalogue.
    public var title: String
    /// The text below the settings: a key into the catalogue; nil for none.
    public var note: String?
    /// The settings, as attributes of a record.
    public var settings: [AttributeDescription] = []
    /// The settings that are never shown.
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

/// An application's description of itself, as data: keys into the catalogue.
public struct AboutDescription: Sendable, Codable, Hashable {
  /// The purpose.
  public var text: String
  /// The functions.
  public var functions: [String] = []
  /// The credits of the data and services that it uses.
  package var credits: [CreditDescription] = []

  /// An application that is for that.
  package init(_ text: String) { self.text = text }
}

/// The credit of a source of data or of a service that an application uses, as data.
public struct CreditDescription: Sendable, Codable, Hashable {
  /// The text: a key into the catalogue.
  public var text: String
  /// The address with more about it.
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
  /// The title: a key into the catalogue.
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

  /// The settings; nil for applications without a settings screen.
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
