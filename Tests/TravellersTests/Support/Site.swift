import HTTPTypes
import Kartoteka
import KartotekaTestSupport

@testable import Travellers

/// Travellers on a store, and the requests that programs and browsers send.
typealias Site = AppSite

extension AppSite {
  /// On a store in memory, with the demo data or without.
  init(demo: Bool = true) async throws {
    try await self.init(try Store(inMemory: travellers.description.model), demo: demo)
  }

  /// On that store.
  init(_ store: Store, demo: Bool) async throws {
    try self.init(travellers, on: store)
    if demo { try await act("demo") }
  }

  /// Asks for a page, or sends a form.
  func page(_ method: HTTPRequest.Method, _ path: String, _ form: String? = nil, headers: HTTPFields = [:])
    async throws -> Answer
  {
    var headers = headers
    if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
    return try await send(method, path, form.map { Array($0.utf8) }, headers)
  }
}
