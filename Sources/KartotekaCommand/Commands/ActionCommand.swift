import ArgumentParser
import Foundation
import Kartoteka
import KartotekaHTTP
import KartotekaWeb

/// `kartoteka action`: runs an action of an application. A person with access to the data folder is its administrator.
struct ActionCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "action", abstract: say("Runs an action of an application."),
      discussion: say("kartoteka schema lists the actions and their inputs."))
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The action's name."))
  var action: String

  @Argument(
    help: .saying(
      "The number of the action's record, if it needs one, and its inputs as NAME=VALUE.", value: "value"))
  var values: [String] = []

  @Option(
    help: .saying("The file for what the action makes, else standard output.", value: "file"), completion: .file())
  var output: String?

  @OptionGroup var data: DataOptions

  func validate() throws { _ = try order() }

  func run() async throws {
    let order = try order()
    if let output { try OutputFile.check(output) }
    let store = try data.folder.store(of: app)
    let services = try RunningApp.services(of: app, on: store, over: ServiceNetwork())
    let say = try Localizer.person(of: app)
    let result = try await Interruption.cancelling {
      let record = try await order.record(in: store)
      let line = ProgressLine()
      defer { line.clear() }
      var call = ActionCall(on: store, .command, record: record, inputs: order.inputs)
      call.jobs = JobContext(store, services)
      call.report = { [label = say(order.action.description.title)] progress in
        let share = Double(progress.done) / Double(max(progress.total, 1))
        line.update(label, share: share, count: progress.done)
      }
      return try await order.action.run(call)
    }
    var made = result.file?.bytes
    if let json = try result.json() {
      made = json
      made?.append(contentsOf: "\n".utf8)
    }
    if let made {
      try await Output.writing(to: output) { sink in try made.withUnsafeBytes { try sink.write($0) } }
    }
    // The sentence does not mix with what a script reads.
    guard made == nil || output != nil else { return StandardError.line(say(result.message)) }
    try StandardOutput.line(say(result.message))
  }

  private func order() throws -> ActionOrder {
    let app = try app
    guard let action = app.action(action) else {
      let names = app.actions.map(\.description.name)
      let arguments: [String: Phrase.Argument] = [
        "app": .text(app.description.name), "action": .text(action), "names": .text(names.joined(separator: ", ")),
      ]
      throw ValidationError(
        names.isEmpty
          ? say("{app} has no action {action}.", arguments)
          : say("{app} has no action {action}. There are: {names}", arguments))
    }
    return try ActionOrder(action, values, in: model, .person(of: app))
  }
}
