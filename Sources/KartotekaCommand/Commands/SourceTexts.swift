import Foundation
import Kartoteka

/// The texts of Swift sources that people may read: arguments of `say`, `Phrase` and errors, and other literals that are
/// sentences. A description doesn't have them, because only code says them.
enum SourceTexts {
  /// The texts below a folder, in the order of files and lines, each once.
  /// - Throws: ``Failure`` if there is no such folder.
  static func texts(in folder: URL) throws -> [String] {
    guard let files = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false)) else {
      throw Failure(
        Phrase("There is no folder {folder}", ["folder": .text(folder.path(percentEncoded: false))]), status: .usage)
    }
    let names = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".build/") }
    var texts: [String] = []
    var seen: Set<String> = []
    for name in names.sorted() {
      let source = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for text in Self.texts(of: source) where seen.insert(text).inserted { texts.append(text) }
    }
    return texts
  }

  /// The texts of a source.
  static func texts(of source: String) -> [String] {
    // A literal on one line.
    let literal = #/(\w*)\(?(?:\\[\w.]+, )?"((?:[^"\\\n]|\\.)+)"/#
    var texts: [String] = []
    for line in source.split(separator: "\n") where !line.drop(while: \.isWhitespace).hasPrefix("//") {
      // With a value in it, it is no key.
      for match in line.matches(of: literal) where !match.2.contains("\\(") {
        let text = match.2.replacing("\\n", with: "\n").replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
        if saying.contains(String(match.1)) || isSentence(String(text)) { texts.append(String(text)) }
      }
    }
    return texts
  }

  // Functions and types whose texts are keys of catalogues, also where they are one word.
  private static let saying: Set = ["say", "Phrase", "ValueFault", "refused", "ActionResult"]

  // What begins with a capital, or a value, and has a space after a word.
  private static func isSentence(_ text: String) -> Bool {
    guard let first = text.first, first.isUppercase || first == "{" else { return false }
    return text.contains(#/[a-z}’'] [A-Za-z{]/#) && !text.contains("=")
  }
}
