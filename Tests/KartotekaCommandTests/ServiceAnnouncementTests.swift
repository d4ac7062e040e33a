import Foundation
import Testing

@testable import KartotekaCommand

@Suite("The announcement of a shared server")
struct ServiceAnnouncementTests {
  /// A program in the place of Avahi's. It notes its arguments, and has the writing end of a pipe as long as it runs.
  private struct Publisher {
    let folder = FileManager.default.temporaryDirectory.appending(path: "announcement-\(UUID().uuidString)")
    var program: String { folder.appending(path: "avahi-publish").path(percentEncoded: false) }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // It ignores a polite signal, as one does that is started by a thread that blocks signals.
      let script = """
        #!/bin/sh
        trap '' TERM
        exec 3> "$0.runs"
        printf '%s\\n' "$@" >&3
        exec tail -f /dev/null
        """
      try Data(script.utf8).write(to: folder.appending(path: "avahi-publish"))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      try #require(mkfifo(program + ".runs", 0o600) == 0)
    }

    /// Its arguments, and its output until it has ended.
    func output() throws -> FileHandle {
      let file = open(program + ".runs", O_RDONLY)
      try #require(file >= 0)
      return FileHandle(fileDescriptor: file, closeOnDealloc: true)
    }
  }

  private static func lines(_ data: Data?) -> [String] {
    String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
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
    let output = try publisher.output()
    let told = Self.lines(output.availableData)
    #expect(told.count == 5 && told[..<2] == ["-s", "--"] && told[3...] == ["_https._tcp", "8443"])
    #expect(name.hasPrefix(told[2]) && (62...63).contains(told[2].utf8.count), "\(told)")
    announcement.end()
    #expect(Self.lines(try output.readToEnd()).isEmpty)
  }

  @Test("It ends with a server that is killed")
  func killed() throws {
    let publisher = try Publisher()
    defer { try? FileManager.default.removeItem(at: publisher.folder) }
    // A process in the place of the server: it alone has the other end of the input.
    let pipeline =
      #"sh -c 'echo $$ > "$0.new"; mv "$0.new" "$0"; exec tail -f /dev/null' "$1" | sh -c "$2" sh "$3" Records 8443"#
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    let number = publisher.program + ".pid"
    shell.arguments = ["-c", pipeline, "sh", number, ServiceAnnouncement.script, publisher.program]
    try shell.run()
    let output = try publisher.output()
    #expect(Self.lines(output.availableData).last == "8443")
    var server: pid_t?
    while server == nil {
      let text = try? String(contentsOfFile: number, encoding: .utf8)
      server = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    kill(try #require(server), SIGKILL)
    #expect(Self.lines(try output.readToEnd()).isEmpty)
    shell.waitUntilExit()
  }
}
