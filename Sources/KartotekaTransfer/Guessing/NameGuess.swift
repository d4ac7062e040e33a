import Foundation
import KartotekaModel

/// Names derived from headings and file names: ASCII letters and digits in camel case.
package enum NameGuess {
  private static let longest = 40

  /// The name of an entity: `Order Details.csv` becomes `orderDetail`.
  package static func entity(_ file: String) -> String {
    let stem = file.split(separator: "/").last.map(String.init)?.split(separator: ".").first.map(String.init) ?? file
    let words = words(stem)
    let last = singular(words.last ?? "")
    let name = camelCase(words.dropLast() + [last])
    return name.isEmpty || name == "id" ? "record" : name
  }

  /// The name of an entity for the noun of its records: `order detail` becomes `orderDetail`.
  package static func entity(noun: String) -> String { entity(withoutMarks(noun)) }

  /// The name of an application for what people call it: `My books` becomes `my-books`.
  package static func app(noun: String) -> String { app(withoutMarks(noun)) }

  /// The name in addresses for what people call several records: `Order details` becomes `order-details`; empty for a noun
  /// without letters.
  package static func plural(noun: String) -> String {
    String(words(withoutMarks(noun)).joined(separator: "-").prefix(longest))
  }

  // Without what parts the names of folders and files.
  private static func withoutMarks(_ noun: String) -> String { String(noun.map { "./".contains($0) ? " " : $0 }) }

  /// The name of an attribute: `Last name` becomes `lastName`, `Цена` becomes `cena`. A heading without letters gets a number.
  package static func attribute(_ heading: String, at number: Int) -> String {
    let name = camelCase(words(heading))
    if name.isEmpty { return "column\(number)" }
    let reserved = [ReservedNames.fields, ReservedNames.recordAddresses, ReservedNames.columns]
    return reserved.contains { $0.contains(name) } ? name + "Value" : name
  }

  /// The name of an application: `Order Details.csv` becomes `order-details`.
  package static func app(_ file: String) -> String {
    let stem = file.split(separator: "/").last.map(String.init)?.split(separator: ".").first.map(String.init) ?? file
    let name = words(stem).joined(separator: "-")
    return name.isEmpty ? "records" : String(name.prefix(longest))
  }

  // Lower-case ASCII words; the first one begins with a letter.
  private static func words(_ text: String) -> [String] {
    let spaced = Naming.kebabCase(text)
    let latin = spaced.applyingTransform(.toLatin, reverse: false) ?? spaced
    let folded = Folding.fold(latin)
    let words = folded.utf8.split { !(0x61...0x7a).contains($0) && !(0x30...0x39).contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    return Array(words.drop { !($0.utf8.first.map { (0x61...0x7a).contains($0) } ?? false) })
  }

  private static func camelCase(_ words: some Sequence<String>) -> String {
    var name = ""
    for word in words { name += name.isEmpty ? word : word.prefix(1).uppercased() + word.dropFirst() }
    name = String(name.prefix(longest))
    // Such names are those of fields that are added to applications in code, which a designed application may become.
    return AddedName.isOne(name) ? name.lowercased() : name
  }

  // Words that are longer than they look: a plural is taken for one from four letters on.
  private static let shortPlurals: Set<String> = ["cds", "ids", "pcs", "tvs"]

  /// The singular of an English noun in lower case; other words unchanged.
  package static func singular(_ noun: String) -> String {
    if noun.hasSuffix("us") || noun.hasSuffix("is") { return noun }
    if noun.hasSuffix("ies"), noun.count > 4 { return noun.dropLast(3) + "y" }
    if noun.hasSuffix("ses") || noun.hasSuffix("xes") || noun.hasSuffix("ches") || noun.hasSuffix("shes") {
      return String(noun.dropLast(2))
    }
    if shortPlurals.contains(noun) { return String(noun.dropLast()) }
    return noun.hasSuffix("s") && !noun.hasSuffix("ss") && noun.count > 3 ? String(noun.dropLast()) : noun
  }
}
