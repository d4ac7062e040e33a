import Foundation
import KartotekaHTML
import KartotekaModel
import KartotekaStore

// The values of an older form for the fields of today.
extension SubmittedForm {
  /// The form with the texts and files of renamed fields under their names of today.
  func renamed(for entity: EntityDescription) -> SubmittedForm {
    var copy = self
    for index in files.indices where entity.position(of: files[index].field) == nil {
      if let now = entity.name(ofFormer: files[index].field) { copy.files[index].field = now }
    }
    for attribute in entity.attributes where attribute.isBytes {
      for former in attribute.formerNames {
        for name in [FormName.file, FormName.fileRemoval]
        where self[name(former)] != nil && self[name(attribute.name)] == nil {
          copy[name(attribute.name)] = self[name(former)]
          copy[name(former)] = nil
        }
      }
    }
    for name in names where entity.position(of: name) == nil {
      guard let now = entity.name(ofFormer: name), self[now] == nil else { continue }
      copy[now] = self[name]
      copy[name] = nil
    }
    return copy
  }

  /// The texts of fields that do not exist any more, where a person has typed them.
  /// - Parameter base: the texts that the form was made from; nil for a new record.
  func lost(of entity: EntityDescription, base: [String: String]?) -> [String] {
    guard base != nil || FormMessage(self).once != nil else { return [] }
    return names.sorted().compactMap { name in
      // Names of columns begin with a letter and have no marks; others are the form's own.
      guard entity.position(of: name) == nil, !entity.tags.contains(where: { $0.name == name }),
        name.first?.isLetter == true,
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), let text = self[name], text != base?[name] ?? "",
        text != "false" || base?[name] != nil
      else { return nil }
      return text
    }
  }
}

extension EntityDescription {
  fileprivate func name(ofFormer name: String) -> String? {
    columns.first { column in
      switch column {
      case .attribute(let attribute): attribute.formerNames.contains(name)
      case .toOne(let relationship): relationship.formerNames.contains(name)
      }
    }?.name
  }
}

extension IdempotentRequest {
  /// The request of a form for a new record; nil for a form without a token.
  ///
  /// The key is that of the token and the content: the same form with another content makes another record.
  init?(_ form: SubmittedForm, of entity: EntityDescription) {
    guard let token = FormMessage(form).once else { return nil }
    var fingerprint = Fingerprint()
    fingerprint.add(token)
    fingerprint.add(entity.name)
    for name in form.names.sorted() {
      fingerprint.add(name)
      fingerprint.add(form[name] ?? "")
    }
    for (name, file) in form.chosen.sorted(by: { $0.key < $1.key }) {
      fingerprint.add(name)
      if case .chosen(let blob, _, _) = file { fingerprint.add(blob.fingerprint) }
    }
    self.init(key: "form-" + fingerprint.text, fingerprint: fingerprint.text)
  }

  /// A token for a new form.
  static var newToken: String { UUID().uuidString }
}
