import Foundation

/// Converts HEIC pictures, which most browsers don't show, to JPEG with libheif's program, if that is installed
/// (Debian's package `libheif-examples`).
///
/// The program runs as a process of its own, with limits on its processor time, memory, output and duration, since it decodes
/// files from anywhere.
public struct HEICConverter: Sendable {
  private let program: String
  private let scaler: JPEGScaler?
  private let timeout: Duration
  private let slots = Slots(1)

  /// A converter that runs the program at that path. It is called like `heif-convert -q 90 INPUT OUTPUT`.
  /// - Parameters:
  ///   - program: the path.
  ///   - timeout: the program is killed after that time.
  public init(program: String, timeout: Duration = .seconds(30)) {
    self.init(program: program, scaler: nil, timeout: timeout)
  }

  package init(program: String, scaler: JPEGScaler?, timeout: Duration = .seconds(30)) {
    self.program = program
    self.scaler = scaler
    self.timeout = timeout
  }

  /// The first `heif-dec` or `heif-convert` in the folders of a search path; nil if there is none.
  public init?(searching path: String) {
    let programs = path.split(separator: ":").filter { $0.hasPrefix("/") }
      .flatMap { ["\($0)/heif-dec", "\($0)/heif-convert"] }
    guard let program = programs.first(where: FileManager.default.isExecutableFile) else { return nil }
    self.init(program: program, scaler: JPEGScaler(searching: path))
  }

  /// Converts a file.
  /// - Parameter folder: a folder in which the program may write.
  /// - Returns: the JPEG file in that folder; nil if the program fails or exceeds a limit.
  /// - Throws: errors of the file system, and `CancellationError`.
  package func jpeg(of source: URL, in folder: URL) async throws -> URL? {
    try await slots.enter()
    defer { slots.leave() }
    let output = folder.appending(path: "heic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    let target = output.appending(path: "picture.jpg")
    guard try await run(Self.script, [program, source.path(percentEncoded: false), target.path(percentEncoded: false)])
    else { return nil }
    // The program numbers its files if the input contains several pictures.
    return [target, output.appending(path: "picture-1.jpg")].first {
      FileManager.default.fileExists(atPath: $0.path(percentEncoded: false))
    }
  }

  /// Makes a thumbnail of a picture that was converted, because a browser that can't read HEIC makes none.
  /// - Parameters:
  ///   - jpeg: the JPEG file.
  ///   - side: the width or height in pixels of the picture, whichever is larger.
  /// - Returns: the JPEG file of the thumbnail, in the same folder; nil if the picture is small, or if libjpeg's programs
  ///   are not installed or fail.
  /// - Throws: errors of the file system, and `CancellationError`.
  package func thumbnail(of jpeg: URL, side: Int) async throws -> URL? {
    guard let scaler, side > JPEGScaler.side else { return nil }
    try await slots.enter()
    defer { slots.leave() }
    let target = jpeg.deletingLastPathComponent().appending(path: "thumbnail.jpg")
    let paths = [jpeg, target].map { $0.path(percentEncoded: false) }
    let isDone = try await run(
      JPEGScaler.script, [scaler.djpeg, paths[0], paths[1], scaler.cjpeg, String(JPEGScaler.eighths(of: side))])
    return isDone ? target : nil
  }

  // Seconds of processor time, KiB of memory, and blocks of 512 bytes in a file. The names of files are arguments of the
  // script, not parts of it.
  private static let script = #"""
    ulimit -t 20; ulimit -v 2000000; ulimit -f 200000; exec "$0" -q 90 "$1" "$2"
    """#

  private func run(_ script: String, _ arguments: [String]) async throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script] + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let (ends, end) = AsyncStream<Bool>.makeStream()
    process.terminationHandler = { process in
      end.yield(process.terminationReason == .exit && process.terminationStatus == 0)
      end.finish()
    }
    try process.start()
    let (id, timeout) = (process.processIdentifier, timeout)
    let killer = Task {
      try await Task.sleep(for: timeout)
      kill(id, SIGKILL)
    }
    defer { killer.cancel() }
    for await isDone in ends { return isDone }
    // The task was cancelled before the program ended.
    kill(id, SIGKILL)
    throw CancellationError()
  }
}

/// libjpeg's programs, which decode a JPEG picture at a fraction of its size (Debian's package `libjpeg-turbo-progs`).
package struct JPEGScaler: Sendable {
  /// The side of a thumbnail in pixels, about: that of the thumbnails that browsers make (`pictures.js`).
  static let side = 640

  let djpeg: String
  let cjpeg: String

  /// The programs in the folders of a search path; nil if one is missing.
  package init?(searching path: String) {
    let folders = path.split(separator: ":").filter { $0.hasPrefix("/") }
    let found = ["djpeg", "cjpeg"].map { name in
      folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }
    guard let djpeg = found[0], let cjpeg = found[1] else { return nil }
    (self.djpeg, self.cjpeg) = (djpeg, cjpeg)
  }

  /// The scale in eighths, which is the unit of `djpeg`.
  static func eighths(of side: Int) -> Int { min(max((self.side * 8 + side / 2) / side, 1), 8) }

  static let script = #"""
    ulimit -t 20; ulimit -v 2000000; ulimit -f 200000
    "$0" -scale "$4/8" "$1" | "$3" -quality 80 > "$2"
    """#
}
