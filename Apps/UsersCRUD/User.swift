import Kartoteka

/// A person in the address book.
public struct User: Entity {
  /// The nouns of a record and of several.
  public static let nouns = Nouns("person", "people")

  let firstName = Attribute<String>(
    "First name", .required, .title, .length(1...80), .aliases("forename", "given name"))
  let lastName = Attribute<String>(
    "Last name", .required, .title, .length(1...80), .aliases("surname", "family name"))
  let phone = Attribute<String>("Phone", as: .phone, .required, .aliases("phone number", "telephone"))
  let address = Attribute<String>(
    "Address", .required, .length(1...200), .placeholder("Street, postcode, city"))

  /// People have notes and files.
  public static let hasNotes = true

  /// The declaration; records are `Record<User>`.
  public init() {}
}
