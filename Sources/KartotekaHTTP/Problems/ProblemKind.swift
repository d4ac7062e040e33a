import Hummingbird

/// The kinds of problems. Each has an id, a status and a title.
///
/// The id is stable. The response's `type` is the id after `urn:kartoteka:problem:` (RFC 9457, section 3.1.1).
package enum ProblemKind: String, CaseIterable, Sendable {
  case badRequest = "bad-request"
  case badParameter = "bad-parameter"
  case malformedJSON = "malformed-json"
  case unauthorized
  case notSignedIn = "not-signed-in"
  case forbidden
  case foreignOrigin = "foreign-origin"
  case notFound = "not-found"
  case methodNotAllowed = "method-not-allowed"
  case notUnique = "not-unique"
  case missingTarget = "missing-target"
  case deleteDenied = "delete-denied"
  case constraint
  case cannotUndo = "cannot-undo"
  case refused = "action-refused"
  case tooSlow = "too-slow"
  case gone = "history-gone"
  case changedMeanwhile = "changed-meanwhile"
  case tooLarge = "too-large"
  case badRange = "bad-range"
  case unsupportedType = "unsupported-type"
  case foreignHost = "foreign-host"
  case invalid
  case keyReused = "idempotency-key-reused"
  case unanswered = "request-unanswered"
  case tooMany = "too-many"
  case targetTooLong = "target-too-long"
  case headTooLarge = "head-too-large"
  case unexpected
  case busy
  case timedOut = "timed-out"
  case dataFile = "data-file"
  case databaseServer = "database-server"
  case outcomeUnknown = "outcome-unknown"
  case disk

  /// The stable identifier in the response.
  package var type: String { "urn:kartoteka:problem:" + rawValue }

  /// The status of the response.
  package var status: HTTPResponse.Status {
    switch self {
    case .badRequest, .badParameter, .malformedJSON: .badRequest
    case .unauthorized, .notSignedIn: .unauthorized
    case .foreignOrigin, .forbidden: .forbidden
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .notUnique, .missingTarget, .deleteDenied, .constraint, .cannotUndo, .refused, .unanswered: .conflict
    case .tooSlow: .requestTimeout
    case .gone: .gone
    case .changedMeanwhile: .preconditionFailed
    case .tooLarge: .contentTooLarge
    case .badRange: .rangeNotSatisfiable
    case .unsupportedType: .unsupportedMediaType
    case .foreignHost: .misdirectedRequest
    case .invalid, .keyReused: .unprocessableContent
    case .tooMany: .tooManyRequests
    case .targetTooLong: .uriTooLong
    case .headTooLarge: .requestHeaderFieldsTooLarge
    case .unexpected: .internalServerError
    case .busy, .timedOut, .dataFile, .databaseServer: .serviceUnavailable
    case .outcomeUnknown: .gatewayTimeout
    case .disk: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    }
  }

  /// A fixed summary of the kind, as a key of the catalogue.
  package var title: String {
    switch self {
    case .badRequest: "The request can't be understood"
    case .badParameter: "A parameter can't be used"
    case .malformedJSON: "This is not JSON"
    case .unauthorized: "This is for administrators"
    case .notSignedIn: "Nobody is signed in"
    case .forbidden: "You may not do this"
    case .foreignOrigin: "The request comes from another website"
    case .notFound: "There is nothing here"
    case .methodNotAllowed: "This can't be done here"
    case .notUnique: "Another record has this value"
    case .missingTarget: "A related record doesn't exist"
    case .deleteDenied: "Other records need this one"
    case .constraint: "A rule of the database forbids this"
    case .cannotUndo: "This can't be undone"
    case .refused: "The action was refused"
    case .tooSlow: "The request arrives too slowly"
    case .gone: "This is no longer in the history"
    case .changedMeanwhile: "It has been changed in the meantime"
    case .tooLarge: "This is too large"
    case .badRange: "The requested range doesn't exist"
    case .unsupportedType: "Data of this type can't be used here"
    case .foreignHost: "The server doesn't have this name"
    case .invalid: "Some values can't be saved"
    case .keyReused: "This key belongs to another request"
    case .unanswered: "The first request with this key has no response"
    case .tooMany: "Too much at once"
    case .targetTooLong: "The address is too long"
    case .headTooLarge: "The head of the request is too long"
    case .unexpected: "Something went wrong"
    case .busy: "The data are in use"
    case .timedOut: "This took too long"
    case .dataFile: "The data file can't be used"
    case .databaseServer: "The database server can't be used"
    case .outcomeUnknown: "It is not known whether this was saved"
    case .disk: "The data can't be written"
    }
  }
}
