import HTTPTypes
import Hummingbird
import KartotekaModel

/// The error response to a request.
///
/// Every error is thrown, and ``ProblemMiddleware`` turns it into a response.
package struct Problem: Error, Sendable {
  /// The kind, which determines the status.
  package let kind: ProblemKind
  /// The explanation of this occurrence and the remedy.
  package var detail: Phrase
  /// The faults of single fields.
  package var faults: [FieldFault] = []
  /// Extension members for programs (RFC 9457, section 3.2).
  package var members: JSONObject = [:]
  /// Additional headers of the response.
  package var headers: HTTPFields = [:]
  /// Whether a page with it shows what the refused form brought: those who sent it can't come back to the form.
  package var showsSent = false
  /// Whether the connection is closed after the response.
  package var closesConnection = false

  /// Makes a problem.
  package init(_ kind: ProblemKind, _ detail: Phrase) {
    self.kind = kind
    self.detail = detail
  }

  /// The maximum number of faults in a response.
  package static let faultsLimit = 100

  /// Values that can't be saved, with up to ``faultsLimit`` faults. Code that collects faults may stop after one more than
  /// that.
  package static func invalid(_ faults: [FieldFault]) -> Problem {
    let named = Array(faults.prefix(faultsLimit))
    var seen: Set<String> = []
    let fields = named.map(\.field).filter { seen.insert($0).inserted }.joined(separator: ", ").shortened
    var problem = Problem(
      .invalid,
      named.count == faults.count
        ? Phrase("Nothing was saved. Look at: {fields}.", ["fields": .text(fields)])
        : Phrase(
          "Nothing was saved. Look at: {fields}. Only the first {count} faults are named.",
          ["fields": .text(fields), "count": .count(faultsLimit)]))
    problem.faults = named
    // The fields by the rules that they break.
    var rules = JSONObject()
    for fault in named {
      guard let rule = fault.rule else { continue }
      if case .array(let fields) = rules[rule] {
        rules[rule] = .array(fields + [.string(fault.field)])
      } else {
        rules[rule] = [.string(fault.field)]
      }
    }
    if !rules.isEmpty { problem.members["rules"] = .object(rules) }
    return problem
  }

  /// The same problem of a part of the request. Its fields get their full path, such as `lines[1].quantity`.
  package func inPart(_ relationship: String, _ index: Int) -> Problem {
    var faults = faults.map { $0.inPart(relationship, index) }
    if faults.isEmpty { faults = [FieldFault("\(relationship)[\(index)]", detail)] }
    var problem = kind == .invalid ? Problem.invalid(faults) : self
    problem.faults = faults
    return problem
  }

  /// A request body that exceeds a limit, in bytes.
  package static func tooLarge(limit: Int) -> Problem {
    var problem = Problem(
      .tooLarge, Phrase("At most {count} bytes can be sent here.", ["count": .count(limit)]))
    problem.members = ["limit": .number(String(limit))]
    problem.headers = [.connection: "close"]
    problem.closesConnection = true
    return problem
  }

  /// A request body of an unsupported type.
  package static func unsupportedType(_ accepted: String, _ header: HTTPField.Name? = nil) -> Problem {
    var problem = Problem(
      .unsupportedType, Phrase("Send it with the header Content-Type: {type}.", ["type": .text(accepted)]))
    if let header { problem.headers = [header: accepted] }
    return problem
  }

  /// An invalid query parameter.
  package static func parameter(_ name: String, _ reason: Phrase) -> Problem {
    var problem = Problem(
      .badParameter,
      Phrase("{parameter}: {reason}", ["parameter": .text(name.shortened), "reason": .phrase(reason)]))
    problem.members = ["parameter": .string(name.shortened)]
    return problem
  }

  /// A request for a record that doesn't exist.
  package static func noRecord(_ id: String, of entity: EntityDescription) -> Problem {
    Problem(
      .notFound,
      Phrase(
        "There is no record {id} among the {entities}.",
        ["id": .text(id.shortened), "entities": .text(entity.plural)]))
  }
}

extension StringProtocol {
  /// At most 80 characters of a text from outside, for a message.
  package var shortened: String { count > 80 ? prefix(79) + "…" : String(self) }
}

extension FieldFault {
  /// The same fault with the path of a part of a relationship.
  package func inPart(_ relationship: String, _ index: Int) -> FieldFault {
    FieldFault("\(relationship)[\(index)].\(field)", phrase, rule: rule)
  }
}
