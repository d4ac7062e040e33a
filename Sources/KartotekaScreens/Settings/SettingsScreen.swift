import KartotekaModel

/// What can be set, and all that other applications have under More: language, data in and out, what this is.
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
