import Foundation
import KartotekaModel

/// The reason why a file or a record in it can't be read.
///
/// ``key`` is an English sentence with placeholders, which is the key of the catalogue. ``arguments`` fills the
/// placeholders. ``description`` is the English text. The sentence does not contain ``file``.
@nonexhaustive public enum ReadingError: Error, Hashable, Sendable {
  /// The file doesn't exist.
  case notFound(file: String?)
  /// The permission to read the file is missing.
  case notPermitted(file: String?)
  /// The path is a folder.
  case isFolder(file: String?)
  /// The system could not read the file; `reason` is its message.
  case unreadable(file: String?, reason: String)
  /// The file has a known format that is not read.
  case notRead(file: String?, format: UnreadFormat)
  /// The file is text without rows and columns, such as a letter or a program.
  case runningText(file: String?)
  /// The web page has no table.
  case noTables(file: String?)
  /// The file is not text, and of no format that is known.
  case binary(file: String?)
  /// The file contains a NUL character, as binary files do.
  case containsNUL(file: String?, line: Int)
  /// A quote in a CSV file is not closed. The line is an invalid record; reading continues after it.
  case unclosedQuote(file: String?, line: Int, column: Int)
  /// Invalid JSON. In a file with one object per line, reading continues after the line; elsewhere it ends.
  case invalidJSON(file: String?, JSONSyntaxError)
  /// A JSON value is not an object. Reading continues after it.
  case notAnObject(file: String?, line: Int, column: Int, found: String)
  /// The JSON file contains a single value that is neither a list nor an object with a list.
  case noList(file: String?, found: String)
  /// The JSON file is an object with several lists.
  case severalLists(file: String?, names: [String])
  /// The spreadsheet is protected by a password.
  case encrypted(file: String?)
  /// The file is incomplete or contradicts its format.
  case damaged(file: String?)
  /// The spreadsheet is incomplete or contradicts itself.
  case damagedSpreadsheet(file: String?)
  /// The spreadsheet's content is so much larger than its file that it is taken for an attack.
  case expandsTooMuch(file: String?)
  /// The archive holds no spreadsheet, or its sheets are empty.
  case noSheets(file: String?)
  /// The spreadsheet has more sheets than are read.
  case tooManySheets(file: String?, most: Int)
}

extension ReadingError {
  /// The error for a system's `errno`.
  init(_ code: Int32, opening file: String) {
    self =
      switch code {
      case ENOENT: .notFound(file: file)
      case EACCES, EPERM: .notPermitted(file: file)
      case EISDIR: .isFolder(file: file)
      default: .unreadable(file: file, reason: String(cString: strerror(code)))
      }
  }

  /// The name of the file, if it is known.
  public var file: String? {
    switch self {
    case .notFound(let file), .notPermitted(let file), .isFolder(let file), .unreadable(let file, _),
      .notRead(let file, _), .runningText(let file), .noTables(let file), .damaged(let file), .binary(let file),
      .containsNUL(let file, _), .unclosedQuote(let file, _, _),
      .invalidJSON(let file, _), .notAnObject(let file, _, _, _), .noList(let file, _),
      .severalLists(let file, _), .encrypted(let file), .damagedSpreadsheet(let file), .expandsTooMuch(let file),
      .noSheets(let file), .tooManySheets(let file, _):
      file
    }
  }

  /// The line, from 1, if it is known.
  public var line: Int? {
    switch self {
    case .containsNUL(_, let line), .unclosedQuote(_, let line, _), .notAnObject(_, let line, _, _): line
    case .invalidJSON(_, let error): error.line
    default: nil
    }
  }

  /// The character in the line, from 1, if it is known.
  public var column: Int? {
    switch self {
    case .unclosedQuote(_, _, let column), .notAnObject(_, _, let column, _): column
    case .invalidJSON(_, let error): error.column
    default: nil
    }
  }
}

