import HTTPTypes
import Hummingbird
import KartotekaModel

/// Why a request is not answered as it was meant to be, for the one who asked.
///
/// Whatever goes wrong is thrown, and becomes an answer in one place, ``ProblemMiddleware``.
package struct Problem: Error, Sendable {
  /// The kind, which the status follows from.
  package let kind: ProblemKind
  /// What is wrong with this very request, and what to do about it.
  package var detail: Phrase
  /// What is wrong with which field.
  package var faults: [FieldFault] = []
  /// What else a program may want to know (RFC 9457, section 3.2).
  package var members: JSONObject = [:]
  /// Headers that the answer has because of the problem.
  package var headers: HTTPFields = [:]
  /// Whether nothing more should be read from the connection.
  package var closesConnection = false

  /// A problem of that kind.
  package init(_ kind: ProblemKind, _ detail: Phrase) {
    self.kind = kind
    self.detail = detail
  }

  /// The most faults that an answer names.
  package static let faultsLimit = 100

  /// Values that can't be saved, with all reasons together, as far as ``faultsLimit`` allows. Who collects faults may
  /// stop at one more than that.
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
    return problem
  }

  /// The same of a part of what was sent: its fields have their whole path, `lines[1].quantity`.
  package func inPart(_ relationship: String, _ index: Int) -> Problem {
    var faults = faults.map { $0.inPart(relationship, index) }
    if faults.isEmpty { faults = [FieldFault("\(relationship)[\(index)]", detail)] }
    var problem = kind == .invalid ? Problem.invalid(faults) : self
    problem.faults = faults
    return problem
  }

  /// A body that is longer than it may be.
  package static func tooLarge(limit: Int) -> Problem {
    var problem = Problem(
      .tooLarge, Phrase("At most {count} bytes can be sent here.", ["count": .count(limit)]))
    problem.members = ["limit": .number(String(limit))]
    problem.headers = [.connection: "close"]
    problem.closesConnection = true
    return problem
  }

  /// A body of a type that is not understood here.
  package static func unsupportedType(_ accepted: String, _ header: HTTPField.Name? = nil) -> Problem {
    var problem = Problem(
      .unsupportedType, Phrase("Send it with the header Content-Type: {type}.", ["type": .text(accepted)]))
    if let header { problem.headers = [header: accepted] }
    return problem
  }

  /// A parameter of the address that can't be used, and why.
  package static func parameter(_ name: String, _ reason: Phrase) -> Problem {
    var problem = Problem(
      .badParameter,
      Phrase("{parameter}: {reason}", ["parameter": .text(name.shortened), "reason": .phrase(reason)]))
    problem.members = ["parameter": .string(name.shortened)]
    return problem
  }

  /// A record that doesn't exist.
  package static func noRecord(_ id: String, of entity: EntityDescription) -> Problem {
    Problem(
      .notFound,
      Phrase(
        "There is no record {id} among the {entities}.",
        ["id": .text(id.shortened), "entities": .text(entity.plural)]))
  }
}

extension StringProtocol {
  /// What somebody else wrote, short enough for a message.
  package var shortened: String { count > 80 ? prefix(79) + "…" : String(self) }
}

extension FieldFault {
  /// The same fault of a part, which a relationship leads to.
  package func inPart(_ relationship: String, _ index: Int) -> FieldFault {
    FieldFault("\(relationship)[\(index)].\(field)", phrase)
  }
}
