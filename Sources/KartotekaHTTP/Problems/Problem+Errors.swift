import Foundation
import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaModel
import KartotekaPeople
import KartotekaScreens
import KartotekaStore
import KartotekaTransfer
import NIOCore
import NIOHTTP1

// The single place where errors of other modules become problems.
extension Problem {
  /// The problem for an error; nil if the error is unexpected.
  /// - Parameter model: the model with the entities that the error names; nil outside of applications.
  package init?(_ error: any Error, model: ModelDescription?) {
    switch error {
    case let problem as Problem: self = problem
    case let error as StoreError: self.init(error, model)
    case let error as ActionError: self.init(error)
    case PeopleError.lost: self.init(PeopleError.lost, .dataFile)
    case PeopleError.unreachable: self.init(PeopleError.unreachable, .databaseServer)
    // A route of an application refuses its input.
    case let fault as FieldFault: self = .invalid([fault])
    case let error as PeopleError: self.init(error)
    case let fault as CredentialFault: self.init(fault)
    case let error as DesignError: self.init(error)
    case let error as AppDocumentError: self.init(error)
    case PastUnavailable.removed(let removal): self.init(.gone, removal.phrase)
    case PastUnavailable.tooManyChanges(let count):
      self.init(.gone, Phrase("More than {count} changes were made since then.", ["count": .count(count)]))
    case PastUnavailable.derived(let entity):
      let entities = model?.entity(named: entity)?.plural ?? entity
      self = .parameter(
        "as-of",
        Phrase("The {entities} are derived from other records. Query those instead.", ["entities": .text(entities)]))
    case RepeatedRequest.differs:
      self.init(
        .keyReused, "Another request was sent with this Idempotency-Key in the last 24 hours. Choose a new key.")
    case RepeatedRequest.unanswered:
      self.init(
        .unanswered,
        "The first request is still running, or was interrupted after it changed data. Check the data before you choose a new key."
      )
    // Errors of files beside the database, such as uploaded imports.
    case let error as WritingError: self.init(.disk(error.description), model)
    case let error as CocoaError where Self.writing.contains(error.code.rawValue):
      self.init(.disk(error.localizedDescription), model)
    case let error as JSONSyntaxError:
      self.init(
        .malformedJSON, Phrase(error.key, error.arguments.mapValues { .text($0.shortened) }))
      members = ["line": .number(String(error.line)), "column": .number(String(error.column))]
    case let error as NIOTooManyBytesError: self = .tooLarge(limit: error.maxBytes ?? 0)
    case let error as HTTPParserError: self.init(error)
    case is SlowBody:
      self.init(.tooSlow, "The request arrives too slowly. Send it again over a better connection.")
      headers = [.connection: "close"]
      closesConnection = true
    case let error as HTTPError: self.init(status: error.status, error.body)
    default: return nil
    }
  }

  // The range reserved for write errors, from `fileWriteUnknown`.
  private static let writing = CocoaError.Code.fileWriteUnknown.rawValue..<1_024

  /// The problem for bytes that are not HTTP. The connection is closed, because nothing after them can be parsed.
  package init(_ error: HTTPParserError) {
    switch error {
    case .headerOverflow:
      self.init(
        .headTooLarge, "The address or the head of the request is too long. Shorten the address or the cookies.")
    default:
      self.init(.badRequest, Phrase("This is not HTTP: {reason}", ["reason": .text(error.debugDescription)]))
    }
    headers = [.connection: "close"]
    closesConnection = true
  }

  private init?(status: HTTPResponse.Status, _ message: String?) {
    guard let kind = ProblemKind.allCases.first(where: { $0.status == status }), kind != .unexpected
    else { return nil }
    self.init(kind, message.map { Phrase("{message}", ["message": .text($0.shortened)]) } ?? Phrase(kind.title))
  }

  private init(_ error: PeopleError, _ kind: ProblemKind) {
    self.init(
      kind,
      error.remedy.map { Phrase("{reason} {remedy}", ["reason": .phrase(error.phrase), "remedy": .phrase($0)]) }
        ?? error.phrase)
    headers = [.retryAfter: "5"]
  }

  private init(_ error: DesignError) {
    let kind: ProblemKind =
      switch error {
      case .isCode, .nameTaken, .tooMany, .forbidden, .importRuns, .actionRuns: .refused
      case .unknown: .notFound
      case .obstacles: .constraint
      }
    self.init(
      kind, Phrase("{reason}. {remedy}", ["reason": .phrase(error.phrase), "remedy": .phrase(error.remedy)]))
    if case .obstacles(let obstacles) = error {
      members = ["obstacles": .obstacles(obstacles, .english)]
    }
  }

