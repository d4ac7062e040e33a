import Foundation
import KartotekaHTTP
import KartotekaModel
import KartotekaStore
import KartotekaTransfer
import Logging

/// A file to import with its interpretation.
struct UnderstoodFile: Sendable {
  /// The number of the file, from 1.
  let number: Int
  let file: PendingImport.File
  /// The interpretation with the person's choices; nil if it failed.
  let plan: FilePlan?
  /// The reason why the file can't be loaded in its current state.
  let fault: Phrase?

  /// Whether the file will be loaded.
  var isLoaded: Bool { plan != nil && fault == nil && !file.isLeftOut }
}

/// Interprets the files of an import.
struct FileUnderstanding: Sendable {
  private let model: ModelDescription
  private let importer: Importer
  private let folder: ImportFolder
  private let revision: Int64?

  init(_ screens: AppScreens, _ folder: ImportFolder) {
    model = screens.description.model
    revision = screens.store.descriptionRevision
    importer = Importer(screens.store, words: screens.app.catalogue)
    self.folder = folder
  }

  /// The interpretations of all files. An invalid file does not affect the others.
  func files(of pending: PendingImport) -> [UnderstoodFile] {
    pending.files.indices.map { file($0 + 1, of: pending) }
  }

  /// The import with the interpretations of its files, which are stored as UTF-8 afterwards. It reads each file completely,
  /// which takes seconds for large files. It is therefore called on its own thread, only after an upload or a change of
  /// options, and its result is stored in the description.
  func understanding(_ pending: PendingImport) async -> PendingImport {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        var understood = pending
        understood.revision = revision
        for index in pending.files.indices
        where pending.files[index].understood == nil && pending.files[index].fault == nil {
          understood.files[index].refusal = nil
          do {
            understood.files[index].understood = try understand(index + 1, of: pending)
          } catch let error where error is ReadingError || error is ImportError {
            understood.files[index].refusal = Phrase(of: error, in: model)
          } catch {
            // Such as a full disk: it is tried again where the file is shown.
            Logger(label: "kartoteka").warning("A file can't be interpreted", metadata: ["error": "\(error)"])
          }
        }
        continuation.resume(returning: understood)
      }
    }
  }

  private func understand(_ number: Int, of pending: PendingImport) throws -> SavedFilePlan {
    let file = pending.files[number - 1]
    let path = path(number, of: pending)
    let original = Self.original(of: path)
    let hasOriginal = hasOriginal(number, of: pending)
    let text = try text(number, of: pending)
    let plan = try plan(of: text, file, pending)
    if text.isTranscoded || hasOriginal {
      let part = path + ".part"
      let sink = try FileSink(path: part)
      try sink.write(text.bytes)
      try sink.close()
      // The bytes as they came are needed where the person names another encoding.
      guard hasOriginal || rename(path, original) == 0, rename(part, path) == 0 else {
        throw WritingError.cannotCreate(file: file.name, reason: String(cString: strerror(errno)))
      }
    }
    return SavedFilePlan(plan, original: text)
  }

  private static func original(of path: String) -> String { path + ".original" }

  // The text as it came, in the encoding that is chosen.
  private func text(_ number: Int, of pending: PendingImport) throws -> TextSource {
    let path = path(number, of: pending)
    let place = hasOriginal(number, of: pending) ? Self.original(of: path) : path
    return try TextSource(ByteSource(path: place, as: pending.files[number - 1].encoding))
  }

  /// Whether another encoding can be chosen for a file.
  func hasOriginal(_ number: Int, of pending: PendingImport) -> Bool {
    FileManager.default.fileExists(atPath: Self.original(of: path(number, of: pending)))
  }

  private func plan(
    of text: TextSource, _ file: PendingImport.File, _ pending: PendingImport
  ) throws -> FilePlan {
    var plan = try importer.understand(ImportFile(text, name: file.name, into: file.entity))
    for (column, meaning) in file.columns where plan.columns.indices.contains(column - 1) {
      plan.columns[column - 1].target = ColumnMatch.Target(meaning)
    }
    if !file.columns.isEmpty { try importer.decideNotation(of: &plan) }
    let timeZone = pending.timeZone.flatMap(TaskTimeZone.named)
    for index in plan.columns.indices { plan.columns[index].notation.timeZone = timeZone }
    return plan
  }

  private func path(_ number: Int, of pending: PendingImport) -> String {
    folder.file(number, of: pending.id).path(percentEncoded: false)
  }

  /// The interpretation of a file, counted from 1.
  func file(_ number: Int, of pending: PendingImport) -> UnderstoodFile {
    let file = pending.files[number - 1]
    if let fault = file.fault ?? (file.understood == nil ? file.refusal : nil) {
      return UnderstoodFile(number: number, file: file, plan: nil, fault: fault)
    }
    do {
      var plan =
        try file.understood?.plan(of: path(number, of: pending), name: file.name, in: model)
        ?? plan(of: text(number, of: pending), file, pending)
      plan.emptiesMisfits = pending.emptiesMisfits ?? false
      plan.keys = (file.keys ?? []).filter { key in plan.columns.contains { $0.target == .column(key) } }
      for (column, notation) in file.notations ?? [:] where plan.columns.indices.contains(column - 1) {
        plan.columns[column - 1].notation.chosen = notation
      }
      do {
        try importer.check(plan)
        return UnderstoodFile(number: number, file: file, plan: plan, fault: nil)
      } catch {
        return UnderstoodFile(number: number, file: file, plan: plan, fault: Phrase(of: error, in: model))
      }
    } catch {
      return UnderstoodFile(number: number, file: file, plan: nil, fault: Phrase(of: error, in: model))
    }
  }
}

extension Phrase {
  /// The note on a file that can't be read in the encoding that a person has chosen, and is read as before.
  static func unreadable(
    _ file: String, as encoding: TextEncoding?, still before: TextEncoding?, _ reason: Phrase
  ) -> Phrase {
    guard let encoding else { return reason }
    return Phrase(
      "{file} can't be read as {encoding} and is still read as {other}: {reason}",
      [
        "file": .text(file), "encoding": .text(encoding.rawValue), "other": .text((before ?? .utf8).rawValue),
        "reason": .phrase(reason),
      ])
  }

  /// The explanation of an import's error, for people.
  init(of error: any Error, in model: ModelDescription) {
    switch error {
    case let error as ImportError: self = error.phrase
    case let error as ReadingError: self.init(error.key, error.arguments.mapValues { .text($0) })
    case let error as StoreError: self = error.phraseForPeople(in: model)
    default: self = "This is a mistake of the program; nothing was changed. The log says more."
    }
  }
}
