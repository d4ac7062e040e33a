import ArgumentParser
import Kartoteka

/// `kartoteka action`: what an application can do beside keeping records.
struct ActionCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "action", abstract: say("Does one of the application's actions."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The action's name."))
  var action: String

  @Argument(
    help: .saying(
      "The number of the record that it is about, and its settings as NAME=VALUE.", value: "value"))
  var values: [String] = []

  @OptionGroup var data: DataOptions

  // Applications declare no actions yet, so that no name is right.
  func validate() throws {
    throw ValidationError(
      say(
        "{app} has no action {action}.",
        ["app": .text(app.description.name), "action": .text(action)]))
  }
}