  private init(_ error: AppDocumentError) {
    switch error {
    case .syntax(let error):
      self.init(.malformedJSON, Phrase(error.key, error.arguments.mapValues { .text($0.shortened) }))
      members = ["line": .number(String(error.line)), "column": .number(String(error.column))]
    case .tooLarge: self = .tooLarge(limit: AppDocument.largest)
    case .faults(let found):
      self = .invalid(
        found.map { FieldFault($0.path.isEmpty ? "description" : $0.path, $0.text.phrase) })
    }
  }

  private init(_ error: ActionError) {
    switch error {
    case .needsRecord: self.init(.badRequest, "This action needs a record. Name one.")
    case .invalid(let faults): self = .invalid(faults)
    case .refused(let reason): self.init(.refused, reason)
    }
  }

  private init?(_ error: StoreError, _ model: ModelDescription?) {
    func plural(_ entity: String) -> Phrase.Argument { .text(model?.entity(named: entity)?.plural ?? entity) }
    switch error {
    case .invalid(let faults): self = .invalid(faults)
    case .notUnique(let entity, let field):
      self.init(
        .notUnique,
        Phrase("{field} has to be unique among the {entities}.", ["field": .text(field), "entities": plural(entity)]))
      faults = [FieldFault(field, "Another record has this value already")]
      members = ["constraint": "unique", "field": .string(field)]
    case .notUniqueTogether(let entity, let fields):
      let names = fields.joined(separator: ", ")
      self.init(
        .notUnique,
        Phrase(
          "{fields} have to be unique together among the {entities}.",
          ["fields": .text(names), "entities": plural(entity)]))
      faults = fields.map { FieldFault($0, "Another record has these values together already") }
      members = ["constraint": "unique", "fields": .array(fields.map { .string($0) })]
    case .missingTarget(let entity, let field, let id):
      let target = model?.entity(named: entity)?.relationship(field)?.target ?? field
      self.init(
        .missingTarget,
        Phrase(
          "{field} refers to record {id} of the {entities}, which doesn't exist.",
          ["field": .text(field), "id": .text(String(id)), "entities": plural(target)]))
      faults = [FieldFault(field, Phrase("There is no record {id}", ["id": .text(String(id))]))]
      members = ["constraint": "foreign-key", "field": .string(field), "id": .number(String(id))]
    case .notFound(let entity, let id):
      self.init(
        .notFound,
        Phrase(
          "There is no record {id} among the {entities}.",
          ["id": .text(String(id)), "entities": plural(entity)]))
    case .changedMeanwhile: self = .changedMeanwhile(nil)
    case .readOnly(_, let field): self = .invalid([FieldFault(field, .readOnly)])
    case .setByAction(_, let field, let action):
      self = .invalid([FieldFault(field, Phrase("Only the action {action} sets this", ["action": .text(action)]))])
      members["action"] = .string(action)
    case .closed(_, _, let closing):
      self.init(
        .refused,
        closing.reopening.map {
          Phrase(
            "{reason} The action {action} opens it again.",
            ["reason": .phrase(Phrase(closing.reason)), "action": .text($0)])
        } ?? Phrase(closing.reason))
      members = closing.reopening.map { ["action": .string($0)] } ?? [:]
    case .derived(let entity):
      self.init(
        .constraint,
        Phrase(
          "The {entities} are derived from other records and can't be changed directly. Change those instead.",
          ["entities": plural(entity)]))
      members = ["constraint": "derived"]
    case .denied(let entity, let id, let referrers):
      self.init(denying: id, plural(entity), referrers, model)
    case .inPart(let relationship, let index, let error):
      self.init(error, model)
      self = self.inPart(relationship, index)
    case .refused(let reason): self.init(.refused, reason)
    case .constraint(let message):
      self.init(.constraint, Phrase("The database refused the change: {reason}", ["reason": .text(message)]))
      members = ["constraint": .string(message)]
    case .cannotUndo(let reason): self.init(.cannotUndo, reason)
    case .noSuchChangeSet(let id):
      self.init(.notFound, Phrase("There is no change set {id}.", ["id": .text(String(id))]))
    case .unknownField(_, let field): self = .parameter(field, "There is no such field.")
    case .badFilter(let field, let filter):
      self = .parameter("filter[\(field)][\(filter.rawValue)]", "This field can't be compared like that.")
    case .tooLarge(let entity):
      self.init(
        .constraint, Phrase("The numbers of the {entities} are too large to be added up.", ["entities": plural(entity)])
      )
    case .badCursor: self = .parameter("cursor", .badCursor)
    case .busy:
      self.init(.busy, "Another program is writing to the data. Try again in a moment.")
      headers = [.retryAfter: "1"]
    case .primary(_, _, let refusal):
      // The reason names hosts and users. It is logged only.
      self.init(
        refusal == .rule ? .constraint : .databaseServer,
        Phrase(
          "{reason} Nothing was changed, and everything can still be read.", ["reason": .phrase(refusal.phrase)]))
      if refusal != .rule { headers = [.retryAfter: refusal.isTemporary ? "2" : "60"] }
    case .outcomeUnknown:
      // Without Retry-After: repeating it could do it twice.
      self.init(.outcomeUnknown, StoreError.unknownOutcome)
    case .descriptionChanged:
      // The next look at the file, within a second, opens the application as it is now.
      self.init(.busy, "The application's fields are being changed. Try again in a moment.")
      headers = [.retryAfter: "1"]
    case .overloaded:
      self.init(.busy, "Too many long searches and calculations are running already. Try again in a moment.")
      headers = [.retryAfter: "5"]
    case .tooManyLongReads:
      self.init(
        .tooMany,
        "Too many of your long searches and calculations are running already. Wait until one of them is done.")
      headers = [.retryAfter: "5"]
    case .disk:
      // SQLite's message names paths of the server. It is logged only.
      self.init(.disk, "The disk is full, not writable or was removed.")
    case .fileRefuses(let reason):
      self.init(
        .constraint,
        Phrase(
          "The file itself refuses this: {reason}. It needs the program that made the file.", ["reason": .text(reason)])
      )
      members = ["constraint": .string(reason)]
    case .fileTooSlow(let seconds):
      self.init(
        .constraint,
        Phrase(
          "The file makes this change take more than {seconds} s, and nothing was changed: its triggers run on and on, or a reference has no index.",
          ["seconds": .text(String(seconds))]))
    case .fileLost(_, let loss):
      self.init(.dataFile, loss.safePhrase)
      headers = [.retryAfter: "5"]
    case .unusable(_, .damaged):
      self.init(.dataFile, "The database file on the server is damaged. Restore a backup there.")
    case .unusable(_, .readOnly):
      self.init(.disk, "The data can only be read: the database file on the server, or its folder, can't be written.")
    case .unusable, .cannotOpen:
      self.init(.dataFile, "The database file on the server can't be opened. The server's log says why.")
    }
  }

