import KartotekaHTML
import KartotekaScreens

/// The applications that new ones can begin as.
enum AppTemplate {
  /// Their descriptions, in the order in which people see them. A test reads each; one that can't be read is left out.
  static let all: [AppDocument] = TemplateFiles.names.compactMap {
    try? AppDocument(json: Array(TemplateFiles.json($0).utf8))
  }
}
