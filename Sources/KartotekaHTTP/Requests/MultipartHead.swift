import KartotekaModel

/// The headers of one part of a multipart form: the field, and a file's name and type.
package struct MultipartHead: Equatable {
  /// The field's name.
  package let name: String
  /// The file's name without its folder; nil if the part is not a file.
  package let fileName: String?
  /// The declared content type of a file.
  package let type: String?

  /// - Parameter lines: the headers of the part.
  /// - Throws: ``Problem`` if they don't name the field (RFC 7578, section 4.2).
  package init(_ lines: [String]) throws(Problem) {
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { throw .form("The head of a part can't be read.") }
      headers[parts[0].lowercased()] = parts[1].trimmingSpaces()
    }
    let disposition = (headers["content-disposition"] ?? "").split(separator: ";", maxSplits: 1)
    let parameters = HeaderParameters(disposition.count == 2 ? String(disposition[1]) : "")
    guard disposition.first?.trimmingSpaces().lowercased() == "form-data", let name = parameters["name"] else {
      throw .form("A part of the form has no name.")
    }
    self.name = Self.unescaped(name)
    fileName = parameters["filename"].map { Self.lastPart(of: Self.unescaped($0)) }
    type = headers["content-type"]
  }

  // Browsers escape only quotes and line ends (HTML Standard, "multipart form data").
  private static func unescaped(_ text: String) -> String {
    text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  // Some programs send the whole path. Control characters would garble messages.
  private static func lastPart(of path: String) -> String {
    let name = path.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let scalars = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String(String.UnicodeScalarView(scalars)).prefix(200))
  }
}

/// The parameters of a header: `name=a; filename="b.csv"`.
struct HeaderParameters {
  private var values: [String: String] = [:]

  /// Parses the text after the first semicolon of a header.
  init(_ text: String) {
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(name.count)
      let key = String(name).trimmingSpaces().lowercased()
      guard rest.first == "=" else {
        rest = rest.dropFirst()
        continue
      }
      let value = Self.value(&rest)
      if values[key] == nil { values[key] = value }
    }
  }

  /// The value of a parameter; the name is in lower case.
  subscript(name: String) -> String? { values[name] }

  // In quotes, a backslash escapes only a quote: Windows paths contain unescaped backslashes.
  private static func value(_ rest: inout String.UnicodeScalarView.SubSequence) -> String {
    rest = rest.dropFirst().drop { $0 == " " }
    var value = String.UnicodeScalarView()
    guard rest.first == "\"" else {
      value += rest.prefix { $0 != ";" }
      rest = rest.dropFirst(value.count + 1)
      return String(value).trimmingSpaces()
    }
    rest = rest.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      value.append(scalar == "\\" && rest.first == "\"" ? rest.popFirst() ?? scalar : scalar)
    }
    rest = rest.drop { $0 != ";" }.dropFirst()
    return String(value)
  }
}
