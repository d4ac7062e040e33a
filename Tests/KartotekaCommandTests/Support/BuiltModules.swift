import Foundation

/// The modules that were built beside these tests, for the compiler.
enum BuiltModules {
  /// The folder of the products.
  static let folder = Executable.url.deletingLastPathComponent()

  /// The flags of every module: Swift 6, the built modules, and the maps of the modules in C.
  /// - Throws: `CocoaError` if there are none.
  static func flags(_ module: String) throws -> [String] {
    let path = folder.path(percentEncoded: false)
    let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    // Those that SwiftPM writes for modules without one.
    let generated = try FileManager.default.contentsOfDirectory(atPath: path)
      .map { path + "/" + $0 + "/module.modulemap" }.filter { FileManager.default.fileExists(atPath: $0) }
    let maps = ["Sources", ".build/checkouts"].flatMap { folder -> [String] in
      let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path(percentEncoded: false))
      return (all?.compactMap { $0 as? String } ?? []).filter {
        $0.hasSuffix("module.modulemap") && !$0.contains("SQLCipher") && !$0.contains("SQLiteCustom")
          && ($0.contains("/include/") || $0.contains("GRDBSQLite") || folder == "Sources")
      }.map { root.appending(path: folder + "/" + $0).path(percentEncoded: false) }
    }
    return ["-swift-version", "6", "-module-name", module, "-I", path + "/Modules", "-parse-as-library"]
      + (maps + generated).flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
  }
}
