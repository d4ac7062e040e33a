import Foundation

/// The program under test: KARTOTEKA_BIN, else what was built beside these tests.
enum Executable {
  static let url: URL = {
    if let given = ProcessInfo.processInfo.environment["KARTOTEKA_BIN"] { return URL(filePath: given) }
    return folder.appending(path: "kartoteka")
  }()

  /// The program of the plugin EmbedResources, built beside it.
  static let embedding: URL = {
    let folder = url.deletingLastPathComponent()
    let tool = folder.appending(path: "EmbedResourcesTool-tool")
    return FileManager.default.fileExists(atPath: tool.path(percentEncoded: false))
      ? tool : folder.appending(path: "EmbedResourcesTool")
  }()

  #if os(macOS)
    // The tests are a bundle there, which another program has loaded.
    private static var folder: URL {
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return bundle.bundleURL.deletingLastPathComponent()
    }
  #else
    private static var folder: URL {
      URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    }
  #endif
}
