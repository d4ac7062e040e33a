import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// An undo that takes long: how far it is, a way to stop it, and what came of it.
struct LongUndoScreen: Sendable {
  let screens: AppScreens

  private var store: Store { screens.store }

  /// `/northwind/deeds/12`.
  private func path(of deed: Int64) -> URLPath { screens.path.appending("deeds").appending(deed) }

  /// Begins to undo a deed, and shows how far it is.
  func begin(_ deed: Int64, _ request: ScreenRequest) async throws -> Response {
    let isRedo = request.deeds.undone.contains(deed)
    let undo = try await store.beginUndo(deed, .screen)
    screens.app.undoRequests.send()
    var deeds = request.deeds
    if isRedo { deeds.redo(deed, by: undo.undoing) } else { deeds.undo(deed, by: undo.undoing) }
    return answer(deed, deeds)
  }

  /// Stops the undo of a deed. What it has done is taken back.
  func cancel(_ deed: Int64, _ request: ScreenRequest) async throws -> Response {
    var deeds = request.deeds
    if let undo = try await store.longUndo(), undo.deed == deed, let back = try await store.cancelUndo() {
      screens.app.undoRequests.send()
      // It can be undone again.
      if deeds.undone.contains(back.deed) { deeds.redo(back.deed, by: deed) } else { deeds.undo(back.deed, by: deed) }
    }
    return answer(deed, deeds)
  }

  private func answer(_ deed: Int64, _ deeds: DeedStack) -> Response {
    var response = Response.seeOther(path(of: deed))
    response.headers[values: .setCookie] = [deeds.header(of: screens.app)]
    return response
  }

  /// How far the undo of a deed is, or what came of it.
  /// - Throws: ``ScreenFault`` where it was not undone lately.
  func page(_ id: Int64, _ request: ScreenRequest) async throws -> Response {
    guard let deed = try await store.deed(id), let undo = try await store.longUndo(), undo.origin == id else {
      throw ScreenFault.noSuchPage
    }
    let say = request.say
    var column = ImportColumn(
      title: say(deed.name), lead: "", back: (say(screens.description.title), screens.path), content: [])
    if undo.isOver {
      column.lead = say(outcome(of: undo))
    } else {
      let percent = undo.total > 0 ? min(undo.done * 100 / undo.total, 100) : 0
      column.content = [
        ProgressForm(
          label: say("Undo"), cancel: undo.isTakenBack ? nil : path(of: id).appending("cancel"), percent: percent,
          details: [
            say("Changes: {count} of {all}", ["count": .count(undo.done), "all": .count(max(undo.total, undo.done))])
          ],
          subject: undo.isTakenBack ? say("It is being put back as it was before.") : say("It is being undone."),
          note: say("You may leave this page: it goes on."))
      ]
    }
    let html = try await screens.page(
      column.title, for: request, tab: screens.more.path, hasTwoColumns: false, kind: .import,
      refresh: undo.isOver ? nil : 2
    ) { $0.add(column) }
    var response = Response.html(html)
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private func outcome(of undo: LongUndo) -> Phrase {
    switch (undo.isTakenBack, undo.reason) {
    case (false, _): "It is undone."
    case (true, nil): "It was cancelled: everything is as it was before."
    case (true, let reason?):
      Phrase("It could not be undone, and what was begun is put back: {reason}", ["reason": .phrase(reason)])
    }
  }
}
