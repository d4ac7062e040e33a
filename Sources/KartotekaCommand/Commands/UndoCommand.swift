import ArgumentParser
import Kartoteka
import KartotekaHTTP

/// `kartoteka undo`: takes back what of a change set nobody has changed since, or does again what was undone.
struct UndoCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "undo", abstract: say("Undoes a change set."),
      discussion: say("kartoteka history lists the numbers. The undo is itself a change set: undoing it is a redo.")
        + "\n\n" + say("What was changed since stays and is listed. The undo of the same change set tries it again.")
    )
  }

  private static let mostItems = 50

  @OptionGroup var target: AppArgument

  @Argument(help: .saying("The number of the change set.", value: "number"))
  var changeSet: Int64

  @Flag(name: .customLong("dry-run"), help: .saying("Shows what prevents the undo, without undoing."))
  var isDryRun = false

  @Flag(name: .customLong("wholly"), help: .saying("Undoes nothing if anything would stay as it is now."))
  var isWhole = false

  @Option(
    name: .customLong("put-back"),
    help: .saying(
      "What is put back although it was changed since, as the undo lists it, with commas between; or all.",
      value: "items"))
  var putBack: String?

  @OptionGroup var data: DataOptions

  func validate() throws {
    if isWhole, putBack != nil { throw ValidationError(say("--wholly and --put-back exclude each other.")) }
  }

  private var choice: UndoChoice {
    if isWhole { return .wholly }
    let items = (putBack ?? "").split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
    return items == ["all"] ? .puttingBackAll : .keeping(puttingBack: Set(items))
  }

  func run() async throws {
    let app = try app
    let words = Localizer.person(of: app)
    let (id, choice) = (changeSet, choice)
    if isDryRun {
      let store = try data.folder.storeForReading(of: app)
      let plan = try await store.undoPlan(of: id, choice, as: .command)
      try check(plan, store.model, words)
      tell(plan, store.model, words)
      return try StandardOutput.line(say("It can be undone. Nothing was changed, because this is a dry run."))
    }
    let store = try data.folder.store(of: app)
    let outcome: Outcome<UndoPlan>
    do {
      outcome = try await Interruption.cancelling {
        try await store.undo(id, choice, .command) { _ in try Interruption.check() }
      }
    } catch StoreError.cannotUndo(let reason) {
      // The plan says what may be put back all the same.
      if let plan = try? await store.undoPlan(of: id, choice, as: .command) { try check(plan, store.model, words) }
      throw StoreError.cannotUndo(reason)
    }
    guard let undoing = outcome.changeSet, let done = try await store.changeSet(undoing) else { return }
    try StandardOutput.line("\(done.id)  \(words(done.name))")
    tell(outcome.value, store.model, words)
  }

  // Throws where the undo would be refused.
  private func check(_ plan: UndoPlan, _ model: ModelDescription, _ words: Localizer) throws {
    guard let obstacle = plan.obstacle, isWhole || plan.goingBack == 0 else { return }
    guard plan.canPutBackAny else { throw StoreError.cannotUndo(obstacle) }
    tell(plan, model, words)
    throw Failure(Phrase("This can't be undone: {reason}", ["reason": .phrase(obstacle)]))
  }

  // What stays, with both values, and how it is put back.
  private func tell(_ plan: UndoPlan, _ model: ModelDescription, _ words: Localizer) {
    guard plan.staying > 0 else { return }
    StandardError.line(words("{count} stay as they are now.", ["count": .count(plan.staying)]))
    for item in plan.items.prefix(Self.mostItems) {
      StandardError.line("  \(item.id)  \(item.canBePutBack ? values(of: item, model, words) : words(item.reason))")
    }
    let more = plan.items.count + plan.furtherItems - Self.mostItems
    if more > 0 { StandardError.line(words("And {count} more.", ["count": .count(more)])) }
    if plan.canPutBackAny {
      StandardError.line(
        words("To put it back all the same, name it with --put-back, or all of it with --put-back all."))
    }
  }

  private func values(of item: UndoPlan.Item, _ model: ModelDescription, _ words: Localizer) -> String {
    guard let entity = item.entity.flatMap({ model.entity(named: $0) }), let field = item.field else {
      return words(item.reason)
    }
    let (now, before) = (
      HistoryCommand.text(item.now, of: field, entity), HistoryCommand.text(item.before, of: field, entity)
    )
    return words("Now {now}, before {before}", ["now": .text(now.shortened), "before": .text(before.shortened)])
  }
}
