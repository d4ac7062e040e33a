import Foundation
import KartotekaModel

extension Store {
  /// The page of records that a request asks for, as they were at a moment.
  ///
  /// Searching needs the indices of what is there now: what is searched for is ignored.
  func past(_ request: AnyFetchRequest, _ moment: Date) async throws -> FetchPage {
    // Nothing tells when images are removed.
    DependencyRecorder.current?.note(.outside)
    let entity = try mapping.entity(request.entity)
    // Most changes of an opened file are those of other programs, which leave no images.
    if entity.isDerived || entity.source != nil { throw PastUnavailable.derived(entity: request.entity) }
    var request = request.resolved(on: .today)
    request.search = ""
    return try await snapshot { [mapping, request] database in
      _ = try PastTables(moment, mapping, in: database)
      return try Fetcher(
        database: database, mapping: mapping.withoutKeys, counts: VersionedCache(), version: DataVersion(),
        lastChange: { _ in DataVersion() }
      ).page(request)
    }
  }
}
