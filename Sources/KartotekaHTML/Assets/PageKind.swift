/// The kind of a page, by which it loads its style sheet and script: the files that it needs, and none of pages of another kind.
///
/// A file in a folder of `Resources/style` belongs to the pages of the kind in its name, or of several kinds
/// (`components/ticks.list-import.css`); one without a kind belongs to all. Of scripts, the module `pages/KIND.js` imports
/// what the pages of a kind need.
package enum PageKind: String, CaseIterable, Sendable {
  /// Lists with their records and pictures, and every page without a kind of its own.
  case list
  /// First screens: what lists have, and their own.
  case home
  /// Forms of records with their lines, and documents to print.
  case lines
  /// Everything about importing files.
  case `import`
  /// Figures and plots.
  case plot
  /// Maps.
  case map
  /// Calendars.
  case calendar
  /// Lists as boards, as charts and as pictures: what lists have, and their own.
  case board
  /// Lists as calendars: what calendars have, and what lists have.
  case agenda
  /// Lists as maps: what maps have, and what lists have.
  case atlas
  /// One picture, large.
  case picture
  /// Settings.
  case settings
  /// The history and the trash.
  case history
  /// The shape of an application: what settings and imports have, and its own.
  case shape

  /// The kinds in names of files whose contents its pages load.
  private var names: Set<Substring> {
    switch self {
    case .home: ["home", "list"]
    case .board: ["board", "list"]
    case .agenda: ["calendar", "list"]
    case .atlas: ["map", "list"]
    case .shape: ["shape", "settings", "import"]
    default: [rawValue[...]]
    }
  }

  /// The kind whose scripts its pages load.
  var scripts: PageKind {
    switch self {
    case .agenda: .calendar
    case .atlas: .map
    default: self
    }
  }

  /// A file of pages of some kinds.
  struct File {
    /// The kinds that its name says; nil for all.
    fileprivate let kinds: Set<Substring>?
    fileprivate let content: String

    /// The same file with another content.
    func mapping(_ change: (String) -> String) -> File { File(kinds: kinds, content: change(content)) }
  }

  /// The files in a folder of the resources, in the order of their names.
  static func files(in folder: String, extension suffix: String) -> [File] {
    Embedded.names(in: folder).filter { $0.hasSuffix("." + suffix) }.map { name in
      let parts = name.split(separator: ".")
      let kinds = parts.count < 3 ? nil : Set(parts[parts.count - 2].split(separator: "-"))
      return File(kinds: kinds, content: Embedded.text(folder + "/" + name))
    }
  }

  /// The contents of those that belong to its pages.
  func files(of all: [File]) -> [String] {
    let names = names
    return all.filter { $0.kinds.map { !names.isDisjoint(with: $0) } ?? true }.map(\.content)
  }
}
