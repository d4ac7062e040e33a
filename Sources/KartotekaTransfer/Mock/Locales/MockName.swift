/// A first or last name.
struct MockName: Sendable {
  /// As people write it.
  let text: String
  /// As it stands in a mail address: ASCII letters and hyphens.
  let mail: String
}
