import ArgumentParser
import Kartoteka
import KartotekaPeople

/// `kartoteka people settings`.
struct PeopleSettingsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "settings",
      abstract: say("Shows and changes how long sessions last, and whether a second factor is required."),
      discussion: say("A time is a number with m, h or d for minutes, hours or days, from 15m to 365d."))
  }

  @Option(
    help: .saying("The time after which a session that is not used ends.", value: "time"), transform: Self.minutes)
  var idle: Int?

  @Option(help: .saying("The time after which a session ends in any case.", value: "time"), transform: Self.minutes)
  var absolute: Int?

  @Option(
    name: .customLong("second-factor"),
    help: .saying("Whether everybody needs a second factor: required or optional.", value: "rule"),
    transform: Self.isRequired)
  var secondFactor: Bool?

  @OptionGroup var data: DataOptions

  func run() async throws {
    let people = data.folder.people
    var settings = try await people.settings
    if idle != nil || absolute != nil || secondFactor != nil {
      // Without people a file of them would be made for nobody.
      guard try await !people.all().isEmpty else { throw PeopleError.lastAdministrator }
      settings = PeopleSettings(
        idle: idle ?? settings.idle, absolute: absolute ?? settings.absolute,
        requiresFactor: secondFactor ?? settings.requiresFactor)
      try await people.set(settings, by: .user)
    }
    var table = TextTable(.left, .left)
    table.row("idle", Self.text(settings.idle))
    table.row("absolute", Self.text(settings.absolute))
    table.row("second-factor", settings.requiresFactor ? Self.rules[0] : Self.rules[1])
    for line in table.lines { try StandardOutput.line(line) }
  }

  private static let rules = ["required", "optional"]

  private static func isRequired(_ text: String) throws -> Bool {
    guard rules.contains(text) else { throw UnknownName("There are: required, optional") }
    return text == rules[0]
  }

  private static let units: [(mark: Character, minutes: Int)] = [("d", 1_440), ("h", 60), ("m", 1)]

  private static func text(_ minutes: Int) -> String {
    for unit in units where minutes % unit.minutes == 0 { return "\(minutes / unit.minutes)\(unit.mark)" }
    return "\(minutes)m"
  }

  private static func minutes(_ text: String) throws -> Int {
    guard let unit = units.first(where: { $0.mark == text.last }), let number = Int(text.dropLast()),
      (0...PeopleSettings.minutes.upperBound).contains(number)
    else { throw UnknownName("A time is a number with m, h or d for minutes, hours or days, from 15m to 365d.") }
    return number * unit.minutes
  }
}
