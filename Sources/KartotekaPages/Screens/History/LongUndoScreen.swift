import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// A long undo: its progress, its cancellation and its result.
struct LongUndoScreen: Sendable {
  let screens: AppScreens

  private var store: Store { screens.store }

  /// The plan of more changes takes longer than a person waits after a press: the undo begins before it is made.
  private static let plannedBefore = 50_000

  /// Begins the undo of a change set and shows its progress.
  func begin(_ changeSet: Int64, _ choice: UndoChoice) async throws -> ScreenDocument {
    let isRedo = try await store.isRedone(byUndoing: changeSet)
    let undo = try await store.beginUndo(changeSet, choosing: choice, .screen, planningUpTo: Self.plannedBefore)
    screens.app.undoRequests.send()
    return answer(changeSet, isRedo ? .redo(changeSet, by: undo.undoing) : .undo(changeSet, by: undo.undoing))
  }

  /// Cancels the undo of a change set. Its changes are rolled back.
  func cancel(_ changeSet: Int64) async throws -> ScreenDocument {
    guard let undo = try await store.longUndo(), undo.changeSet == changeSet, let back = try await store.cancelUndo()
    else { return answer(changeSet, nil) }
    screens.app.undoRequests.send()
    return answer(changeSet, .cancel(back.changeSet, of: changeSet))
  }

  private func answer(_ changeSet: Int64, _ step: UndoStep?) -> ScreenDocument {
    var document = ScreenDocument.seeOther(screens.path(ofChangeSet: changeSet))
    document.undoStep = step
    return document
  }

  /// The progress of an undo.
  func page(_ changeSet: ChangeSet, _ undo: LongUndo, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    let percent = undo.total > 0 ? min(undo.done * 100 / undo.total, 100) : 0
    return try await page(
      changeSet,
      ProgressForm(
        label: say("Undo"),
        cancel: undo.isTakenBack ? nil : screens.path(ofChangeSet: changeSet.id).appending("cancel"),
        percent: percent,
        details: [
          say("Changes: {count} of {all}", ["count": .count(undo.done), "all": .count(max(undo.total, undo.done))])
        ],
        subject: undo.isTakenBack ? say("It is being put back as it was before.") : say("It is being undone."),
        note: say("You may leave this page: it goes on.")), request)
  }

  /// The progress of the plan of an undo, which is shown in this place when it is made.
  /// - Parameter share: about how much of it is done, from 0 to 1.
  func page(planning changeSet: ChangeSet, _ share: Double, _ request: ScreenRequest) async throws -> ScreenDocument {
    let say = request.say
    return try await page(
      changeSet,
      ProgressForm(
        label: say("What its undo would do"), percent: Int(clampingNearest: share * 100),
        details: [say("Nothing is undone yet.")],
        subject: say("Its many changes are looked through for what was changed since."),
        note: say("Then this page shows what goes back and what stays. You may leave it: the work goes on.")), request)
  }

  private func page(
    _ changeSet: ChangeSet, _ progress: ProgressForm, _ request: ScreenRequest
  ) async throws -> ScreenDocument {
    let say = request.say
    let column = ImportColumn(
      title: say(changeSet.name), lead: "", back: (say(screens.description.title), screens.path), content: [progress])
    var document = try await screens.page(
      column.title, for: request, tab: screens.more.path, hasTwoColumns: false, kind: .import,
      refresh: 2, columns: [column]
    )
    .depending(on: .outside)
    document.isStorable = false
    return document
  }

  /// The result of a completed undo.
  static func outcome(of undo: LongUndo) -> Phrase {
    switch (undo.isTakenBack, undo.reason) {
    case (false, _) where undo.refusal != nil:
      Phrase(
        "It is undone, but for {count} cards that stay: {reason}",
        ["count": .count(undo.stayingCount), "reason": .phrase(undo.refusal ?? "")])
    case (false, _) where undo.stayingCount > 0:
      Phrase("It is undone, but for {count} cards that stay.", ["count": .count(undo.stayingCount)])
    case (false, _): "It is undone."
    case (true, nil): "It was cancelled: everything is as it was before."
    case (true, let reason?):
      Phrase("It could not be undone, and what was begun is put back: {reason}", ["reason": .phrase(reason)])
    }
  }
}
