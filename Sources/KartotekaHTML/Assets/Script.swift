/// The script of a page: the files in `Resources/script` that belong to its kind, as one module.
package enum Script {
  /// The script of the pages of a kind.
  package static func module(of kind: PageKind) -> String { kind.files(of: files).joined(separator: "\n") }

  private static let files = PageKind.files(in: "script", extension: "js")
}
