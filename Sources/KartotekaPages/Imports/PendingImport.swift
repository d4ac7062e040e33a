import Foundation
import KartotekaModel
import KartotekaTransfer

/// Files that somebody brought along to be imported, and what they said of them: kept beside the files, so that it
/// survives a restart.
struct PendingImport: Codable, Sendable {
  /// One of the files.
  struct File: Codable, Sendable {
    /// The name that it came with.
    let name: String
    /// How many bytes it has.
    let bytes: Int
    /// The entity, by its plural, where somebody said so.
    var entity: String?
    /// What columns mean where somebody said so, by their number.
    var columns: [Int: Meaning] = [:]
    /// How columns write what has two readings where somebody said so, by their number.
    var notations: [Int: ValueNotation]?
    /// Whether it is not to be loaded.
    var isLeftOut = false
    /// What was understood of it with what was said so far; nil where nothing was, or something else was said since.
    var understood: SavedFilePlan?
  }

  /// What a column means.
  enum Meaning: Codable, Hashable, Sendable {
    case id
    case column(String)
    case nothing
  }

  /// How far it is.
  enum State: Codable, Sendable {
    /// Nothing was begun.
    case open
    /// It was begun when that was the newest kept import; what runs no more was interrupted.
    case running(after: Int64)
    /// It was stopped by the person; nothing was loaded.
    case cancelled
    /// It could not be done; nothing was loaded.
    case failed(Phrase)
    /// It gave up because none of the first rows of a file can be loaded; nothing was loaded.
    case gaveUp(Phrase)
    /// It ended early, and what it had loaded by then stays.
    case partlyLoaded(Phrase)
    /// It is done, and kept under that number.
    case done(Int64)
  }

  /// What it is known by in addresses.
  let id: String
  /// When the files came.
  let date: Date
  /// The IANA name of the time zone of moments that files write without an offset; nil for UTC.
  var timeZone: String?
  var files: [File]
  /// Whether rows are loaded whose references lead nowhere, without those.
  var leavesEmpty = true
  /// Whether nothing is loaded when a row is rejected.
  var isAllOrNothing = false
  /// Whether it goes on where none of the first rows of a file can be loaded; nil where that wasn't asked.
  var isInsistent: Bool?
  var state = State.open

  /// How the import is to be done.
  var options: ImportOptions {
    var options = ImportOptions()
    options.unresolved = leavesEmpty ? .empty : .reject
    options.isAllOrNothing = isAllOrNothing
    options.isInsistent = isInsistent ?? false
    options.origin = .screen
    return options
  }
}

extension ColumnMatch.Target {
  /// The same, as it is kept.
  init(_ meaning: PendingImport.Meaning) {
    switch meaning {
    case .id: self = .id
    case .column(let name): self = .column(name)
    case .nothing: self = .nothing
    }
  }
}
