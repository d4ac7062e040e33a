import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

extension App {
  /// Makes a database of what can be read of a damaged one.
  /// - Parameters:
  ///   - damaged: a copy of the damaged file that nobody else has.
  ///   - url: the place of the new database, where nothing may be.
  ///   - known: the numbers of records that are known otherwise, by entities.
  ///   - progress: receives the finished share; an error that it throws ends the work.
  /// - Throws: `StoreError`.
  package func salvage(
    _ damaged: URL, to url: URL, known: [String: Int] = [:], progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> SalvageReport {
    let hasDescription = design != nil || layer?.revision != nil
    let stored = hasDescription ? try StoredDescription.read(ofDamaged: damaged) : nil
    return try Store.salvage(
      description.model, from: damaged, to: url, description: stored, known: known,
      options: storeOptions(StoreOptions()), progress: progress)
  }

  /// The application in code with the fields that its damaged database file has besides.
  /// - Parameter copy: a copy of the file that nobody else has.
  /// - Throws: ``AppDocumentError`` for fields that this program can't read: without them their values would be lost.
  package func over(damaged copy: URL) throws -> App {
    guard design == nil, openedFile == nil else { return self }
    let stored: StoredDescription?
    // All else can be saved without them, and the report says that they are lost.
    do { stored = try StoredDescription.read(ofDamaged: copy) } catch is StoreError { return self }
    return try laid(under: stored)
  }
}

extension Design {
  /// Reads the design in a copy of a damaged database file that nobody else has.
  /// - Returns: nil where the file has no description.
  /// - Throws: ``AppDocumentError``, `StoreError.unusable`.
  package static func read(ofDamaged copy: URL) throws -> Design? {
    guard let stored = try StoredDescription.read(ofDamaged: copy), !AddedFields.isOne(stored.json) else { return nil }
    return try Design(stored, named: copy.deletingPathExtension().lastPathComponent)
  }
}

extension SalvageReport {
  /// What is saved of a damaged application, and what is lost, for the person.
  package func phrases(of name: String, _ model: ModelDescription) -> [Phrase] {
    phrases(in: model).map { Phrase("{app}: {reason}", ["app": .text(name), "reason": .phrase($0)]) }
      + ["SQLite does not notice every damaged value: compare what was saved with what you know."]
  }
}
