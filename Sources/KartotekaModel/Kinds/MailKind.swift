/// A mail address. It is stored in lower case: mail is delivered the same whatever its capitals, so that two addresses that
/// differ in capitals alone are equal for `unique`. An address that another program has written stays as it is until it is
/// changed.
package struct MailKind: AttributeKind {
  /// `mail`.
  package let name = KindName.mail
  /// Stored as text.
  package let storage = StorageClass.text
  /// Addresses and numbers identify.
  package let identifies = true

  /// The kind.
  package init() {}

  /// Parses what HTML's `<input type=email>` accepts, plus letters beyond ASCII (RFC 6531), with at least one dot in
  /// the domain. Source: HTML Living Standard, "valid email address"; lengths from RFC 5321, 4.5.3.1.
  /// - Throws: ``ValueFault`` for anything else.
  package func value(text: String, for attribute: AttributeDescription) throws(ValueFault) -> Value {
    guard let at = text.lastIndex(of: "@") else { throw Self.none }
    // Lower-cased before the check, because some letters become longer.
    let (local, domain) = (text[..<at].lowercased(), text[text.index(after: at)...].lowercased())
    guard (1...64).contains(local.utf8.count), local.unicodeScalars.allSatisfy(Self.isLocal),
      local.first != ".", local.last != ".", !local.contains("..")
    else { throw Self.none }
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(Self.isLabel), local.utf8.count + domain.utf8.count < 254
    else { throw Self.none }
    return .text(local + "@" + domain)
  }

  /// An error for text that is no mail address.
  package func fault(in value: Value, for attribute: AttributeDescription) -> ValueFault? {
    guard case .text(let text) = value, (try? self.value(text: text, for: attribute)) != nil else {
      return Self.none
    }
    return nil
  }

  private static let none = ValueFault("This has to be a mail address like name@example.org")

  private static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x7f
      ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      : ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || ".!#$%&'*+/=?^_`{|}~-".unicodeScalars.contains(scalar)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.unicodeScalars.allSatisfy {
        $0 == "-" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
  }
}
