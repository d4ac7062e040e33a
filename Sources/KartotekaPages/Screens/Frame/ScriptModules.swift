import KartotekaHTML

/// ES modules as they are served: each at an address with a hash of its content, in which its imports name such addresses,
/// too. So the address of a module changes when a module changes that it imports, and browsers may keep all for ever.
///
/// An import is a line that ends in the name of a module: `import './zone.js'`, `import { part } from './page.js'`, or the
/// last line of a longer one. `import('./rules.js')` at the end of a line loads a module that only some pages need. A module
/// in the folder `pages` imports from `../`.
///
/// Comments are not served: they were three tenths of what is sent. A line that is one, or a part of one, is served empty, so
/// that lines have the numbers that they have in the source.
struct ScriptModules: Sendable {
  /// A module as it is served.
  struct Module: Sendable {
    /// The module's text, with the addresses of what it imports.
    let text: String
    /// The address of the module.
    let file: AssetFile
    /// The names of what it imports, and of what those import, in the order in which they run.
    let imports: [String]
    /// The names of what it loads when it is needed.
    let lateImports: [String]
  }

  /// A fault of modules.
  enum Fault: Error, Equatable {
    /// A module imports one that doesn't exist.
    case unknown(String, importedBy: String)
    /// A module imports itself, directly or through others.
    case cycle(String)
  }

  /// The modules of the platform.
  static let platform: ScriptModules = {
    do {
      return try ScriptModules(Script.sources)
    } catch {
      preconditionFailure("The scripts can't be loaded: \(error)")
    }
  }()

  /// The modules by their names.
  private(set) var modules: [String: Module] = [:]

  /// - Parameter sources: the texts of the modules by their names.
  init(_ sources: [String: String]) throws(Fault) {
    for name in sources.keys.sorted() {
      var path: [String] = []
      try add(name, of: sources, path: &path)
    }
  }

  /// The modules that the pages of a kind load, in the order in which they run; the last one imports the others.
  func modules(of kind: PageKind) -> [Module] {
    let entry = Script.entry(of: kind)
    return ((modules[entry]?.imports ?? []) + [entry]).compactMap { modules[$0] }
  }

  /// Adds a module after those that it imports.
  /// - Parameter path: the modules that are being added, each imported by the one before it.
  private mutating func add(_ name: String, of sources: [String: String], path: inout [String]) throws(Fault) {
    if modules[name] != nil { return }
    if path.contains(name) { throw .cycle(name) }
    guard let source = sources[name] else { throw .unknown(name, importedBy: path.last ?? "") }
    path.append(name)
    var (imports, lateImports): ([String], [String]) = ([], [])
    var lines = Self.withoutComments(source.split(separator: "\n", omittingEmptySubsequences: false))
    for (index, line) in lines.enumerated() {
      let isLate = line.hasSuffix(".js')") && line.contains("import('")
      let isImport = line.hasSuffix(".js'") && (line.hasPrefix("import ") || line.hasPrefix("} from "))
      guard isLate || isImport else { continue }
      let end = isLate ? "')" : "'"
      let quoted = line.dropLast(end.count).split(separator: "'").last ?? ""
      let folder = name.contains("/") ? "../" : "./"
      guard quoted.hasPrefix(folder) else { throw .unknown(String(quoted), importedBy: name) }
      let imported = String(quoted.dropFirst(folder.count))
      try add(imported, of: sources, path: &path)
      guard let module = modules[imported] else { continue }
      if isLate {
        lateImports.append(imported)
      } else {
        for other in module.imports + [imported] where !imports.contains(other) { imports.append(other) }
      }
      lines[index] = line.dropLast(quoted.count + end.count) + module.file.path.text + end
    }
    path.removeLast()
    let text = lines.joined(separator: "\n")
    let file = AssetFile(
      name: name.replacing(".js", with: "").replacing("/", with: "-"), extension: "js",
      type: "text/javascript; charset=utf-8", content: text)
    modules[name] = Module(text: text, file: file, imports: imports, lateImports: lateImports)
  }

  // The lines of a module with those empty that are a comment or a part of one. Behind code, comments stay.
  private static func withoutComments(_ lines: [Substring]) -> [String] {
    var isOpen = false
    return lines.map { line in
      let text = line.drop { $0 == " " }
      let isBlock = isOpen || text.hasPrefix("/*")
      isOpen = isBlock && !text.hasSuffix("*/")
      return isBlock || text.hasPrefix("//") ? "" : String(line)
    }
  }
}
