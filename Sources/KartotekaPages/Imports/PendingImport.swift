import Foundation
import KartotekaModel
import KartotekaTransfer

/// Uploaded files with their options for an import. The description is stored beside the files and survives a restart.
struct PendingImport: Upload {
  static let description = "import.json"

  /// A file of the import.
  struct File: Codable, Sendable {
    /// The uploaded name.
    let name: String
    /// The size in bytes.
    let bytes: Int
    /// The plural of the chosen entity; nil to recognize it.
    var entity: String?
    /// The chosen meanings of columns by their number.
    var columns: [Int: Meaning] = [:]
    /// The chosen notations of columns by their number.
    var notations: [Int: ValueNotation]?
    /// The names of the fields by which rows without a number find their records; nil for the unique ones.
    var keys: [String]?
    /// The encoding that the person has chosen; nil for the one that its content tells.
    var encoding: TextEncoding?
    /// Whether the file is excluded.
    var isLeftOut = false
    /// The interpretation with the current choices; nil if there is none.
    var understood: SavedFilePlan?
    /// The reason why a spreadsheet can't be read; nil for readable files.
    var fault: Phrase?
    /// The reason why there is no interpretation with the current choices, so that it is not tried again before they change.
    var refusal: Phrase?
    /// Notes about a sheet, such as cells with errors.
    var notes: [Phrase]?
  }

  /// The meaning of a column.
  enum Meaning: Codable, Hashable, Sendable {
    case id
    case column(String)
    case latitude(String)
    case longitude(String)
    case nothing
  }

  /// The state of the import.
  enum State: Codable, Sendable {
    /// The files are being read. If that doesn't run, it was interrupted.
    case reading
    /// Not begun.
    case open
    /// Begun when the given import was the newest stored one. If it no longer runs, it was interrupted.
    case running(after: Int64)
    /// Cancelled by the person; nothing was loaded.
    case cancelled
    /// Failed; nothing was loaded.
    case failed(Phrase)
    /// Failed because none of the first rows of a file can be loaded; nothing was loaded.
    case gaveUp(Phrase)
    /// Failed after some transactions, which remain.
    case partlyLoaded(Phrase)
    /// Complete, and stored with the given number.
    case done(Int64)
  }

  /// The id in addresses.
  let id: String
  /// The time of the upload.
  let date: Date
  /// The IANA name of the time zone of times without an offset; nil for UTC.
  var timeZone: String?
  var files: [File]
  /// The revision of the application's description by which the files were interpreted; nil for an application in code.
  var revision: Int64?
  /// Whether rows with unresolved references are loaded without them.
  var leavesEmpty = true
  /// Whether nothing is loaded if a row is rejected.
  var isAllOrNothing = false
  /// Whether the application was made for these files, so that the end of the import is its list; nil if it was there before.
  var isFirst: Bool?
  /// Whether the import continues if none of the first rows of a file can be loaded; nil if this was not chosen.
  var isInsistent: Bool?
  /// The value that holds where a field was changed here and in a file; nil if this was not chosen.
  var changedBoth: ImportOptions.ChangedBoth?
  /// Whether values that don't fit are left empty and noted, in place of their rows being rejected; nil for no.
  var emptiesMisfits: Bool?
  var state = State.open

  var count: Int { files.count }

  /// The options of the importer.
  var options: ImportOptions {
    var options = ImportOptions()
    options.unresolved = leavesEmpty ? .empty : .reject
    options.isAllOrNothing = isAllOrNothing
    options.isInsistent = isInsistent ?? false
    options.emptiesMisfits = emptiesMisfits ?? false
    options.changedBoth = changedBoth ?? .ask
    options.origin = .screen
    return options
  }
}

extension ColumnMatch.Target {
  /// The stored form.
  init(_ meaning: PendingImport.Meaning) {
    switch meaning {
    case .id: self = .id
    case .column(let name): self = .column(name)
    case .latitude(let name): self = .latitude(name)
    case .longitude(let name): self = .longitude(name)
    case .nothing: self = .nothing
    }
  }
}
