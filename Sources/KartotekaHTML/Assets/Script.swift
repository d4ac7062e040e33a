/// The scripts of pages: the ES modules in `Resources/script`. The module that a page loads is the one in the folder `pages`
/// that has the name of the page's kind; it imports what the pages of that kind need.
package enum Script {
  /// The text of each module, by its name: `rows.js`, `pages/list.js`.
  package static let sources = Dictionary(
    uniqueKeysWithValues: Embedded.names(in: "script").map { ($0, Embedded.text("script/" + $0)) })

  /// The name of the module that the pages of a kind load. First screens have no module of their own.
  package static func entry(of kind: PageKind) -> String {
    "pages/\(kind.scripts.rawValue).js"
  }
}
