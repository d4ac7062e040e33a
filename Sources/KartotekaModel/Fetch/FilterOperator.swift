/// What a filter can ask of one attribute, under the names the API has for it.
public enum FilterOperator: String, Sendable, Codable, CaseIterable {
  /// Equal.
  case eq
  /// Not equal; no value counts as not equal.
  case ne
  /// Less.
  case lt
  /// Less or equal.
  case lte
  /// Greater.
  case gt
  /// Greater or equal.
  case gte
  /// Contains the text, whatever the case or accents.
  case contains
  /// Begins with the text, whatever the case or accents.
  case prefix
  /// One of several values, with commas between.
  case `in`
  /// Whether there is no value: `true` or `false`.
  case null

  /// Whether it compares text only.
  public var isForText: Bool { self == .contains || self == .prefix }
}
