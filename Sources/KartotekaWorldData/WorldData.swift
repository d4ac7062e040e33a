/// The files of the folder `Resources`: outlines of countries, cities and their names.
package enum WorldData {
  /// The names of all files.
  package static var names: [String] { Embedded.names }

  /// The content of a file.
  package static func text(_ name: String) -> String { Embedded.text(name) }
}
