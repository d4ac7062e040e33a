/// The style sheet of a page: the files in `Resources/style` that belong to its kind.
package enum Style {
  /// The sheet of the pages of a kind, for apps of those colours.
  ///
  /// An app's page and its divider in the drawer carry `data-hue`; CSS can't compute with an attribute's
  /// value everywhere yet, so each hue in use gets a rule of its own.
  package static func sheet(of kind: PageKind, hues: some Sequence<Int>) -> String {
    let rules = Set(hues).sorted().map { "[data-hue=\"\($0)\"]{--hue:\($0)}" }
    return kind.files(of: files).joined(separator: "\n") + rules.joined()
  }

  private static let files = PageKind.files(in: "style", extension: "css")
}
