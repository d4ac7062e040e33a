import Foundation
import Kartoteka
import KartotekaHTTP

/// `serve --watch`: runs the server as a process of its own, builds the package when a source changes, and starts the server
/// anew after a build without errors. After one with errors the server goes on as it was.
struct ServeWatch: Sendable {
  /// The interval at which the sources are looked at.
  private static let interval = Duration.milliseconds(300)

  /// The package's folder.
  let package: URL
  private let executable: URL

  /// - Throws: ``Failure`` if the program was not made by `swift build`.
  init(executable: URL? = Bundle.main.executableURL) throws {
    guard let executable, let package = Self.package(of: executable) else {
      throw Failure("--watch needs a program that swift build has made", remedy: "Use it within your package.")
    }
    (self.package, self.executable) = (package, executable)
  }

  // The package whose folder `.build` has the program.
  private static func package(of executable: URL) -> URL? {
    var folder = executable.standardizedFileURL.deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let parent = folder.deletingLastPathComponent()
      let manifest = parent.appending(path: "Package.swift").path(percentEncoded: false)
      if folder.lastPathComponent == ".build", FileManager.default.fileExists(atPath: manifest) { return parent }
      folder = parent
    }
    return nil
  }

  /// Serves with the arguments of `serve`, and with those of its first start only, such as `--reset`.
  func run(_ arguments: [String], first: [String]) async throws {
    do {
      try await Interruption.cancelling { try await watch(arguments, first) }
    } catch is CancellationError {
      // Ctrl-C.
    }
  }

  private func watch(_ arguments: [String], _ first: [String]) async throws {
    var seen = fingerprint()
    var server = try start(executable, arguments + first)
    defer { server.process.terminate() }
    var hasEnded = false
    while true {
      do { try await Task.sleep(for: Self.interval) } catch {
        await server.stop()
        throw error
      }
      if !hasEnded, !server.process.isRunning {
        hasEnded = true
        StandardError.line(say("The server has ended. It starts again when a source changes."))
      }
      let now = fingerprint()
      guard now != seen else { continue }
      (seen, hasEnded) = (now, false)
      StandardError.line(say("A source has changed: building"))
      guard try await build() else {
        StandardError.line(say("The build failed. The server goes on as it was."))
        continue
      }
      await server.stop()
      server = try start(executable, arguments)
    }
  }

  private func build() async throws -> Bool {
    let isRelease = executable.pathComponents.contains("release")
    let child = try start(
      URL(filePath: "/usr/bin/env"),
      [
        "swift", "build", "--quiet", "--package-path", package.path(percentEncoded: false), "--product",
        executable.lastPathComponent,
      ] + (isRelease ? ["-c", "release"] : []))
    await child.end()
    return child.process.terminationStatus == 0
  }

  /// A number that changes with the files from which the program is built: Swift's, and those of folders named Resources.
  func fingerprint() -> Int {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .isRegularFileKey]
    let files = FileManager.default.enumerator(
      at: package, includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
    var fingerprint = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" || file.pathComponents.contains("Resources"),
        let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true
      else { continue }
      var hasher = Hasher()
      hasher.combine(file.path)
      hasher.combine(values.contentModificationDate)
      fingerprint ^= hasher.finalize()
    }
    return fingerprint
  }

  private func start(_ program: URL, _ arguments: [String]) throws -> Child {
    let child = Child()
    child.process.executableURL = program
    child.process.arguments = arguments
    child.process.terminationHandler = { [ended = child.ended] _ in ended.continuation.finish() }
    try child.process.start()
    return child
  }

  /// A process that this one has started.
  private struct Child {
    let process = Process()
    let ended = AsyncStream.makeStream(of: Void.self)

    /// Waits until it has ended, also in a cancelled task.
    func end() async { await Task { [stream = ended.stream] in for await _ in stream {} }.value }

    /// Ends it as Ctrl-C does, and waits for that.
    func stop() async {
      if process.isRunning { process.terminate() }
      await end()
    }
  }
}
