/// What a page shows, by which it loads style and script: what it needs, and nothing for pages of another kind.
///
/// A file in `Resources/style` or `Resources/script` belongs to the pages of the kind in its name, as
/// `40-record.list.js` does; one without a kind in its name belongs to all.
enum PageKind: String, CaseIterable, Sendable {
  /// Lists with their records, and whatever else is no table.
  case list
  /// Column tables.
  case table

  /// The content of its files in a folder of the resources, in the order of their names.
  func content(of folder: String, extension suffix: String) -> String {
    let files = Embedded.names(in: folder).filter { name in
      let parts = name.split(separator: ".")
      return parts.last == suffix[...] && (parts.count < 3 || parts[parts.count - 2] == rawValue)
    }
    return files.map { Embedded.text(folder + "/" + $0) }.joined(separator: "\n")
  }
}
