import Foundation
import KartotekaModel

/// Why a file, or a record in it, cannot be read.
///
/// ``key`` is an English sentence with placeholders, to be looked up in a catalogue of translations, and
/// ``arguments`` fills them; ``description`` is the same in English. ``file`` is not part of the sentence:
/// whoever shows it says in his own way which file it was.
@nonexhaustive public enum ReadingError: Error, Hashable, Sendable {
  /// There is no file at that path.
  case notFound(file: String?)
  /// The file may not be read.
  case notPermitted(file: String?)
  /// The path is a folder.
  case isFolder(file: String?)
  /// The system could not read the file; `reason` is its own message.
  case unreadable(file: String?, reason: String)
  /// The file is not text but another known format.
  case notText(file: String?, format: BinaryFormat)
  /// The file holds a NUL character, as binary files do and text does not.
  case containsNUL(file: String?, line: Int)
  /// A quote in a CSV file is opened here and never closed. The line is a broken record; reading goes on
  /// after it.
  case unclosedQuote(file: String?, line: Int, column: Int)
  /// The JSON is wrong. In a file of one object a line, reading goes on after the line, elsewhere it ends
  /// here.
  case invalidJSON(file: String?, JSONSyntaxError)
  /// A JSON value stands where a record, an object, should. Reading goes on after it.
  case notAnObject(file: String?, line: Int, column: Int, found: String)
  /// The JSON file holds a single value that is neither a list nor an object with a list.
  case noList(file: String?, found: String)
  /// The JSON file is an object with several lists, so that it is not clear which one is meant.
  case severalLists(file: String?, names: [String])
}

extension ReadingError {
  /// The error for an `errno` of the system.
  init(_ code: Int32, opening file: String) {
    self =
      switch code {
      case ENOENT: .notFound(file: file)
      case EACCES, EPERM: .notPermitted(file: file)
      case EISDIR: .isFolder(file: file)
      default: .unreadable(file: file, reason: String(cString: strerror(code)))
      }
  }

  /// The name of the file at fault, where known.
  public var file: String? {
    switch self {
    case .notFound(let file), .notPermitted(let file), .isFolder(let file), .unreadable(let file, _),
      .notText(let file, _), .containsNUL(let file, _), .unclosedQuote(let file, _, _),
      .invalidJSON(let file, _), .notAnObject(let file, _, _, _), .noList(let file, _),
      .severalLists(let file, _):
      file
    }
  }

  /// The line at fault, the first being 1, where there is one.
  public var line: Int? {
    switch self {
    case .containsNUL(_, let line), .unclosedQuote(_, let line, _), .notAnObject(_, let line, _, _): line
    case .invalidJSON(_, let error): error.line
    default: nil
    }
  }

  /// The character at fault in its line, the first being 1, where it is known.
  public var column: Int? {
    switch self {
    case .unclosedQuote(_, _, let column), .notAnObject(_, _, let column, _): column
    case .invalidJSON(_, let error): error.column
    default: nil
    }
  }
}

extension ReadingError: CustomStringConvertible {
  /// The sentences for people, for checking that a catalogue has them all; those of
  /// ``JSONSyntaxError/Reason`` come in addition.
  public enum Sentence: String, Sendable, CaseIterable {
    case notFound = "There is no such file"
    case notPermitted = "You may not read this file"
    case isFolder = "This is a folder, not a file"
    case unreadable = "The file cannot be read: {reason}"
    case notText = "This is not a text file: it seems to be {format}"
    case containsNUL = "This seems to be no text file: there is a NUL character in line {line}"
    case unclosedQuote = "The quote opened in line {line} is never closed"
    case notAnObject = "Expected a record in braces in line {line}, but found {found}"
    case noList = "There is no list of records in this file, only {found}"
    case severalLists = "There are several lists in this file ({names}): keep one of them"
  }

  /// The English sentence with placeholders in braces.
  public var key: String {
    switch self {
    case .notFound: Sentence.notFound.rawValue
    case .notPermitted: Sentence.notPermitted.rawValue
    case .isFolder: Sentence.isFolder.rawValue
    case .unreadable: Sentence.unreadable.rawValue
    case .notText: Sentence.notText.rawValue
    case .containsNUL: Sentence.containsNUL.rawValue
    case .unclosedQuote: Sentence.unclosedQuote.rawValue
    case .invalidJSON(_, let error): error.key
    case .notAnObject: Sentence.notAnObject.rawValue
    case .noList: Sentence.noList.rawValue
    case .severalLists: Sentence.severalLists.rawValue
    }
  }

  /// The values of the placeholders, and the file's name, line and column where they are known.
  public var arguments: [String: String] {
    var arguments: [String: String] = [:]
    arguments["file"] = file
    arguments["line"] = line.map(String.init)
    arguments["column"] = column.map(String.init)
    switch self {
    case .unreadable(_, let reason): arguments["reason"] = reason
    case .notText(_, let format): arguments["format"] = format.rawValue
    case .invalidJSON(_, let error): arguments["found"] = error.found
    case .notAnObject(_, _, _, let found), .noList(_, let found): arguments["found"] = found
    case .severalLists(_, let names): arguments["names"] = names.joined(separator: ", ")
    default: break
    }
    return arguments
  }

  /// The sentence in English.
  public var description: String {
    arguments.reduce(key) { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
