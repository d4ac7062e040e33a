import ArgumentParser
import Kartoteka

/// `kartoteka describe`: writes an application's description, which `kartoteka apply` reads, or its declaration in Swift.
struct DescribeCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "describe",
      abstract: say("Writes an application's description as JSON: entities, rules, screens and words."))
  }

  @Argument(help: .saying("The application's name, as kartoteka apps lists it.", value: "app"))
  var name: String?

  /// The form of the output.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, swift
  }

  @Option(help: .saying("The format of the output. Swift is a declaration that serves the same application."))
  var format = Format.json

  @Flag(help: .saying("Write the JSON Schema of descriptions instead."))
  var schema = false

  @OptionGroup var data: DataOptions

  func run() throws {
    if schema {
      guard name == nil else { throw ValidationError(say("The schema is the same for all applications.")) }
      return try write(AppDocument.schema)
    }
    guard let name else { throw ValidationError(say("Name an application, or use --schema.")) }
    let document = try AppArgument.find(name, in: data.folder).document
    guard format == .swift else { return try write(document.json) }
    let declaration = SwiftDeclaration(document)
    for gap in declaration.gaps { StandardError.line(say("Not written in Swift: {part}", ["part": .text(gap)])) }
    try write(declaration.text)
  }

  // The text ends with a line break already.
  private func write(_ text: String) throws { try StandardOutput.line(String(text.dropLast())) }
}
