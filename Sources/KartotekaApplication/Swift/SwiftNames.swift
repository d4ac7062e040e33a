import KartotekaModel
import KartotekaScreens

/// The names that a Swift declaration of an application uses.
struct SwiftNames {
  let types: Set<String>

  init(_ model: ModelDescription) { types = Set(model.entities.map { Self.type($0.name) }) }

  /// The type of an entity: `orderDetail` is `OrderDetail`.
  static func type(_ entity: String) -> String { entity.prefix(1).uppercased() + entity.dropFirst() }

  /// The type of an entity, as it is written in code.
  func entity(_ name: String) -> String { Self.quoted(Self.type(name)) }

  /// A type of Kartoteka or Swift, with its module where an entity has the same name.
  func of(_ type: String) -> String {
    guard types.contains(type), let module = Self.modules[type] else { return type }
    return module + "." + type
  }

  static let modules: [String: String] = {
    var modules: [String: String] = [:]
    for (module, types) in [
      "Swift": ["String", "Int", "Double", "Bool"], "Foundation": ["Data", "Date", "Decimal"],
      "KartotekaModel": [
        "Attribute", "ToOne", "ToMany", "ManyToMany", "Computed", "Calculation", "Condition", "CalendarDate",
        "Coordinate", "CountryCode", "Nouns", "UniqueKey", "StateDescription", "Derivation", "Setting", "Secret",
        "HistoryRetention", "Entity", "ChoiceValue", "DerivationDescription",
      ],
      "KartotekaScreens": [
        "Tab", "List", "Table", "Groups", "Overview", "Figure", "Chart", "ViewPart", "Watch", "Subset", "Series",
        "MapScreen",
        "CalendarScreen",
        "SettingsScreen", "SettingsGroup", "WorldShare", "About", "Lines", "Document", "Welcome",
      ],
      "KartotekaApplication": ["App"],
    ] {
      for type in types { modules[type] = module }
    }
    return modules
  }()

  // The keywords that can't be names (The Swift Programming Language, Lexical Structure).
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
    "internal", "let", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do", "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
  ]

  /// A language: the name that the platform has for its own, else its code as a literal.
  static func language(_ language: Language) -> String {
    switch language {
    case .english: ".english"
    case .polish: ".polish"
    case .russian: ".russian"
    default: literal(language.code)
    }
  }

  /// A name in backticks if it is a keyword.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A text as an identifier in camel case; nil if it has no letter or digit of ASCII.
  static func identifier(_ text: String) -> String? {
    let folded = text.unicodeScalars.map {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) ? Character($0) : " "
    }
    let words = String(folded).split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    let start = first == first.uppercased() ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    let name = start + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isNumber == true ? "_" + name : name
  }

  /// A text as a literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Texts as an array literal.
  static func list(_ texts: [String]) -> String { "[" + texts.map(literal).joined(separator: ", ") + "]" }
}

extension Symbol {
  /// The symbol in Swift.
  var swift: String {
    own.map { "Symbol(\(SwiftNames.literal($0.name)), svg: \(SwiftNames.literal($0.svg)))" }
      ?? "." + SwiftNames.quoted(known.rawValue)
  }
}
