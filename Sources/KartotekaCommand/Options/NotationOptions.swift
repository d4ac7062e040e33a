import ArgumentParser
import Foundation
import KartotekaModel
import KartotekaTransfer

/// How numbers and dates are written in files, for commands that read them.
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

/// The name of a decimal separator on the command line.
enum DecimalMark: String, CaseIterable, ExpressibleByArgument {
  case point, comma
}

/// The name of a date order on the command line.
enum DateOrder: String, CaseIterable, ExpressibleByArgument {
  case dmy, mdy, ymd
}
