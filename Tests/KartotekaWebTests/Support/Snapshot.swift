import Foundation
import Testing

/// Text that is compared, whole, with a file in `Tests/Snapshots`.
///
/// With `KARTOTEKA_RECORD=1` in the environment the file is written anew, and the test fails all the same: a
/// recorded text is to be read before it stands.
func expectSnapshot(_ text: String, _ name: String, file: String = #filePath) throws {
  let tests = URL(filePath: file).pathComponents.prefix { $0 != "KartotekaWebTests" }.joined(separator: "/")
  let url = URL(filePath: tests.replacing("//", with: "/")).appending(path: "Snapshots/" + name)
  if ProcessInfo.processInfo.environment["KARTOTEKA_RECORD"] == "1" {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    Issue.record("Recorded \(name)")
    return
  }
  let known = try String(contentsOf: url, encoding: .utf8)
  guard known != text else { return }
  let lines = zip(known.split(separator: "\n"), text.split(separator: "\n"))
  let first = lines.first { $0 != $1 }.map { "was \($0), is \($1)" } ?? "one is longer"
  Issue.record("\(name): \(first). Run with KARTOTEKA_RECORD=1 and read what changed.")
}
