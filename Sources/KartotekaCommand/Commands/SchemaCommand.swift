import ArgumentParser
import Foundation
import Kartoteka

/// `kartoteka schema`: what an application's data are.
struct SchemaCommand: AppCommand {
  /// How it is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// The description itself, for programs.
    case json
    /// The statements that make the database.
    case sql
  }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "schema",
      abstract: say("Shows what an application's data are: entities, fields and rules."))
  }

  @OptionGroup var target: AppArgument

  @Option(
    help: .saying(
      "For people, as the application's description, or as the statements that make the database."))
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
