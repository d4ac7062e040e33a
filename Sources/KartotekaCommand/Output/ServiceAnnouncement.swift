import Foundation
import KartotekaServices
import Synchronization

/// The announcement of a shared server as a service of the local network (DNS-SD, RFC 6763), which file managers and other programs list.
/// Avahi makes it by its program `avahi-publish`. It ends with this process, however that ends.
final class ServiceAnnouncement: Sendable {
  /// The program in one of the folders of a search path; nil where it is not installed.
  static func program(
    in path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
  ) -> String? {
    path.split(separator: ":").map { $0 + "/avahi-publish" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  // The shell kills the program when the other end of its input is closed, also by the death of this process. Ctrl-C in a terminal
  // reaches it, too, and must not end it before. Avahi withdraws a service whose program is gone.
  static let script =
    #"trap '' INT; "$1" -s -- "$2" _https._tcp "$3" >/dev/null 2>&1 & read -r _; kill -KILL $! 2>/dev/null"#
  // RFC 6763, section 4.1.1.
  private static let longestName = 63

  private let input = Mutex<FileHandle?>(nil)

  /// Begins it.
  /// - Parameters:
  ///   - name: the name that lists show.
  ///   - port: the port of the server.
  ///   - program: `avahi-publish`.
  /// - Throws: `CocoaError` if the program can't be started.
  func begin(_ name: String, port: Int, by program: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    var shown = name
    while shown.utf8.count > Self.longestName { shown.removeLast() }
    process.arguments = ["-c", Self.script, "sh", program, shown, String(port)]
    // Another program that inherits the pipe would keep the announcement beyond the server's end.
    let end = try Process.withoutStarts {
      let pipe = Pipe()
      process.standardInput = pipe
      try process.run()
      return pipe.fileHandleForWriting
    }
    input.withLock { $0 = end }
  }

  /// Ends it.
  func end() {
    input.withLock { input in
      try? input?.close()
      input = nil
    }
  }
}
