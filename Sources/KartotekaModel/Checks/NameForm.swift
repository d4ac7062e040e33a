/// The forms of names in Swift, in addresses and in SQL.
package enum NameForm {
  /// `lastName`: a lower-case ASCII letter, then letters and digits.
  package static func isCamelCase(_ name: String) -> Bool {
    isSmallLetter(name.utf8.first)
      && name.utf8.allSatisfy { isSmallLetter($0) || isCapital($0) || isDigit($0) }
  }

  /// `order-details`: words of lower-case ASCII letters and digits; the first begins with a letter.
  package static func isKebabCase(_ name: String) -> Bool { isWords(name, joinedBy: "-") }

  /// `order_details`: the same with underscores.
  package static func isSnakeCase(_ name: String) -> Bool { isWords(name, joinedBy: "_") }

  private static func isWords(_ name: String, joinedBy mark: Character) -> Bool {
    isSmallLetter(name.utf8.first)
      && name.split(separator: mark, omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { isSmallLetter($0) || isDigit($0) }
      }
  }

  private static func isSmallLetter(_ byte: UInt8?) -> Bool {
    byte.map { (0x61...0x7a).contains($0) } ?? false
  }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// Names of fields that people add on screens to an application in code: `ownMember`. Fields that are declared in code have no such
/// names, so that a new version of the declaration takes none of them.
package enum AddedName {
  private static let prefix = "own"

  /// The name of an added field: `ownMember` for `member`.
  package static func of(_ name: String) -> String {
    isOne(name) ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Whether a name is that of an added field.
  package static func isOne(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.dropFirst(prefix.count).utf8.first.map { (0x41...0x5a).contains($0) } ?? false
  }
}

/// Names with a meaning of their own in addresses, records or SQLite.
package enum ReservedNames {
  /// The paths of an application beside its entities and tabs: `/{app}/more`, `/api/{app}/changes`.
  package static let paths: Set<String> = [
    "more", "new", "actions", "batch", "changes", "changesets", "deeds", "description", "developer", "openapi.json",
    "export", "import", "assets", "language", "settings", "about", "history", "trash", "shape", "share", "views",
  ]

  /// The paths below a record's address, and the members of a record in Swift beside its attributes.
  package static let fields: Set<String> = ["id", "any", "new", "actions", "changes", "history", "merge", "past"]

  /// The platform's further paths below a record's address. Only what has an address there can't be named like them.
  package static let recordAddresses: Set<String> = ["delete", "edit"]

  /// Column names that SQLite reserves for the row id, and the primary key of every table.
  package static let columns: Set<String> = ["id", "rowid", "oid", "_rowid_"]

  /// The prefixes of SQLite's and the platform's tables.
  static let tablePrefixes = ["sqlite_", "kartoteka_"]
}
