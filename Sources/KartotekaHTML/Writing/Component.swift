/// A part of a page: plain values, already in words, that write themselves as HTML.
///
/// Components know no store and no request; a page fills them.
package protocol Component {
  func write(to html: inout HTMLWriter)
}

extension HTMLWriter {
  /// Writes a component.
  package mutating func add(_ component: some Component) { component.write(to: &self) }
}
