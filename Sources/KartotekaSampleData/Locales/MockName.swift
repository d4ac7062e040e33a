/// A first or last name.
struct MockName: Sendable {
  /// The displayed form.
  let text: String
  /// The form in mail addresses: ASCII letters and hyphens.
  let mail: String
}
