import Foundation
import KartotekaModel

extension Store {
  /// Looks for damage in another program's file, and in the database with what is kept about it, while others may use them.
  /// Nothing is changed.
  /// - Parameter side: the database beside the file, if there is one.
  /// - Returns: the faults; empty for files that are as they should be.
  /// - Throws: ``StoreError`` `.cannotOpen` for a file that can't be read at all, `.busy`.
  package static func check(_ file: OpenedFile, beside side: URL) throws -> [CheckFinding] {
    var reading = file
    reading.isReadOnly = true
    let findings = try check(reading.location(isWriting: false), path: file.path)
    let path = side.path(percentEncoded: false)
    guard !file.isAdopted, FileManager.default.fileExists(atPath: path) else { return findings }
    return try findings + check(FileAccess(side).location, path: path)
  }

  private static func check(_ location: String, path: String) throws -> [CheckFinding] {
    do {
      var settings = ConnectionQueue.Settings()
      settings.isReadOnly = true
      settings.busyTimeout = StoreOptions().busyTimeout
      settings.prepare = {
        try $0.distrustSchema()
        try RowKeyFunction.add(to: $0)
      }
      return try ConnectionQueue(location, settings).read { database in
        let check = DatabaseCheck(mapping: ModelMapping(ModelDescription(entities: [])), database: database)
        let findings = try check.integrityFindings()
        return try findings.contains(where: \.isDamage) ? findings : findings + check.referenceFindings()
      }
    } catch let error as SQLError {
      if error.kind == .busy { throw StoreError.busy }
      throw StoreError.cannotOpen(path: path, problem: StoreError.FileProblem(error))
    }
  }
}
