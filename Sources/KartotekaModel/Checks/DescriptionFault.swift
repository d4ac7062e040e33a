/// Something wrong with a description: for its author, found before anything starts.
public struct DescriptionFault: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The stable id of the rule that is broken: `columns-unique`.
  public let rule: String
  /// The entity at fault, by name; nil when it is the model or the application as a whole.
  public let entity: String?
  /// The attribute, relationship or other part of it at fault; nil when it is the whole.
  public let field: String?
  /// What is wrong, as a sentence.
  public let problem: String
  /// What to change, as a sentence.
  public let hint: String

  /// A fault.
  public init(rule: String, entity: String? = nil, field: String? = nil, problem: String, hint: String) {
    self.rule = rule
    self.entity = entity
    self.field = field
    self.problem = problem
    self.hint = hint
  }

  /// One line: `course.teacher: There is no entity user. Add … (target-exists)`.
  public var description: String {
    let place = [entity, field].compactMap(\.self).joined(separator: ".")
    return (place.isEmpty ? "" : place + ": ") + problem + " " + hint + " (" + rule + ")"
  }
}
