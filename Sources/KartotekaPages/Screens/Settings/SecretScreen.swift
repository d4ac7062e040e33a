import Hummingbird
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// Setting, replacing and removing a secret: `/travelmap/settings/secrets/pexelsKey`. Its value is never shown.
struct SecretScreen: Sendable {
  private let settings: AppSettingsScreen
  private let secret: SecretDescription

  /// The page of a secret.
  /// - Throws: ``ScreenFault/noSuchPage``, also for a secret from the environment.
  init(_ settings: AppSettingsScreen, _ name: String) throws {
    guard let secret = settings.screens.description.secrets.first(where: { $0.name == name }),
      try settings.store.secrets.source(of: secret) != .environment
    else { throw ScreenFault.noSuchPage }
    self.settings = settings
    self.secret = secret
  }

  private var address: URLPath { settings.address.appending("secrets").appending(secret.name) }

  /// The sheet for the value.
  func page(
    _ request: ScreenRequest, error: String? = nil, status: HTTPResponse.Status = .ok
  ) async throws -> ScreenDocument {
    let say = request.say
    let isSet = try settings.store.secrets.source(of: secret) != nil
    let sheet = Sheet.secret(
      say(secret.label), hint: secret.hint.isEmpty ? nil : say(secret.hint), error: error, action: address,
      cancel: settings.address, removal: isSet ? address.appending("remove") : nil, say)
    return try await settings.page(request, sheet: sheet, status: status)
  }

  /// Stores the value.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    do {
      try settings.store.secrets.set(secret, to: form["secret"] ?? "")
    } catch StoreError.invalid(let faults) {
      return try await page(
        request, error: faults.first.map { request.say($0.phrase) }, status: .unprocessableContent)
    }
    return .seeOther(settings.address)
  }

  /// Removes the value.
  func remove() throws -> ScreenDocument {
    try settings.store.secrets.set(secret, to: nil)
    return .seeOther(settings.address)
  }
}
