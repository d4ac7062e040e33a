import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

extension AppDocument {
  /// An application for the records in files, guessed from their headings and first rows: an entity for each file, in their
  /// order, and relationships where a column of one file names records of another.
  /// - Parameter name: the application's name; nil for the first file's.
  /// - Throws: `ReadingError`, `ImportError` for files that can't be read, ``AppDocumentError``.
  public init(guessedFrom files: [ImportFile], name: String? = nil) throws {
    self.init()
    // The name of a sheet follows that of its file.
    self.name = name ?? NameGuess.app(files.first?.name.split(separator: "/").first.map(String.init) ?? "")
    let words = self.name.replacing("-", with: " ")
    title = words.prefix(1).uppercased() + words.dropFirst()
    entities = try EntityGuess(files).entities
    let faults = check()
    guard faults.isEmpty else { throw AppDocumentError.faults(faults) }
  }
}
