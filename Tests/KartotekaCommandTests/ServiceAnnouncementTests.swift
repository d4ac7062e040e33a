import Foundation
import Testing

@testable import KartotekaCommand

@Suite("The announcement of a shared server")
struct ServiceAnnouncementTests {
  /// A program that notes its arguments and its end.
  private static let publisher = """
    #!/bin/sh
    trap 'echo ended >> "$0.out"; exit' TERM
    printf '%s\\n' "$@" > "$0.new"; mv "$0.new" "$0.out"
    while :; do sleep 0.05; done
    """

  @Test("It has the server's name and port, and ends with it")
  func whole() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "announcement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "avahi-publish")
    let path = folder.path(percentEncoded: false)
    #expect(ServiceAnnouncement.program(in: path) == nil)
    try Data(Self.publisher.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file.path(percentEncoded: false))
    let program = try #require(ServiceAnnouncement.program(in: "/nowhere:" + path))
    func lines() async -> [String] {
      let text = try? String(contentsOfFile: program + ".out", encoding: .utf8)
      await Task.yield()
      return text?.split(separator: "\n").map(String.init) ?? []
    }
    let announcement = ServiceAnnouncement()
    let name = "-$(touch x) \"Ł\" " + String(repeating: "ж", count: 60)
    try announcement.begin(name, port: 8443, by: program)
    while await lines().isEmpty {}
    let told = await lines()
    #expect(told.count == 5 && told[..<2] == ["-s", "--"] && told[3...] == ["_https._tcp", "8443"])
    #expect(name.hasPrefix(told[2]) && (62...63).contains(told[2].utf8.count), "\(told)")
    announcement.end()
    while await lines().last != "ended" {}
  }

  @Test("It ends with a server that is killed")
  func killed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "announcement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "avahi-publish")
    let program = file.path(percentEncoded: false)
    try Data(Self.publisher.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    func lines() async -> [String] {
      let text = try? String(contentsOfFile: program + ".out", encoding: .utf8)
      await Task.yield()
      return text?.split(separator: "\n").map(String.init) ?? []
    }
    // A process in the place of the server: it alone has the other end of the input.
    let pipeline =
      #"sh -c 'echo $$ > "$0.new"; mv "$0.new" "$0"; exec tail -f /dev/null' "$1" | sh -c "$2" sh "$3" Records 8443"#
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", pipeline, "sh", program + ".pid", ServiceAnnouncement.script, program]
    try shell.run()
    while await lines().isEmpty {}
    var server: pid_t?
    while server == nil {
      let text = try? String(contentsOfFile: program + ".pid", encoding: .utf8)
      server = text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      await Task.yield()
    }
    kill(try #require(server), SIGKILL)
    while await lines().last != "ended" {}
    shell.waitUntilExit()
  }
}
