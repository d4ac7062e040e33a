/// One attribute that sample data is wanted for: its name, which is also the hint what it is about, its kind
/// and its constraints.
///
/// ```swift
/// MockRequest("firstName", .text)
/// MockRequest("unitPrice", .decimal(scale: 2), minimum: 0)
/// MockRequest("email", .mail, isRequired: false, isUnique: true)
/// ```
public struct MockRequest: Hashable, Sendable {
  /// The attribute's name: `firstName`, `first_name`.
  public var name: String
  /// What kind of value it takes.
  public var kind: MockKind
  /// Whether each record has to have a value.
  public var isRequired: Bool
  /// Whether no two records may have the same value.
  public var isUnique: Bool
  /// The smallest number allowed.
  public var minimum: Double?
  /// The largest number allowed.
  public var maximum: Double?
  /// How many characters a text has at least.
  public var minimumLength: Int?
  /// How many characters a text, mail address or web address has at most.
  public var maximumLength: Int?

  /// A request for values of one attribute.
  /// - Parameters:
  ///   - name: The attribute's name.
  ///   - kind: What kind of value it takes.
  ///   - isRequired: Whether each record has to have a value.
  ///   - isUnique: Whether no two records may have the same value.
  ///   - minimum: The smallest number allowed.
  ///   - maximum: The largest number allowed.
  ///   - minimumLength: How many characters a text has at least.
  ///   - maximumLength: How many characters a text, mail address or web address has at most.
  public init(
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
