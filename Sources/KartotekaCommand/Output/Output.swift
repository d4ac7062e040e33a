import KartotekaTransfer

/// The output of a command.
enum Output {
  /// Writes to a file, or to standard output if `path` is nil. The file appears when it is complete.
  /// - Throws: errors of the body. An existing file is then unchanged.
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
