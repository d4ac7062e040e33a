import Foundation

/// The package's source files. Regular expressions are slow in debug builds, so lines that can't match are skipped first.
enum SourceFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func folder(of module: String) -> URL {
    root.appending(path: (module == "KartotekaTestSupport" ? "Tests/" : "Sources/") + module)
  }

  /// The texts of a module's Swift files, in the order of their paths.
  /// - Throws: `CocoaError` if there are none.
  static func texts(in module: String) throws -> [String] {
    let folder = folder(of: module)
    let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
    let sources = (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
    if sources.isEmpty { throw CocoaError(.fileNoSuchFile) }
    return try sources.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  /// The name of the type that a line without indentation declares or extends; nil for other lines.
  static func typeName(_ line: String) -> String? {
    guard let first = line.utf8.first, first != 0x20, first != 0x2F, first != 0x7D else { return nil }
    return line.firstMatch(of: #/^(?:[a-z@]+ )*(?:extension|class|struct|enum|actor|protocol) (\w+)/#)
      .map { String($0.1) }
  }

  /// Whether a line is code and contains a word.
  static func mayDeclare(_ word: String, _ line: some StringProtocol) -> Bool {
    guard let first = line.utf8.first(where: { $0 != 0x20 }), first != 0x2F else { return false }
    return line.withCString { strstr($0, word) != nil }
  }
}
