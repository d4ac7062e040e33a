/// Converts Swift names to names in SQL, addresses and files.
public enum Naming {
  /// `lastName` becomes `last_name`, `OrderDetail` becomes `order_detail`, `isoCode` becomes `iso_code`.
  package static func snakeCase(_ name: String) -> String { joined(name, by: "_") }

  /// `OrderDetail` becomes `order-detail`.
  package static func kebabCase(_ name: String) -> String { joined(name, by: "-") }

  /// `lastName` becomes `Last name`: the default label.
  package static func words(_ name: String) -> String {
    let words = snakeCase(name).replacing("_", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// `last_name`, `Last name` and `LastName` become `lastname`: the form in which headings are compared.
  public static func key(_ name: String) -> String {
    String(
      Folding.fold(name).unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
  }

  /// The English plural of a lower-case noun: `country` becomes `countries`.
  public static func plural(_ noun: String) -> String {
    if noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) {
      return noun.dropLast() + "ies"
    }
    return noun.hasSuffix("s") || noun.hasSuffix("x") || noun.hasSuffix("ch") || noun.hasSuffix("sh")
      ? noun + "es" : noun + "s"
  }

  /// `orderDetail` becomes `order-details`: the default name of an entity in addresses.
  package static func kebabPlural(_ name: String) -> String {
    let words = kebabCase(name).split(separator: "-").map(String.init)
    return (words.dropLast() + [plural(words.last ?? "")]).joined(separator: "-")
  }

  private static func joined(_ name: String, by mark: String) -> String {
    var result = ""
    var previousIsSmall = false
    for character in name {
      if character.isUppercase, previousIsSmall { result += mark }
      previousIsSmall = character.isLowercase || character.isNumber
      result += character.lowercased()
    }
    return result
  }
}
