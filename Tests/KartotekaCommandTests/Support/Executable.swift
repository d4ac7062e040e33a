import Foundation

/// The program under test: KARTOTEKA_BIN, else what was built beside these tests.
enum Executable {
  static let url: URL = {
    if let given = ProcessInfo.processInfo.environment["KARTOTEKA_BIN"] { return URL(filePath: given) }
    return folder.appending(path: "kartoteka")
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
