import KartotekaModel

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

/// What can be set: a ``Setting`` or a ``Secret``.
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
  /// What there is, in its order.
  public static func buildBlock(_ items: any SettingsItem...) -> [any SettingsItem] { items }
}
