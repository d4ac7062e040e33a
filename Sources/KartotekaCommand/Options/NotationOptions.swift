import ArgumentParser
import Foundation
import KartotekaModel
import KartotekaTransfer

/// The notation of numbers and dates in files, for commands that read them.
struct NotationOptions: ParsableArguments {
  @Option(help: .saying("The decimal separator, if the file leaves it open."))
  var decimal: DecimalMark?

  @Option(help: .saying("The order of day, month and year, if the file leaves it open."))
  var dates: DateOrder?

  @Option(
    name: .customLong("time-zone"),
    help: .saying("The time zone of times without an offset in the files (else this machine's).", value: "zone"),
    transform: TimeZoneName.zone)
  var timeZone = TaskTimeZone.current

  @Option(
    help: .saying(
      "The encoding of texts in the files, such as windows-1250 (else the one that their letters tell).",
      value: "encoding"),
    transform: EncodingName.encoding)
  var encoding: TextEncoding?

  @Option(
    name: .customLong("header-row"),
    help: .saying(
      "The number of the row with the headings in each file or sheet, 0 for none (else the one that the rows tell).",
      value: "row"))
  var header: Int?

  func validate() throws {
    guard let header, !(0...Self.mostHeader).contains(header) else { return }
    throw ValidationError(
      say("--header-row is a number from 0 to {most}.", ["most": .text(String(Self.mostHeader))]))
  }

  // The rows in which headings are looked for.
  private static let mostHeader = 100

  /// Opens files, and reports their encodings on standard error. Omitted rows and cells are reported with the results.
  /// - Throws: `ReadingError`, `WritingError`.
  /// - Parameters:
  ///   - keepsAllRows: whether rows that look like notes or totals are wanted.
  ///   - isNew: whether an application is made of the files.
  func open(
    _ paths: [String], into entity: String? = nil, keepsAllRows: Bool = false, isNew: Bool = false
  ) throws -> [ImportFile] {
    let files = try paths.flatMap {
      try ImportFile.open(
        path: $0, into: entity, as: encoding, header: header, keepsAllRows: keepsAllRows, isNew: isNew)
    }
    for file in files {
      guard encoding == nil, ![.utf8, .utf16LittleEndian, .utf16BigEndian].contains(file.text.encoding) else {
        continue
      }
      StandardError.line(
        say(
          "{file} is read as {encoding}. If letters are wrong, name another encoding with --encoding.",
          ["file": .text(file.name), "encoding": .text(file.text.encoding.rawValue)]))
    }
    return files
  }

  /// Sets the options of an import.
  func apply(to options: inout ImportOptions) {
    options.timeZone = timeZone
    guard decimal != nil || dates != nil else { return }
    var notation = ValueNotation.undecided
    notation.decimalMark = decimal.map { $0 == .comma ? .comma : .point }
    notation.dateOrder = dates.flatMap { ValueNotation.DateOrder(rawValue: $0.rawValue) }
    options.notation = notation
  }
}

/// An encoding option, such as `windows-1250`.
enum EncodingName {
  /// Parses the name.
  /// - Throws: ``UnknownName``.
  static func encoding(_ name: String) throws -> TextEncoding {
    if let encoding = TextEncoding(named: name) { return encoding }
    let known = TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")
    throw UnknownName(
      Phrase("There is no encoding {name}. These are known: {names}", ["name": .text(name), "names": .text(known)]))
  }
}

/// The name of a decimal separator on the command line.
enum DecimalMark: String, CaseIterable, ExpressibleByArgument {
  case point, comma
}

/// The name of a date order on the command line.
enum DateOrder: String, CaseIterable, ExpressibleByArgument {
  case dmy, mdy, ymd
}
