import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The fields of a field's sheet that are formulas: whether forms show it, whether it is required, and the value of a new record.
struct FieldFormulas: Sendable {
  /// The names of these fields.
  static let names = AppDocument.FormulaUse.allCases.map(\.rawValue)

  private let kind: KindShapeScreen
  /// The name of the field that exists; nil for a new one.
  private let existing: String?

  init(_ kind: KindShapeScreen, _ existing: String?) { (self.kind, self.existing) = (kind, existing) }

  /// The fields for an attribute.
  /// - Parameters:
  ///   - hasInitial: whether new records can have the value of a formula.
  ///   - canLack: whether a record can lack its value.
  func fields(hasInitial: Bool, canLack: Bool = true) -> [AttributeDescription] {
    AppDocument.FormulaUse.allCases.filter { use in
      switch use {
      case .shownIf: true
      case .requiredIf: canLack
      case .initialFormula: hasInitial
      }
    }.map { use in
      ShapeForm.formula(use.rawValue, Self.label(use))
    }
  }

  private static func label(_ use: AppDocument.FormulaUse) -> String {
    switch use {
    case .shownIf: "Shown if (a formula)"
    case .requiredIf: "Required if (a formula)"
    case .initialFormula: "New records begin with (a formula)"
    }
  }

  /// The formulas that exist, in the words of the person.
  func values(_ say: Localizer) -> [String: Value] {
    guard let existing,
      let names = kind.document.formulaNames(of: kind.entity.name, in: say.language, words: { say($0) })
    else { return [:] }
    return AppDocument.FormulaUse.allCases.reduce(into: [:]) { values, use in
      values[use.rawValue] = kind.document.formula(use, of: existing, of: kind.entity.name).map {
        .text(names.write($0))
      }
    }
  }

  /// Takes over what a person has changed.
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - isOther: whether it has got another kind, whose values the formula of a new record has to fit.
  func apply(
    _ draft: RecordDraft, to name: String, isOther: Bool = false, in document: inout AppDocument, _ say: Localizer
  ) throws(ShapeFault) {
    for use in AppDocument.FormulaUse.allCases
    where draft.changed.contains(use.rawValue) || isOther && use == .initialFormula {
      try document.setFormula(
        use, draft.text(use.rawValue), of: name, of: kind.entity.name, in: say.language, words: { say($0) })
    }
  }
}

extension FieldFormulas {
  /// The results of a draft's formulas in the stored records, a sentence each. The button Try asks it.
  /// - Parameters:
  ///   - document: the description with the field as the draft has it.
  ///   - name: the name of the field in it.
  func results(of draft: RecordDraft, _ name: String, in document: AppDocument, _ say: Localizer) async throws -> String
  {
    var sentences: [String] = []
    for use in AppDocument.FormulaUse.allCases where !draft.text(use.rawValue).isEmpty {
      guard let formula = document.formula(use, of: name, of: kind.entity.name) else { continue }
      let model = ModelDescription(drafts: document.entities)
      guard let entity = model.entity(named: kind.entity.name),
        let type = try? FormulaCheck(model).type(of: formula, entity)
      else { continue }
      let result: String
      if use == .initialFormula {
        result = try await kind.values(of: .formula(formula), as: type.attribute, say)
      } else {
        result = try await kind.matches(of: formula, say)
      }
      sentences.append(say(Self.label(use)) + ": " + result)
    }
    return sentences.joined(separator: " · ")
  }
}

extension RecordDraft {
  /// The draft with faults of formulas alone, for an answer to the button Try.
  var tried: RecordDraft {
    var copy = self
    copy.errors = errors.filter { FieldFormulas.names.contains($0.key) }
    return copy
  }
}

extension KindShapeScreen {
  /// Fields of a form in which those of formulas offer what one may type.
  func offering(in fields: [FormField], _ names: [String], _ say: Localizer) -> [FormField] {
    guard fields.contains(where: { names.contains($0.column.name) }),
      let words = document.formulaNames(of: entity.name, in: say.language, words: { say($0) })?.words
    else { return fields }
    return fields.map { field in
      var field = field
      if names.contains(field.column.name) { field.words = words }
      return field
    }
  }
}
