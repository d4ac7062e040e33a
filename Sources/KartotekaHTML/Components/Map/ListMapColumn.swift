/// A list as a map: the list's title, search and filters, and the map below them.
package struct ListMapColumn: Component {
  package var leading: NavigationBar.Leading
  package var map: MapColumn
  /// "New city", and its form; nil if none can be added.
  package var new: (href: URLPath, label: String)?
  package var search: SearchField?
  package var shape: ShapeBar
  /// The note on records that the map leaves out.
  package var note: String?

  package init(
    leading: NavigationBar.Leading, map: MapColumn, new: (href: URLPath, label: String)?, search: SearchField?,
    shape: ShapeBar, note: String?
  ) {
    (self.leading, self.map, self.new, self.search) = (leading, map, new, search)
    (self.shape, self.note) = (shape, note)
  }

  package func write(to html: inout HTMLWriter) {
    html.column(map.title, leading, classes: "wide", new: new) { html in
      if let search { html.add(search) }
      html.add(shape)
      html.add(map)
      if let note { html.element(.p, .classes("foot pad"), text: note) }
    }
  }
}
