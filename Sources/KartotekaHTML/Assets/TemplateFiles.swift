/// The descriptions of applications that new ones can begin as.
package enum TemplateFiles {
  /// Their names, in the order in which people see them.
  package static let names = ["records", "contacts", "inventory", "books", "members", "tasks", "expenses"]

  /// The document of that name, as JSON.
  package static func json(_ name: String) -> String { Embedded.text("templates/\(name).json") }
}
