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
}