extension ReadingError: CustomStringConvertible {
  /// All sentences, for tests of catalogues, besides those of `JSONSyntaxError/Reason`.
  public enum Sentence: String, Sendable, CaseIterable {
    case notFound = "There is no such file"
    case notPermitted = "You may not read this file"
    case isFolder = "This is a folder, not a file"
    case unreadable = "The file cannot be read: {reason}"
    case oldSpreadsheet =
      "This is a spreadsheet of a form that is not read ({format}): save it as .xlsx, .ods or CSV in the program that made it"
    case otherData =
      "This is data of a form that is not read ({format}): export it as CSV or JSON from the program that made it"
    case document = "This is a document ({format}): copy its table into a spreadsheet, and save that"
    case media = "There are no rows in a file of this form ({format}): it can be added to a record"
    case archive =
      "This archive is not unpacked ({format}): unpack it, and choose its files or a ZIP archive of them"
    case commands =
      "These are commands of SQL: make a SQLite file of them (sqlite3 new.sqlite < old.sql) and open it, or export CSV files"
    case sqlite = "This is a SQLite file: it is opened as it is, on the page “New application” or with kartoteka open"
    case encoding = "This text is in an encoding that is not read ({format}): save it as UTF-8"
    case runningText =
      "There is no table in this text: put each record into a line of its own, with commas, semicolons or tabs between its values"
    case noTables = "There is no table on this web page: save the page that shows it, or export it as CSV"
    case binary = "This is no text file, and of no form that is known: export it as CSV, .xlsx or JSON"
    case containsNUL =
      "This seems to be no text file, and is of no form that is known: there is a NUL character in line {line}"
    case damaged = "This file is damaged or incomplete: get it again from where it came from"
    case unclosedQuote = "The quote opened in line {line} is never closed"
    case notAnObject = "Expected a record in braces in line {line}, but found {found}"
    case noList = "There is no list of records in this file, only {found}"
    case severalLists = "There are several lists in this file ({names}): keep one of them"
    case encrypted = "This file is protected by a password: save a copy without one"
    case damagedSpreadsheet = "This spreadsheet is damaged: open it in a spreadsheet program and save it again"
    case expandsTooMuch = "This file holds far more than its size allows: save its tables as CSV"
    case noSheets = "There is no table with values in this file"
    case tooManySheets = "This file has more than {most} tables: keep those that are needed in a file of their own"
  }

  /// The English sentence with placeholders.
  public var key: String {
    switch self {
    case .notFound: Sentence.notFound.rawValue
    case .notPermitted: Sentence.notPermitted.rawValue
    case .isFolder: Sentence.isFolder.rawValue
    case .unreadable: Sentence.unreadable.rawValue
    case .notRead(_, let format): format.wayOut.sentence.rawValue
    case .runningText: Sentence.runningText.rawValue
    case .noTables: Sentence.noTables.rawValue
    case .damaged: Sentence.damaged.rawValue
    case .binary: Sentence.binary.rawValue
    case .containsNUL: Sentence.containsNUL.rawValue
    case .unclosedQuote: Sentence.unclosedQuote.rawValue
    case .invalidJSON(_, let error): error.key
    case .notAnObject: Sentence.notAnObject.rawValue
    case .noList: Sentence.noList.rawValue
    case .severalLists: Sentence.severalLists.rawValue
    case .encrypted: Sentence.encrypted.rawValue
    case .damagedSpreadsheet: Sentence.damagedSpreadsheet.rawValue
    case .expandsTooMuch: Sentence.expandsTooMuch.rawValue
    case .noSheets: Sentence.noSheets.rawValue
    case .tooManySheets: Sentence.tooManySheets.rawValue
    }
  }

  /// The values of the placeholders, and the file's name, line and column if they are known.
  public var arguments: [String: String] {
    var arguments: [String: String] = [:]
    arguments["file"] = file
    arguments["line"] = line.map(String.init)
    arguments["column"] = column.map(String.init)
    switch self {
    case .unreadable(_, let reason): arguments["reason"] = reason
    case .notRead(_, let format): arguments["format"] = format.name
    case .invalidJSON(_, let error): arguments["found"] = error.found
    case .notAnObject(_, _, _, let found), .noList(_, let found): arguments["found"] = found
    case .tooManySheets(_, let most): arguments["most"] = String(most)
    case .severalLists(_, let names): arguments["names"] = names.joined(separator: ", ")
    default: break
    }
    return arguments
  }

  /// The English sentence.
  public var description: String {
    Localizer.english(Phrase(key, arguments.mapValues { .text($0) }))
  }
}

extension UnreadFormat.WayOut {
  fileprivate var sentence: ReadingError.Sentence {
    switch self {
    case .spreadsheet: .oldSpreadsheet
    case .data: .otherData
    case .document: .document
    case .media: .media
    case .archive: .archive
    case .commands: .commands
    case .sqlite: .sqlite
    case .encoding: .encoding
    }
  }
}
