/// The part of a line that a field takes in forms of wide windows. On a phone each field has a line of its own.
package enum FieldWidth: String, Hashable, Sendable, Codable, CaseIterable {
  /// Half of it: two of them that follow each other stand side by side.
  case half
}
