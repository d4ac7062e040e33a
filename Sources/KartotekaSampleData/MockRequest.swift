/// A request for one attribute: its name, from which its meaning is guessed, its kind and its constraints.
///
/// ```swift
/// MockRequest("firstName", .text)
/// MockRequest("unitPrice", .decimal(scale: 2), minimum: 0)
/// MockRequest("email", .mail, isRequired: false, isUnique: true)
/// ```
package struct MockRequest: Hashable, Sendable {
  /// The attribute's name, such as `firstName` or `first_name`.
  package var name: String
  /// The kind of its values.
  package var kind: MockKind
  /// Whether each record needs a value.
  package var isRequired: Bool
  /// Whether values must be unique.
  package var isUnique: Bool
  /// The minimum of numbers.
  package var minimum: Double?
  /// The maximum of numbers.
  package var maximum: Double?
  /// The minimum length of texts, in characters.
  package var minimumLength: Int?
  /// The maximum length of texts, mail addresses and web addresses, in characters.
  package var maximumLength: Int?
  /// Whether its numbers are those before the sign of a percentage.
  var isPercentage = false

  /// Makes a request.
  /// - Parameters:
  ///   - name: the attribute's name.
  ///   - kind: the kind of its values.
  ///   - isRequired: whether each record needs a value.
  ///   - isUnique: whether values must be unique.
  ///   - minimum: the minimum of numbers.
  ///   - maximum: the maximum of numbers.
  ///   - minimumLength: the minimum length of texts, in characters.
  ///   - maximumLength: the maximum length of texts, mail addresses and web addresses, in characters.
  package init(
    _ name: String, _ kind: MockKind, isRequired: Bool = true, isUnique: Bool = false, minimum: Double? = nil,
    maximum: Double? = nil, minimumLength: Int? = nil, maximumLength: Int? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.isUnique = isUnique
    self.minimum = minimum
    self.maximum = maximum
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
  }
}
