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
