import Foundation
import GRDB
import KartotekaApplication
import KartotekaHTTP
import KartotekaStore

/// A file of another program, opened as an application. Its folder goes with the test.
final class OpenedShop: Sendable {
  let url: URL

  init(_ statements: String, name: String = "Shop.sqlite", encoding: String = "UTF-8") throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-shop-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appending(path: name)
    try run("PRAGMA encoding = '\(encoding)'; " + statements)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func open(isReadOnly: Bool = false) throws -> RunningApp {
    try RunningApp(try OpenedApp(OpenedFile(url, isReadOnly: isReadOnly)))
  }

  private func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: url.path(percentEncoded: false), configuration: configuration)
  }

  /// What another program does to the file.
  func run(_ statements: String) throws {
    try queue().writeWithoutTransaction { try $0.execute(sql: statements) }
  }

  /// The first column of a query's rows as text.
  func texts(_ query: String) throws -> [String] { try Self.texts(query, in: queue()) }

  /// The same in any file.
  static func texts(_ query: String, at path: String) throws -> [String] {
    try texts(query, in: DatabaseQueue(path: path))
  }

  private static func texts(_ query: String, in queue: DatabaseQueue) throws -> [String] {
    try queue.unsafeRead { try String?.fetchAll($0, sql: query).map { $0 ?? "NULL" } }
  }
}
