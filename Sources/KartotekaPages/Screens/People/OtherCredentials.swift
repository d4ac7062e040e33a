import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaPeople

/// The passkeys and tokens of a person who sets a new password: somebody who knew the old one may have made them.
struct OtherCredentials {
  /// The name of the field.
  static let name = "others"
  /// The values of the field.
  static let (ends, stay) = ("end", "stay")

  fileprivate let passkeys: [String]
  fileprivate let tokens: [String]

  /// The field that asks whether they end.
  func field(_ say: Localizer, value: String) -> AccountForm.Field {
    .init(
      Self.name, say("Passkeys and tokens of programs"),
      .choice([
        (Self.stay, say("Stay")), (Self.ends, say("End: somebody else may have known the password")),
      ]), value: value)
  }

  /// The names of all of them.
  func list(_ say: Localizer) -> String {
    func names(_ list: [String]) -> [String: Phrase.Argument] { ["names": .text(list.joined(separator: ", "))] }
    return [
      passkeys.isEmpty ? nil : say("Passkeys: {names}.", names(passkeys)),
      tokens.isEmpty ? nil : say("Tokens of programs: {names}.", names(tokens)),
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension PeopleScreens {
  /// The passkeys and tokens of a person; nil if there are none.
  func otherCredentials(of person: PersonID) async throws -> OtherCredentials? {
    let others = OtherCredentials(
      passkeys: try await people.passkeys(of: person).map(\.name),
      tokens: try await people.tokens(of: person).map(\.name))
    return others.passkeys.isEmpty && others.tokens.isEmpty ? nil : others
  }
}
