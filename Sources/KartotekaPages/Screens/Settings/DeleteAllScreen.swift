import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The deletion of all records after the application's name is typed: `/travelmap/settings/delete`.
struct DeleteAllScreen: Sendable {
  let settings: AppSettingsScreen

  private var address: URLPath { settings.address.appending("delete") }

  /// The confirmation.
  func page(
    _ request: ScreenRequest, typed: String = "", isWrong: Bool = false, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    var affected: [String] = []
    for entity in settings.store.model.entities where !entity.isDerived {
      let count = try await settings.store.count(AnyFetchRequest(entity.name))
      if count > 0 { affected.append(say.counted(count, entity.nouns)) }
    }
    guard !affected.isEmpty else {
      throw ScreenFault.refused("There is nothing to delete.", settings.address)
    }
    let word = word(say)
    let sheet = Sheet.deletionOfAll(
      say("Delete all data?"), affected: affected, word: word, typed: typed,
      error: isWrong ? say("This isn't “{word}”. Nothing was deleted.", ["word": .text(word)]) : nil, action: address,
      cancel: settings.address, say)
    return try await settings.page(request, sheet: sheet, status: status)
  }

  /// Deletes everything if the name is correct.
  func delete(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let typed = String((form["word"] ?? "").prefix(200))
    guard Folding.fold(typed.trimmingSpaces()) == Folding.fold(word(request.say)) else {
      return try await page(request, typed: typed, isWrong: true, status: .unprocessableContent)
    }
    let outcome = try await settings.store.deleteAll(.screen)
    return .seeOther(settings.address, changeSet: outcome.changeSet)
  }

  private func word(_ say: Localizer) -> String { say(settings.screens.description.title) }
}
