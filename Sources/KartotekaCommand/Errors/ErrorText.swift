import Kartoteka
import KartotekaHTTP
import KartotekaPeople
import KartotekaPostgres
import KartotekaTLS
import KartotekaTransfer
import KartotekaWeb

/// The only place where errors of all modules become sentences for the terminal.
enum ErrorText {
  /// The failure for an error.
  /// - Parameter model: the model whose nouns the sentence uses.
  static func failure(_ error: any Error, in model: ModelDescription) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let error as StoreError: Failure(error.phrase(in: model), remedy: error.remedy)
    case let error as PostgresError: Failure(error.phrase, remedy: error.remedy)
    case let error as ImportError: Failure(error.phrase, remedy: error.remedy)
    case let error as ReadingError:
      Failure(named(error.file, Phrase(error.key, texts(error.arguments))), remedy: remedy(error))
    case let error as WritingError:
      Failure(
        Phrase(error.key, texts(error.arguments)),
        remedy: "Check that the folder exists and is writable, and that the disk has free space.")
    case let error as DesignError: Failure(error.phrase, remedy: error.remedy)
    case let error as BackupError: Failure(error.phrase, remedy: error.remedy)
    case let error as AppDocumentError: Failure(error.phrase)
    case let error as ServerError: Failure(error.phrase)
    case let error as CertificateError: Failure(error.phrase, remedy: error.remedy)
    case let error as StandInError: Failure(error.phrase)
    case let error as ActionError: failure(error)
    case let fault as FieldFault: failure(ActionError.invalid([fault]))
    case let error as PeopleError: Failure(error.phrase, remedy: error.remedy)
    case let error as CredentialFault: Failure(error.phrase)
    case let error as OpeningError:
      Failure(Phrase("The declarations of the applications are invalid:\n{error}", ["error": .text(error.description)]))
    case is CancellationError: Failure("Stopped. Nothing was changed.", status: .interrupted)
    default:
      Failure(Phrase("Unexpected error: {error}", ["error": .text(String(describing: error))]))
    }
  }

  private static func failure(_ error: ActionError) -> Failure {
    switch error {
    case .needsRecord: Failure("This action needs a record. Name one.", status: .usage)
    case .refused(let reason): Failure(reason)
    case .invalid(let faults):
      Failure(
        Phrase(
          "Invalid input: {fields}",
          ["fields": .text(faults.map { "\($0.field): \(say($0.phrase))" }.joined(separator: "; "))]))
    }
  }

  private static func named(_ file: String?, _ phrase: Phrase) -> Phrase {
    guard let file else { return phrase }
    return Phrase("{file}: {reason}", ["file": .text(file), "reason": .phrase(phrase)])
  }

  private static func texts(_ arguments: [String: String]) -> [String: Phrase.Argument] {
    arguments.mapValues { .text($0) }
  }

  private static func remedy(_ error: ReadingError) -> Phrase? {
    switch error {
    case .notFound: "Check its name and the folder you are in."
    case .notPermitted: "Get permission to read it, or copy it to a folder of your own."
    case .isFolder: "Name the files in it one by one."
    case .unreadable: "Copy it to a disk that can be read, and try again."
    case .containsNUL: "Save it as CSV or JSON in the program that made it."
    case .unclosedQuote: "Close the quote, or write it twice if it is part of the text."
    case .invalidJSON: "Correct it there, or export the file again from its program."
    case .notAnObject, .noList: "Write the records as a list: [{\"name\":\"…\"}, …]"
    case .noSheets: "Name a file with at least one table that has values."
    // The sentence says it.
    case .notRead, .runningText, .noTables, .binary, .damaged, .severalLists, .encrypted, .damagedSpreadsheet,
      .expandsTooMuch,
      .tooManySheets:
      nil
    }
  }
}
