import KartotekaModel
import KartotekaScreens
import KartotekaTransfer

extension AppDocument {
  /// An application for the records in files: an entity for each file, in their order, and relationships where a column of one
  /// file names records of another. Fields are guessed from the headings and first rows, and fit all rows.
  /// - Parameter name: the application's name; nil for the first file's.
  /// - Throws: `ReadingError`, `ImportError` for files that can't be read, ``AppDocumentError``.
  public init(guessedFrom files: [ImportFile], name: String? = nil) throws {
    self = try Self.guess(from: files, name: name, in: nil).document
  }

  /// The same where the person has said how numbers and dates are written, with what all rows of a file say otherwise than its
  /// first ones.
  /// - Throws: `ReadingError`, `ImportError` for files that can't be read, ``AppDocumentError``.
  package static func guess(
    from files: [ImportFile], name: String? = nil, in notation: ValueNotation?
  ) throws -> (document: AppDocument, changes: [(file: String, change: Phrase)]) {
    let guessed = try EntityGuess(files, in: notation).tables
    let widened = try zip(guessed, files).map { try GuessCheck.widened($0, by: $1.text, in: notation) }
    let (tables, _) = try LinkCheck.checked(widened) { files[$0].text }.withChanges(since: guessed)
    let document = try AppDocument(
      tables.entities.entities, title: nil, name: name ?? Self.name(ofFile: files.first?.name ?? ""))
    return (document, tables.flatMap { table in table.changes.map { (table.name, $0) } })
  }

  /// An application of guessed entities.
  /// - Parameter title: its title; nil for the words of the name.
  /// - Throws: ``AppDocumentError``.
  package init(_ entities: [DocumentEntity], title: String?, name: String) throws(AppDocumentError) {
    self.init()
    self.name = name
    self.title = title ?? Self.title(ofName: name)
    self.entities = entities
    let faults = check()
    guard faults.isEmpty else { throw .faults(faults) }
  }

  /// The name of the application of a file. The name of a sheet follows that of its file.
  package static func name(ofFile file: String) -> String {
    NameGuess.app(file.split(separator: "/").first.map(String.init) ?? "")
  }

  /// The title for a name: `my-books` is "My books".
  package static func title(ofName name: String) -> String {
    let words = name.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
