import KartotekaModel

/// The settings, and everything that other applications have under More: language, data in and out, About.
///
/// ```swift
/// SettingsScreen {
///   WorldShare(\Country.isoCode, counting: City.self)
///   SettingsGroup("Pictures") { picturesPerCountry; loadsPictures; pexelsKey }
///   About("Keeps the places where you have been.").credit("Outlines: Natural Earth", "https://www.naturalearthdata.com")
/// }
/// ```
/// An application has at most one, and no More beside it.
public struct SettingsScreen: Screen {
  private let settings: SettingsDescription

  /// The screen as data.
  public var description: ScreenDescription { .settings(settings) }

  /// A settings screen of those parts.
  public init(@SettingsBuilder _ parts: () -> [any SettingsPart] = { [] }) {
    settings = parts().reduce(into: SettingsDescription()) { settings, part in part.add(to: &settings) }
  }
}

/// A part of a settings screen.
public protocol SettingsPart: Sendable {
  /// Adds it to a settings screen's description.
  func add(to settings: inout SettingsDescription)
}

/// Collects the parts of a settings screen.
@resultBuilder
public enum SettingsBuilder {
  /// The parts in their order.
  public static func buildBlock(_ parts: any SettingsPart...) -> [any SettingsPart] { parts }
}

/// Settings that stand together under a heading.
public struct SettingsGroup: SettingsPart {
  private let group: SettingsDescription.Group

  /// A group with a heading, and a note below it (keys into the catalogue).
  public init(_ title: String, note: String? = nil, @SettingsGroupBuilder _ items: () -> [any SettingsItem]) {
    group = items().reduce(into: SettingsDescription.Group(title, note: note)) { group, item in item.add(to: &group) }
  }

  /// Adds it to a settings screen's description.
  public func add(to settings: inout SettingsDescription) { settings.groups.append(group) }
}

/// A setting of a group: a `Setting` or a `Secret`.
public protocol SettingsItem: Sendable {
  /// Adds it to a group's description.
  func add(to group: inout SettingsDescription.Group)
}

extension Setting: SettingsItem {
  /// Adds it to a group's description.
  public func add(to group: inout SettingsDescription.Group) { group.settings.append(description) }
}

extension Secret: SettingsItem {
  /// Adds it to a group's description.
  public func add(to group: inout SettingsDescription.Group) { group.secrets.append(description) }
}

/// Collects what a group has.
@resultBuilder
public enum SettingsGroupBuilder {
  /// The items, in their order.
  public static func buildBlock(_ items: any SettingsItem...) -> [any SettingsItem] { items }
}

/// A panel that says what share of the world's sovereign countries an entity's records have, in all and by continent.
///
/// Territories that are no sovereign countries are counted beside them.
public struct WorldShare: SettingsPart {
  private var share: WorldShareDescription

  /// The share that an attribute's countries have.
  public init<E: Entity>(_ country: KeyPath<E, Attribute<CountryCode>>, titled title: String = "The world so far") {
    share = WorldShareDescription(title: title, entity: E.name, country: E.name(of: country), counted: nil)
  }

  /// The same, with a count of other records beside it: cities.
  public init<E: Entity, C: Entity>(
    _ country: KeyPath<E, Attribute<CountryCode>>, counting counted: C.Type, titled title: String = "The world so far"
  ) {
    share = WorldShareDescription(title: title, entity: E.name, country: E.name(of: country), counted: C.name)
  }

  /// The same, in which countries that many states don't recognize (`CountryCode/disputed`) count as countries while a
  /// setting is on, and as territories while it is off.
  public func counting(disputed setting: Setting<Bool>) -> WorldShare {
    var copy = self
    copy.share.disputed = setting.description
    return copy
  }

  /// Adds it to a settings screen's description.
  public func add(to settings: inout SettingsDescription) { settings.panels.append(share) }
}

/// An application's description of itself on a page of its own: its purpose, its functions, and whose data and
/// services it uses.
public struct About: SettingsPart {
  private var about: AboutDescription

  /// An application that is for that (a key into the catalogue, as all words here).
  public init(_ text: String) { about = AboutDescription(text) }

  /// Adds a function.
  public func does(_ function: String) -> About { with { $0.functions.append(function) } }

  /// Names whose data it uses, as their licence asks, and where one finds more.
  public func credit(_ text: String, _ address: String) -> About {
    with { $0.credits.append(CreditDescription(text, address: address)) }
  }

  /// Names whose service it uses as soon as there is a key for it.
  public func credit(_ text: String, _ address: String, with secret: Secret) -> About {
    with { $0.credits.append(CreditDescription(text, address: address, secret: secret.description.name)) }
  }

  private func with(_ change: (inout AboutDescription) -> Void) -> About {
    var copy = self
    change(&copy.about)
    return copy
  }

  /// Adds it to a settings screen's description.
  public func add(to settings: inout SettingsDescription) { settings.about = about }
}
