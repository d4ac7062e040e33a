/// A kind of an application's own has a free name, belongs to one type, and reads what it writes.
struct OwnKindSound: ModelRule {
  let id = "own-kind-sound"

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz")

  func faults(in model: ModelDescription) -> [DescriptionFault] {
    var first: [KindName: (type: ObjectIdentifier, text: String)] = [:]
    var faults: [DescriptionFault] = []
    for entity in model.entities {
      for attribute in entity.attributes {
        guard let kind = attribute.code?.behavior else { continue }
        let type = ObjectIdentifier(kind.type)
        if let known = first[kind.name] {
          guard known.type != type else { continue }
          faults.append(
            fault(
              entity, attribute.name, "\(kind.type) and \(known.text) both have the kind “\(kind.name.rawValue)”.",
              hint: "Give each type a kind of its own."))
          continue
        }
        first[kind.name] = (type, "\(kind.type)")
        if let complaint = complaint(about: kind, attribute) {
          faults.append(fault(entity, attribute.name, complaint.problem, hint: complaint.hint))
        }
      }
    }
    return faults
  }

  private func complaint(about kind: any OwnKindCode, _ attribute: AttributeDescription) -> Complaint? {
    let name = kind.name.rawValue
    if AttributeKinds.named(kind.name) != nil {
      return Complaint(
        "\(kind.type) has the kind “\(name)”, which is the platform's.", hint: "Name its kind otherwise.")
    }
    guard !name.isEmpty, name.count <= 30, name.allSatisfy(Self.letters.contains) else {
      return Complaint("“\(name)” is no name for a kind.", hint: "Use up to 30 small ASCII letters, like iban.")
    }
    for text in [kind.example, kind.sample(0), kind.sample(1)] {
      if let complaint = complaint(about: text, kind, attribute) { return complaint }
    }
    return nil
  }

  // A written value has to be read to the same value, in every form.
  private func complaint(
    about text: String, _ kind: any OwnKindCode, _ attribute: AttributeDescription
  ) -> Complaint? {
    guard let value = try? kind.value(text: text, for: attribute), case .text(let normal) = value, !normal.isEmpty
    else {
      return Complaint(
        "\(kind.type) doesn't read its example “\(text)”.", hint: "Change `init(parsing:)`, `example` or `sample`.")
    }
    guard normal.trimmingSpaces() == normal, (try? kind.value(text: normal, for: attribute)) == value else {
      return Complaint(
        "\(kind.type) reads its normal form “\(normal)” otherwise than “\(text)”.",
        hint: "`init(parsing:)` has to read `text` to the same value.")
    }
    for language in Language.all {
      let shown = kind.display(value, for: attribute, in: Localizer(language: language, catalogue: Catalogue()))
      guard !shown.isEmpty, (try? kind.value(text: shown, for: attribute)) == value else {
        return Complaint(
          "\(kind.type) shows “\(shown)” and reads it otherwise than “\(text)”.",
          hint: "`init(parsing:)` has to read what `display(in:)` returns to the same value: people copy it.")
      }
    }
    if Folding.fold(kind.keyText(normal, .root)).isEmpty {
      return Complaint(
        "\(kind.type) has no text to search “\(normal)” by.", hint: "`searchText` has to leave some text of a value.")
    }
    if let pattern = kind.pattern {
      guard let expression = try? Regex(pattern) else {
        return Complaint("The pattern of \(kind.type) is no regular expression.", hint: "Correct `pattern`.")
      }
      if (try? expression.wholeMatch(in: normal)) == nil {
        return Complaint(
          "The pattern of \(kind.type) doesn't match “\(normal)”.", hint: "`pattern` describes `text`, the normal form."
        )
      }
    }
    return nil
  }
}
