import KartotekaHTML
import KartotekaModel
import KartotekaServices
import KartotekaStore

// What sheets ask of the world: its places, and where things are on the application's map.
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

  /// Where a place of a country is pressed on the map; nil where there is no map.
  func placing(in country: AnyRecord) -> URLPath? { map?.placing(in: country) }

  /// Where a record is on the map; nil when it is nowhere there.
  func place(onMap record: AnyRecord) async throws -> URLPath? { try await map?.address(of: record) }

  /// The whole map; nil where there is none.
  var wholeMap: URLPath? { map?.address }
}
