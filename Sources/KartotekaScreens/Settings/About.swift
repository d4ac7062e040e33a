import KartotekaModel

/// What an application says of itself on a page of its own: what it is for, what can be done with it, and whose data and
/// services it uses.
public struct About: SettingsPart {
  private var about: AboutDescription

  /// An application that is for that (a key into the catalogue, as all words here).
  public init(_ text: String) { about = AboutDescription(text) }

  /// What can be done with it: one thing more.
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
