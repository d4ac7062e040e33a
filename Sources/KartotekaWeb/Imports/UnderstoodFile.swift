import KartotekaModel
import KartotekaStore
import KartotekaTransfer

/// One of the files that are to be imported, and what was understood of it.
struct UnderstoodFile: Sendable {
  /// Its number in the import, the first being 1.
  let number: Int
  let file: PendingImport.File
  /// What was understood, with what the person said of it; nil where nothing was.
  let plan: FilePlan?
  /// Why it can't be loaded as it is.
  let fault: Phrase?

  /// Whether it is loaded.
  var isLoaded: Bool { plan != nil && fault == nil && !file.isLeftOut }
}

/// Finds out what the files of an import hold.
struct FileUnderstanding: Sendable {
  private let model: ModelDescription
  private let importer: Importer
  private let folder: ImportFolder

  init(_ app: RunningApp, _ folder: ImportFolder) {
    model = app.description.model
    importer = Importer(app.store, words: app.catalogue)
    self.folder = folder
  }

  /// What all files of an import are. One that can't be understood stands in no other's way.
  func files(of pending: PendingImport) -> [UnderstoodFile] {
    pending.files.indices.map { file($0 + 1, of: pending) }
  }

  /// What one of them is, the first being 1.
  func file(_ number: Int, of pending: PendingImport) -> UnderstoodFile {
    let file = pending.files[number - 1]
    do {
      let place = folder.file(number, of: pending.id).path(percentEncoded: false)
      let text = try TextSource(ByteSource(path: place))
      var plan = try importer.understand(ImportFile(text, name: file.name, into: file.entity))
      for (column, meaning) in file.columns where plan.columns.indices.contains(column - 1) {
        plan.columns[column - 1].target = ColumnMatch.Target(meaning)
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
  /// Why an import, or one of its files, can't be done.
  init(of error: any Error, in model: ModelDescription) {
    switch error {
    case let error as ImportError: self = error.phrase
    case let error as ReadingError: self.init(error.key, error.arguments.mapValues { .text($0) })
    case let error as StoreError: self = error.phrase(in: model)
    default: self = "This is a mistake of the program; nothing was changed. The log says more."
    }
  }
}
