import Foundation

/// A form of a page, as a browser sends it: the fields with their values, without those of buttons.
struct PageForm {
  var id = ""
  var action = ""
  var fields: [(name: String, value: String)] = []

  /// The text of a field; nil if the form has none. Of several fields the last one counts.
  subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

  /// The form with another text in a field.
  func with(_ name: String, _ value: String) -> PageForm {
    var copy = self
    copy.fields.removeAll { $0.name == name }
    copy.fields.append((name, value))
    return copy
  }

  /// The form without a field.
  func without(_ name: String) -> PageForm {
    var copy = self
    copy.fields.removeAll { $0.name == name }
    return copy
  }

  /// The body of the request.
  var body: String {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
    // Browsers send line ends as CR LF.
    return fields.map { encoded($0.name) + "=" + encoded($0.value.replacing("\n", with: "\r\n")) }
      .joined(separator: "&")
  }

  /// The forms of a page that are sent with POST.
  static func all(in page: String) -> [PageForm] {
    var reader = PageReader(page)
    return reader.forms()
  }

  /// The first form of a page with that action.
  static func form(_ action: String, in page: String) -> PageForm? { all(in: page).first { $0.action == action } }
}

/// Reads the elements of forms.
private struct PageReader {
  private let text: [UInt8]
  private var place = 0

  init(_ page: String) { text = Array(page.utf8) }

  private struct Tag {
    var name = ""
    var attributes: [String: String] = [:]
  }

  mutating func forms() -> [PageForm] {
    var forms: [(form: PageForm, isPost: Bool)] = []
    var outside: [(form: String, name: String, value: String)] = []
    var current: Int?
    var select: (tag: Tag, first: String?, chosen: String?)?
    func add(_ tag: Tag, _ value: String) {
      guard let name = tag.attributes["name"], tag.attributes["disabled"] == nil else { return }
      if let id = tag.attributes["form"] {
        outside.append((id, name, value))
      } else if let current {
        forms[current].form.fields.append((name, value))
      }
    }
    while let tag = next() {
      switch tag.name {
      case "form":
        forms.append(
          (
            PageForm(id: tag.attributes["id"] ?? "", action: tag.attributes["action"] ?? ""),
            tag.attributes["method"]?.lowercased() == "post"
          ))
        current = forms.count - 1
      case "/form": current = nil
      case "input":
        let type = tag.attributes["type"] ?? "text"
        if ["file", "submit", "button"].contains(type) { continue }
        if ["checkbox", "radio"].contains(type), tag.attributes["checked"] == nil { continue }
        add(tag, tag.attributes["value"] ?? (type == "checkbox" ? "on" : ""))
      case "textarea":
        var content = content(until: "</textarea")
        if content.hasPrefix("\n") { content.removeFirst() }
        add(tag, content)
      case "select": select = (tag, nil, nil)
      case "option":
        let value = tag.attributes["value"] ?? ""
        if select?.first == nil { select?.first = value }
        if tag.attributes["selected"] != nil { select?.chosen = value }
      case "/select":
        if let select { add(select.tag, select.chosen ?? select.first ?? "") }
        select = nil
      default: break
      }
    }
    for field in outside {
      guard let index = forms.firstIndex(where: { $0.form.id == field.form }) else { continue }
      forms[index].form.fields.append((field.name, field.value))
    }
    return forms.filter(\.isPost).map(\.form)
  }

  private mutating func next() -> Tag? {
    while place < text.count {
      guard text[place] == UInt8(ascii: "<") else {
        place += 1
        continue
      }
      place += 1
      var tag = Tag()
      tag.name = word { $0 != UInt8(ascii: ">") && !Self.isSpace($0) }.lowercased()
      while place < text.count, text[place] != UInt8(ascii: ">") {
        if Self.isSpace(text[place]) {
          place += 1
          continue
        }
        let name = word { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") && !Self.isSpace($0) }
        guard place < text.count, text[place] == UInt8(ascii: "=") else {
          tag.attributes[name] = ""
          continue
        }
        place += 1
        if place < text.count, text[place] == UInt8(ascii: "\"") {
          place += 1
          tag.attributes[name] = Self.plain(word { $0 != UInt8(ascii: "\"") })
          place += 1
        } else {
          tag.attributes[name] = Self.plain(word { $0 != UInt8(ascii: ">") && !Self.isSpace($0) })
        }
      }
      place += 1
      return tag
    }
    return nil
  }

  private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
    let start = place
    while place < text.count, isPart(text[place]) { place += 1 }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  private mutating func content(until end: String) -> String {
    let mark = Array(end.utf8)
    let start = place
    while place < text.count, !text[place...].starts(with: mark) { place += 1 }
    return Self.plain(String(decoding: text[start..<place], as: UTF8.self))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 }

  private static func plain(_ text: String) -> String {
    // A page has hundreds of attributes, and few of them an entity.
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#34;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
