import KartotekaModel

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

  /// The same, in which countries that many states don't recognize (``CountryCode/disputed``) count as countries while a
  /// setting is on, and as territories while it is off.
  public func counting(disputed setting: Setting<Bool>) -> WorldShare {
    var copy = self
    copy.share.disputed = setting.description
    return copy
  }

  /// Adds it to a settings screen's description.
  public func add(to settings: inout SettingsDescription) { settings.panels.append(share) }
}
