/// The operators of a filter, with their names in the API.
public enum FilterOperator: String, Sendable, Codable, CaseIterable {
  /// Equal.
  case eq
  /// Not equal. A missing value counts as not equal.
  case ne
  /// Less.
  case lt
  /// Less or equal.
  case lte
  /// Greater.
  case gt
  /// Greater or equal.
  case gte
  /// Contains the text, ignoring case and accents.
  case contains
  /// Begins with the text, ignoring case and accents.
  case prefix
  /// One of several values, separated by commas.
  case `in`
  /// Has no value: `true` or `false`.
  case null

  /// Whether the operator applies to text only.
  package var isForText: Bool { self == .contains || self == .prefix }
}
