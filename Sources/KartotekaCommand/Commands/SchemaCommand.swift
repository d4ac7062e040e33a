import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka schema`: shows an application's entities, fields and rules.
struct SchemaCommand: AppCommand {
  static var takesFiles: Bool { true }

  /// The output format.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// A text for people.
    case text
    /// The description, for programs.
    case json
    /// The SQL statements that create the database.
    case sql
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: say("Shows an application's entities, fields and rules."))
  }

  @OptionGroup var target: AppArgument

  @Option(
    help: .saying(
      "A text for people, the application's description, or the SQL statements that create the database."))
  var format = Format.text

  @OptionGroup var data: DataOptions

  func run() throws {
    let (app, model) = try (app, model)
    switch format {
    case .text: for line in SchemaText(app).lines { try StandardOutput.line(line) }
    case .json: try StandardOutput.line(json())
    case .sql: for statement in Store.schema(of: model) { try StandardOutput.line(statement + ";") }
    }
  }

  private func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(app.description), as: UTF8.self)
  }
}
