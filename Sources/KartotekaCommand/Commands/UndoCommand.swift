import ArgumentParser
import Kartoteka

/// `kartoteka undo`: takes a change set back, or does again what was undone.
struct UndoCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo", abstract: say("Undoes a change set."),
      discussion: say("kartoteka history lists the numbers. The undo is itself a change set: undoing it is a redo.")
    )
  }

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The number of the change set.", value: "number"))
  var changeSet: Int64

  @Flag(name: .customLong("dry-run"), help: .saying("Shows what prevents the undo, without undoing."))
  var isDryRun = false

  @OptionGroup var data: DataOptions

  func run() async throws {
    let app = try app
    let words = Localizer.person(of: app)
    let id = changeSet
    if isDryRun {
      let store = try data.folder.storeForReading(of: app)
      if let obstacle = try await store.obstacle(toUndoing: id, as: .command) { throw StoreError.cannotUndo(obstacle) }
      return try StandardOutput.line(say("It can be undone. Nothing was changed, because this is a dry run."))
    }
    let store = try data.folder.store(of: app)
    let undoing = try await Interruption.cancelling {
      try await store.undo(id, .command) { _ in try Interruption.check() }.changeSet
    }
    guard let undoing, let done = try await store.changeSet(undoing) else { return }
    try StandardOutput.line("\(done.id)  \(words(done.name))")
  }
}
