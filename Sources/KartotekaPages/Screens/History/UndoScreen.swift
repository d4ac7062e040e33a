import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// Undoes a change set, or does it again, and leads to what came back.
struct UndoScreen: Sendable {
  let screens: AppScreens

  /// Undoes it and shows the list with what it touched.
  func undo(_ changeSet: Int64, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    do {
      if try await screens.store.isLong(changeSet) {
        return try await LongUndoScreen(screens: screens).begin(changeSet, request)
      }
      let isRedo = try await screens.store.isRedone(byUndoing: changeSet)
      let outcome = try await screens.store.undo(changeSet, .screen)
      var document = ScreenDocument.seeOther(try await target(outcome.changes, form))
      var changeSets = request.changeSets
      if let undoing = outcome.changeSet {
        if isRedo { changeSets.redo(changeSet, by: undoing) } else { changeSets.undo(changeSet, by: undoing) }
      }
      document.changeSets = changeSets
      return document
    } catch StoreError.cannotUndo(let reason) {
      throw ScreenFault.cannotUndo(reason, back: form["returnTo"].flatMap { URLPath(local: $0) } ?? screens.path)
    }
  }

  private func target(_ changes: Changes, _ form: SubmittedForm) async throws -> URLPath {
    let origin = form["returnTo"] ?? ""
    let path = origin.prefix { $0 != "?" }
    if let page = URLPath(local: origin) {
      if isHistory(path) || isRecord(path, of: changes) { return page }
      if screens.recordViews.map(\.address.text).contains(where: { path == $0 || path.hasPrefix($0 + "/") }) {
        return page
      }
      if try await isShown(changes, on: path) { return page }
    }
    let touched = screens.description.model.entities.compactMap { entity in
      changes.byEntity[entity.name] == nil ? nil : screens.screen(of: entity)
    }
    // Where one is already, if something of it came back there.
    let here = touched.first { $0.address.text == origin.prefix { $0 != "?" } }
    guard let screen = here ?? touched.first, let change = changes.byEntity[screen.entity.name] else {
      return URLPath(local: origin) ?? screens.path
    }
    return screen.address(
      showing: change.inserted.first ?? change.updated.first, keeping: SubmittedForm.query(of: origin))
  }

  // Whether an address is a page of the history, which says what was undone.
  private func isHistory(_ path: Substring) -> Bool {
    let steps = path.dropFirst(screens.path.text.count).split(separator: "/")
    return path.hasPrefix(screens.path.text + "/")
      && (steps.first == "changesets" || steps.first == "history" || steps.last == "history")
  }

  // Whether an address is the page of a record to which one belongs that was changed: it stands there in a section.
  private func isShown(_ changes: Changes, on path: Substring) async throws -> Bool {
    let steps = path.dropFirst(screens.path.text.count + 1)
    guard path.hasPrefix(screens.path.text + "/"), let owner = try await RecordOrigin.record(String(steps), screens)
    else { return false }
    for (entity, relationship) in screens.description.model.references(to: owner.entity) {
      guard let change = changes.byEntity[entity.name] else { continue }
      guard let id = change.inserted.first ?? change.updated.first,
        let record = try await screens.store.record(entity, id: id)
      else {
        // What was added from there is gone again.
        if !change.deleted.isEmpty { return true }
        continue
      }
      if record[relationship.name] == .integer(owner.id ?? 0) { return true }
    }
    return false
  }

  // Whether an address is the page of a record that was changed and is there.
  private func isRecord(_ path: Substring, of changes: Changes) -> Bool {
    screens.description.model.entities.contains { entity in
      guard let change = changes.byEntity[entity.name] else { return false }
      return (change.inserted + change.updated).contains { screens.path(of: entity).appending($0).text == path }
    }
  }
}

extension SubmittedForm {
  /// The query of an address.
  static func query(of address: String) -> SubmittedForm {
    SubmittedForm(address.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
  }
}
