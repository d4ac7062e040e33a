import KartotekaModel
import KartotekaStore

/// A request for rejected rows.
public struct ReviewRequest: Sendable, Hashable {
  /// Those of one import; nil for all.
  public var importID: Int64?
  /// Those of one entity, by its name or its plural; nil for all.
  public var entity: String?
  /// These and no others; nil for all.
  public var ids: [Int64]?
  /// Those after the row of that number: where the page before ended.
  public var after: Int64?
  /// The maximum number of rows.
  public var limit = 50

  /// All rows, fifty to a page.
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
