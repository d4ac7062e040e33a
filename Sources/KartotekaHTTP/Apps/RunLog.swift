import Foundation
import KartotekaModel
import KartotekaStore

/// The files of runs: `runs/northwind` of the data folder. Each has a line with the run, then a line for each record that is
/// behind it. A file is removed when its run is over; those that are left at the start were interrupted.
struct RunLog: Sendable {
  private struct Head: Codable {
    var process = ProcessIdentity.current
    let action: String
    let title: String
    let entity: String
    let ids: [RecordID]
  }

  struct Entry: Codable {
    let id: RecordID
    var reason: Phrase?
    var changeSet: Int64?
  }

  let folder: URL

  private func url(_ token: String) -> URL { folder.appending(component: token + ".ndjson") }

  // A run goes on even if its log can't be written.
  func begin(_ run: ActionRun) {
    let head = Head(action: run.action, title: run.title, entity: run.entity, ids: run.ids)
    guard let line = try? Self.line(head) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? line.write(to: url(run.token), options: .atomic)
  }

  func note(_ token: String, _ entry: Entry) {
    guard let line = try? Self.line(entry), let file = try? FileHandle(forWritingTo: url(token)) else { return }
    defer { try? file.close() }
    guard (try? file.seekToEnd()) != nil else { return }
    try? file.write(contentsOf: line)
  }

  func remove(_ token: String) { try? FileManager.default.removeItem(at: url(token)) }

  func interrupted() -> [ActionRun] {
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "ndjson" }.compactMap(run)
  }

  // Nil for a run of another process that is still there. The last line may be incomplete.
  private func run(_ file: URL) -> ActionRun? {
    guard let lines = try? Data(contentsOf: file).split(separator: UInt8(ascii: "\n")), let first = lines.first,
      let head = try? JSONDecoder().decode(Head.self, from: first), !head.process.isRunning
    else { return nil }
    let token = file.deletingPathExtension().lastPathComponent
    var run = ActionRun(token, head.action, head.title, head.entity, head.ids, total: head.ids.count)
    for line in lines.dropFirst() {
      guard let entry = try? JSONDecoder().decode(Entry.self, from: line) else { continue }
      run.add(entry.id, entry.reason)
      run.changeSet = entry.changeSet
    }
    (run.isOver, run.isInterrupted) = (true, true)
    return run
  }

  private static func line(_ value: some Encodable) throws -> Data {
    try JSONEncoder().encode(value) + [UInt8(ascii: "\n")]
  }
}