  /// Somebody else has changed an application's description at the same time.
  package static let descriptionChanged = Problem(
    .changedMeanwhile, "The application's description was changed. Read it again and repeat the change.")

  /// A failed precondition: the record has changed since the request's version.
  /// - Parameter version: the current version; nil if there is no record.
  package static func changedMeanwhile(_ version: String?) -> Problem {
    var problem = Problem(.changedMeanwhile, "Read it again and repeat the change on the current version.")
    if let version { problem.headers = [.eTag: EntityTag(version).text] }
    return problem
  }

  private init(
    denying id: RecordID, _ entities: Phrase.Argument, _ referrers: [StoreError.Referrer],
    _ model: ModelDescription?
  ) {
    let names = referrers.map { (model?.entity(named: $0.entity)?.plural ?? $0.entity, $0) }
    let list = names.map { "\($0) (\($1.count)) → \($1.relationship)" }.joined(separator: ", ")
    self.init(
      .deleteDenied,
      Phrase(
        "Record {id} of the {entities} can't be deleted while others refer to it: {referrers}. Change or delete those first.",
        ["id": .text(String(id)), "entities": entities, "referrers": .text(list)]))
    members = [
      "constraint": "delete-rule",
      "by": .array(
        names.map { plural, referrer in
          [
            "entity": .string(plural), "relationship": .string(referrer.relationship),
            "count": .number(String(referrer.count)),
          ]
        }),
    ]
  }
}

extension StoreError.FileLoss {
  /// A description without the file's path, which is private to the server.
  var safePhrase: Phrase {
    switch self {
    case .removed:
      "The database file was deleted or moved away on the server. Nothing can be saved until it is put back."
    case .replaced:
      "Another file has replaced the database on the server. Nothing can be saved until it is opened."
    case .emptied: "The database file was emptied on the server. Nothing can be saved until a backup is restored."
    }
  }
}

extension Phrase {
  /// The fault of a value for a read-only field.
  package static let readOnly: Phrase = "This can't be changed"
  /// The fault of an invalid cursor, or of a cursor of another sort order.
  package static let badCursor: Phrase = "Use the `next` of a list with the same `sort`."
}

extension JSONValue {
  /// Records that prevent a migration, as JSON.
  package static func obstacles(_ obstacles: [MigrationPlan.Obstacle], _ say: Localizer) -> JSONValue {
    .array(
      obstacles.map { obstacle in
        [
          "table": .string(obstacle.table), "columns": .array(obstacle.columns.map { .string($0) }),
          "count": .number(String(obstacle.count)), "text": .string(say(obstacle.phrase)),
          "examples": .array(
            obstacle.examples.map { ["id": .number(String($0.id)), "value": .string($0.value)] }),
        ]
      })
  }
}
