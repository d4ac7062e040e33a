import KartotekaTransfer

/// Where a command writes what it was asked for.
enum Output {
  /// Writes to a file, which appears when it is whole, or to standard output where no file is named.
  /// - Throws: what the body throws; a file that was there is as it was then.
  static func writing(to path: String?, _ body: (any ByteSink) async throws -> Void) async throws {
    guard let path else { return try await body(StandardOutput()) }
    let file = try OutputFile(path)
    do {
      try await body(file.sink)
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
  }
}
