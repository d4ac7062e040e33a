import Foundation
import KartotekaModel
import KartotekaScreens
import KartotekaStore

extension App {
  /// Makes a database of what can be read of a damaged one.
  /// - Parameters:
  ///   - damaged: a copy of the damaged file that nobody else has.
  ///   - original: the damaged file itself, beside which pictures and files may lie; nil if they can only be in the copy.
  ///   - url: the place of the new database, where nothing may be.
  ///   - known: the numbers of records that are known otherwise, by entities.
  ///   - progress: receives the finished share; an error that it throws ends the work.
  /// - Throws: `StoreError`.
  package func salvage(
    _ damaged: URL, of original: URL? = nil, to url: URL, known: [String: Int] = [:],
    progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> SalvageReport {
    let stored = try (design?.revision ?? layer?.revision).flatMap { revision in
      try StoredDescription.revisions(ofDamaged: damaged).first { $0.revision == revision }
    }
    return try Store.salvage(
      description.model, from: damaged, of: original, to: url, description: stored, known: known,
      options: storeOptions(StoreOptions()), progress: progress)
  }

  /// The application in code with the fields that its damaged database file has besides: those of the newest description that can be
  /// read.
  /// - Parameter copy: a copy of the file that nobody else has.
  /// - Throws: ``AppDocumentError`` for fields that this program can't read: without them their values would be lost.
  package func over(damaged copy: URL) throws -> App {
    guard design == nil, openedFile == nil else { return self }
    let revisions: [StoredDescription]
    // All else can be saved without them, and the report says that they are lost.
    do { revisions = try StoredDescription.revisions(ofDamaged: copy) } catch is StoreError { return self }
    let layers = revisions.filter { AddedFields.isOne($0.json) }
    guard !layers.isEmpty else { return revisions.isEmpty ? try laid(under: nil) : self }
    return try layers.newestThatCanBeRead { try laid(under: $0) }
  }
}

extension Design {
  /// Reads the newest design that can be read in a copy of a damaged database file that nobody else has.
  /// - Returns: nil where the file has no description.
  /// - Throws: ``AppDocumentError``, `StoreError.unusable`.
  package static func read(ofDamaged copy: URL) throws -> Design? {
    let designs = try StoredDescription.revisions(ofDamaged: copy).filter { !AddedFields.isOne($0.json) }
    guard !designs.isEmpty else { return nil }
    return try designs.newestThatCanBeRead {
      try Design($0, named: copy.deletingPathExtension().lastPathComponent)
    }
  }
}

extension [StoredDescription] {
  // The first one's error, if none can be read: it is what a person knows.
  fileprivate func newestThatCanBeRead<T>(_ read: (StoredDescription) throws -> T) throws -> T {
    var first: AppDocumentError?
    for description in self {
      do { return try read(description) } catch let error as AppDocumentError { first = first ?? error }
    }
    throw first ?? AppDocumentError.faults([])
  }
}

extension SalvageReport {
  /// What is saved of a damaged application, and what is lost, for the person.
  package func phrases(of name: String, _ model: ModelDescription) -> [Phrase] {
    phrases(in: model).map { Phrase("{app}: {reason}", ["app": .text(name), "reason": .phrase($0)]) }
      + ["SQLite does not notice every damaged value: compare what was saved with what you know."]
  }
}
