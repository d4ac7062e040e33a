import Foundation
import KartotekaModel
import Testing

/// A file as a program exports it, made anew from the published form of its exports, with what has to be stored of it.
struct ExportShape: Sendable, CustomTestStringConvertible {
  /// A field with its kind and the texts of the records.
  struct Field: Sendable {
    let label: String
    let kind: KindName
    let texts: [String]

    init(_ label: String, _ kind: KindName, _ texts: [String]) {
      (self.label, self.kind, self.texts) = (label, kind, texts)
    }
  }

  let program: String
  let name: String
  var encoding = String.Encoding.utf8
  let fields: [Field]
  private let lines: [String]

  init(_ program: String, _ name: String, _ encoding: String.Encoding = .utf8, lines: [String], _ fields: [Field]) {
    (self.program, self.name, self.encoding, self.lines, self.fields) = (program, name, encoding, lines, fields)
  }

  /// The file's bytes. A line break within a value is a line's own.
  var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").data(using: encoding) ?? Data()) }

  var testDescription: String { program }
}

extension ExportShape {
  /// Address books, banks, shops, trackers of books, films, runs, recipes, tasks, calendars.
  static let all: [ExportShape] = addressBooks + banks + shops + collections + days
}
