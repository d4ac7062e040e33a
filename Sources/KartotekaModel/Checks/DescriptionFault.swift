/// An error in a description, reported to its author before the start.
public struct DescriptionFault: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The stable id of the violated rule: `columns-unique`.
  public let rule: String
  /// The name of the entity; nil for an error of the whole model or application.
  public let entity: String?
  /// The attribute, relationship or other part; nil for an error of the whole entity.
  public let field: String?
  /// The error as a sentence, for every language.
  package let problemText: FaultText
  /// The change that mends it, as a sentence for every language.
  package let hintText: FaultText
  /// The place of the declaration; nil where Swift does not know it, such as in described applications.
  public var place: SourcePlace?

  /// An error in a description.
  package init(rule: String, entity: String? = nil, field: String? = nil, problem: FaultText, hint: FaultText) {
    self.rule = rule
    self.entity = entity
    self.field = field
    problemText = problem
    hintText = hint
  }

  /// The error as a sentence in English.
  public var problem: String { problemText.description }

  /// The change that mends it, as a sentence in English.
  public var hint: String { hintText.description }

  /// One line: `Courses/Entities.swift:19: course.teacher: There is no entity user. Add … (target-exists)`.
  public var description: String {
    let subject = [entity, field].compactMap(\.self).joined(separator: ".")
    let parts = [place?.description, subject.isEmpty ? nil : subject].compactMap { $0.map { $0 + ": " } }
    return parts.joined() + "\(problem) \(hint) (\(rule))"
  }
}

/// The place of a declaration in Swift source, as `#fileID` and `#line` name it.
public struct SourcePlace: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The module and the file: `Clinic/Patients.swift`.
  public let file: String
  /// The line, from 1 on.
  public let line: Int

  /// A place in a file.
  public init(_ file: StaticString, _ line: UInt) {
    self.file = "\(file)"
    self.line = Int(line)
  }

  /// `Clinic/Patients.swift:12`.
  public var description: String { "\(file):\(line)" }
}
