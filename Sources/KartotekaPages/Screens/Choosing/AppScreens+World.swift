import KartotekaHTML
import KartotekaModel
import KartotekaServices
import KartotekaStore

// What sheets ask of the world.
extension AppScreens {
  /// Places of which the name begins like a text.
  /// - Throws: `CancellationError`.
  func places(
    matching text: String, in country: CountryCode?, limit: Int, _ language: Language
  ) async throws -> FoundPlaces {
    let service = app.services.places
    do {
      return try await service.places(matching: text, in: country, limit: limit, language: language)
    } catch let error as ServiceError {
      return FoundPlaces(places: [], credit: service.credit, problem: error)
    }
  }
}
