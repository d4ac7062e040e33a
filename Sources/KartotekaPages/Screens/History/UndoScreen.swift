import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaStore

/// Undoes or redoes a change set and redirects to a changed record.
struct UndoScreen: Sendable {
  let screens: AppScreens

  /// Undoes a change set and shows the affected list. Where something would stay, it leads to the page of the change set, which says
  /// what, unless the form is the one of that page.
  func undo(_ changeSet: Int64, _ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let choice = Self.choice(form)
    do {
      if try await screens.store.isLong(changeSet) {
        // Otherwise the undo would find it after a while, and take back what it has done.
        if choice == .wholly, try await hasChoice(changeSet) {
          return .seeOther(screens.path(ofChangeSet: changeSet))
        }
        // Nothing stays by its plan. Records that are changed while it goes on, or that a rule refuses at its end, do.
        return try await LongUndoScreen(screens: screens).begin(
          changeSet, choice == .wholly ? .keeping() : choice)
      }
      let isRedo = try await screens.store.isRedone(byUndoing: changeSet)
      let outcome = try await screens.store.undo(changeSet, choice, .screen)
      var document = ScreenDocument.seeOther(
        outcome.value.staying > 0
          ? screens.path(ofChangeSet: changeSet) : try await target(outcome.changes, form))
      document.undoStep = outcome.changeSet.map { isRedo ? .redo(changeSet, by: $0) : .undo(changeSet, by: $0) }
      return document
    } catch StoreError.cannotUndo(let reason) {
      if choice == .wholly, try await hasChoice(changeSet) {
        return .seeOther(screens.path(ofChangeSet: changeSet))
      }
      if choice == .wholly, try await Self.tried(changeSet, screens.store) != nil {
        return .seeOther(screens.path(ofChangeSet: changeSet).with(Self.tries, "yes"))
      }
      throw ScreenFault.cannotUndo(reason, back: form["returnTo"].flatMap { URLPath(local: $0) } ?? screens.path)
    }
  }

  private static func choice(_ form: SubmittedForm) -> UndoChoice {
    if form[UndoForm.all] != nil { return .puttingBackAll }
    guard form[UndoForm.keeps] != nil else { return .wholly }
    return .keeping(puttingBack: Set(form.below(UndoForm.putBack).names))
  }

  /// The parameter with which the page of a change set shows what the application's rules refuse.
  static let tries = "tried"

  /// The remainder of an undo of which rules refuse a part: that is in no plan. Nothing is done. Nil where nothing would stay,
  /// or go back.
  static func tried(_ changeSet: Int64, _ store: Store) async throws -> UndoPlan? {
    do {
      guard try await !store.isLong(changeSet) else { return nil }
      let plan = try await store.triedUndo(of: changeSet)
      return plan.goingBack > 0 && plan.staying > 0 ? plan : nil
    } catch StoreError.cannotUndo {
      return nil
    }
  }

  /// The time for which a press or a page waits for the plan of an undo. Then the page of the change set says how far it is.
  static let patience = Duration.seconds(1)

  // Whether a part of a change set can be undone, or put back. So it may be as long as that is not known.
  private func hasChoice(_ changeSet: Int64) async throws -> Bool {
    do {
      let awaited = try await screens.store.undoPlan(
        of: changeSet, listing: ChangeSetScreen.mostItems, within: Self.patience)
      guard case .made(let plan) = awaited else { return true }
      return plan.staying > 0 && (plan.goingBack > 0 || plan.canPutBackAny)
    } catch StoreError.cannotUndo {
      return false
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
    // The current page, if it shows a restored record.
    let here = touched.first { $0.address.text == origin.prefix { $0 != "?" } }
    guard let screen = here ?? touched.first, let change = changes.byEntity[screen.entity.name] else {
      return URLPath(local: origin) ?? screens.path
    }
    return screen.address(
      showing: change.inserted.first ?? change.updated.first, keeping: SubmittedForm.query(of: origin))
  }

  // Whether an address is a page of the history, which shows the undo.
  private func isHistory(_ path: Substring) -> Bool {
    let steps = path.dropFirst(screens.path.text.count).split(separator: "/")
    return path.hasPrefix(screens.path.text + "/")
      && (steps.first == "changesets" || steps.first == "history" || steps.last == "history")
  }

  // Whether an address is the page of a record whose section shows a changed record.
  private func isShown(_ changes: Changes, on path: Substring) async throws -> Bool {
    let steps = path.dropFirst(screens.path.text.count + 1)
    guard path.hasPrefix(screens.path.text + "/"), let owner = try await RecordOrigin.record(String(steps), screens)
    else { return false }
    for (entity, relationship) in screens.description.model.references(to: owner.entity) {
      guard let change = changes.byEntity[entity.name] else { continue }
      guard let id = change.inserted.first ?? change.updated.first,
        let record = try await screens.store.record(entity, id: id)
      else {
        // A record that was added there is removed again.
        if !change.deleted.isEmpty { return true }
        continue
      }
      if record[relationship.name] == .integer(owner.id ?? 0) { return true }
    }
    return false
  }

  // Whether an address is the page of a changed and existing record.
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
