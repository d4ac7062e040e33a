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
  ///   - description: the description of which the application is, if it is not one that is sought in the damaged file.
  ///   - isGiven: whether that takes the place of all that the damaged file has.
  ///   - known: the numbers of records that are known otherwise, by entities.
  ///   - progress: receives the finished share, also while a single step takes long; an error that it throws ends the work.
  /// - Throws: `StoreError`.
  package func salvage(
    _ damaged: URL, of original: URL? = nil, to url: URL, description: StoredDescription? = nil, isGiven: Bool = false,
    known: [String: Int] = [:], progress: @escaping (Double) throws -> Void = { _ in }
  ) throws -> SalvageReport {
    let stored =
      try description
      ?? (design?.revision ?? layer?.revision).flatMap { revision in
        try StoredDescription.revisions(ofDamaged: damaged) { try progress(0) }.first { $0.revision == revision }
      }
    return try Store.salvage(
      self.description.model, from: damaged, of: original, to: url, description: stored, isGiven: isGiven, known: known,
      options: storeOptions(StoreOptions()), progress: progress)
  }

  /// The application in code with the fields that its damaged database file has besides: those of the newest description that can be
  /// read.
  /// - Parameters:
  ///   - copy: a copy of the file that nobody else has.
  ///   - description: the description that the file has, if it is known from elsewhere.
  ///   - check: is called while the file is read; an error that it throws ends the work.
  /// - Throws: ``AppDocumentError`` for fields that this program can't read: without them their values would be lost.
  package func over(
    damaged copy: URL, or description: StoredDescription? = nil, check: @escaping () throws -> Void = {}
  ) throws -> App {
    guard design == nil, openedFile == nil else { return self }
    if let description { return try laid(under: description) }
    let revisions: [StoredDescription]
    // All else can be saved without them, and the report says that they are lost.
    do {
      revisions = try StoredDescription.revisions(ofDamaged: copy, check: check)
    } catch StoreError.unusable {
      return self
    }
    let layers = revisions.filter { AddedFields.isOne($0.json) }
    guard !layers.isEmpty else { return revisions.isEmpty ? try laid(under: nil) : self }
    return try layers.newestThatCanBeRead { try laid(under: $0) }
  }
}

extension Design {
  /// Reads the newest design that can be read in a copy of a damaged database file that nobody else has.
  /// - Parameter check: is called while the file is read; an error that it throws ends the work.
  /// - Returns: nil where the file has no description.
  /// - Throws: ``AppDocumentError``, `StoreError.unusable`.
  package static func read(ofDamaged copy: URL, check: @escaping () throws -> Void = {}) throws -> Design? {
    let designs = try StoredDescription.revisions(ofDamaged: copy, check: check).filter { !AddedFields.isOne($0.json) }
    guard !designs.isEmpty else { return nil }
    return try designs.newestThatCanBeRead {
      try Design($0, named: copy.deletingPathExtension().lastPathComponent)
    }
  }

  /// A design that a person gives for a damaged database, in place of all that it has.
  /// - Parameters:
  ///   - copy: a copy of the damaged file that nobody else has.
  ///   - check: is called while the file is read; an error that it throws ends the work.
  package static func given(
    _ document: AppDocument, named name: String, ofDamaged copy: URL, check: @escaping () throws -> Void = {}
  ) throws -> Design {
    var document = document
    document.name = name
    var revisions: [StoredDescription] = []
    do {
      revisions = try StoredDescription.revisions(ofDamaged: copy, check: check)
    } catch StoreError.unusable {
      // None is known then.
    }
    // A damaged number leaves none for the next one.
    let newest = revisions.map(\.revision).first { (0..<1 << 53).contains($0) } ?? 0
    return Design(document, revision: newest + 1)
  }

  /// The description as a database file has it.
  package var stored: StoredDescription { StoredDescription(revision: revision, json: document.json) }
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
  /// The saved and the lost parts of a damaged application, for the person.
  package func phrases(of name: String, _ model: ModelDescription) -> [Phrase] {
    phrases(in: model).map { Phrase("{app}: {reason}", ["app": .text(name), "reason": .phrase($0)]) }
      + ["SQLite does not notice every damaged value: compare what was saved with what you know."]
  }
}
