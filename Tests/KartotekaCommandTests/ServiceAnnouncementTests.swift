import Foundation
import Testing

@testable import KartotekaCommand

@Suite("The announcement of a shared server")
struct ServiceAnnouncementTests {
  /// A named pipe, which this process reads.
  private final class NamedPipe {
    let path: String
    private let file: Int32

    init(_ path: String) throws {
      self.path = path
      try #require(mkfifo(path, 0o600) == 0)
      file = open(path, O_RDONLY | O_NONBLOCK)
      try #require(file >= 0)
    }

    deinit { close(file) }

    /// The lines of the next write; none when all processes that have written are gone.
    /// - Throws: `ExpectationFailedError` if nothing happens for two minutes.
    func next() throws -> [String] {
      var state = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      try #require(poll(&state, 1, 120_000) > 0, "Nothing was written to \(path), and no writer has ended.")
      var bytes = [UInt8](repeating: 0, count: 1 << 12)
      let count = read(file, &bytes, bytes.count)
      try #require(count >= 0)
      return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// A program in the place of Avahi's. It writes its arguments to a pipe, which it keeps open as long as it runs.
  private struct Publisher {
    let folder = FileManager.default.temporaryDirectory.appending(path: "announcement-\(UUID().uuidString)")
    let program: String
    let output: NamedPipe

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      program = folder.appending(path: "avahi-publish").path(percentEncoded: false)
      // It ignores SIGTERM, as a program does that inherits a mask with it.
      let script = """
        #!/bin/sh
        trap '' TERM
        exec 3> "$0.runs"
        printf '%s\\n' "$@" >&3
        exec tail -f /dev/null
        """
      try Data(script.utf8).write(to: URL(filePath: program))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      output = try NamedPipe(program + ".runs")
    }
  }

  @Test("It has the server's name and port, and ends with it")
  func whole() throws {
    #expect(ServiceAnnouncement.program(in: "/nowhere") == nil)
    let publisher = try Publisher()
    defer { try? FileManager.default.removeItem(at: publisher.folder) }
    let program = try #require(
      ServiceAnnouncement.program(in: "/nowhere:" + publisher.folder.path(percentEncoded: false)))
    let announcement = ServiceAnnouncement()
    let name = "-$(touch x) \"Ł\" " + String(repeating: "ж", count: 60)
    try announcement.begin(name, port: 8443, by: program)
    let arguments = try publisher.output.next()
    try #require(arguments.count == 5)
    #expect(arguments[..<2] == ["-s", "--"] && arguments[3...] == ["_https._tcp", "8443"])
    #expect(name.hasPrefix(arguments[2]) && (62...63).contains(arguments[2].utf8.count), "\(arguments)")
    announcement.end()
    #expect(try publisher.output.next().isEmpty)
  }

  @Test("It ends with a server that is killed")
  func killed() throws {
    let publisher = try Publisher()
    defer { try? FileManager.default.removeItem(at: publisher.folder) }
    let (server, end) = (try NamedPipe(publisher.program + ".server"), try NamedPipe(publisher.program + ".end"))
    // A process in the place of the server: it alone has the other end of the input.
    let pipeline =
      #"sh -c 'echo $$ > "$0"; exec tail -f /dev/null' "$1" | sh -c "$2" sh "$3" Records 8443; echo over > "$4""#
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", pipeline, "sh", server.path, ServiceAnnouncement.script, publisher.program, end.path,
    ]
    try shell.run()
    #expect(try publisher.output.next().last == "8443")
    let number = try #require(try server.next().first.flatMap { pid_t($0) })
    kill(number, SIGKILL)
    #expect(try publisher.output.next().isEmpty)
    #expect(try end.next() == ["over"])
  }
}
