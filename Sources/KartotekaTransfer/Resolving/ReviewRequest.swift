import KartotekaModel
import KartotekaStore

/// A request for rejected rows.
public struct ReviewRequest: Sendable, Hashable {
  /// The number of an import; nil for all.
  public var importID: Int64?
  /// The name or plural of an entity; nil for all.
  public var entity: String?
  /// The numbers of rows; nil for all.
  public var ids: [Int64]?
  /// The row after which the page begins.
  public var after: Int64?
  /// The maximum number of rows.
  public var limit = 50

  /// Requests all rows, fifty per page.
  public init(
    importID: Int64? = nil, entity: String? = nil, ids: [Int64]? = nil, after: Int64? = nil, limit: Int = 50
  ) {
    (self.importID, self.entity, self.ids, self.after, self.limit) = (importID, entity, ids, after, limit)
  }

  func request(in model: ModelDescription) -> RejectedRowsRequest {
    var request = RejectedRowsRequest()
    (request.importID, request.ids, request.after, request.limit) = (importID, ids, after, limit)
    request.entity = entity.map { name in model.entity(plural: name)?.name ?? name }
    return request
  }
}
