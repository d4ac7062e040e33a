import KartotekaHTML
import KartotekaModel

/// A line in a form: the record with all valid input, and the faults.
struct LineDraft: Sendable {
  /// The line; its id is nil before it is stored.
  var record: AnyRecord
  /// The displayed title of the item, in case it is deleted.
  var title: String
  /// The displayed texts of the fields.
  var quantity: String
  var percent: String
  /// The faults.
  var errors: [String] = []
  /// The attributes whose submitted text is no value.
  var unread: Set<String> = []
  /// Notes: a changed price, changes of others.
  var notes: [String] = []

  /// A stored line, or a new one with its item's price.
  init(_ record: AnyRecord, _ model: LinesModel) {
    self.record = record
    title = ""
    quantity = model.quantity.behavior.text(record[model.quantity.name], for: model.quantity)
    percent = model.percent.map { Self.percent(record[$0.name], $0) } ?? ""
  }

  /// A new line of an item.
  init(of item: AnyRecord, _ model: LinesModel, _ say: Localizer) {
    var record = AnyRecord(model.line)
    record[model.description.item] = item.id.map(Value.integer) ?? .null
    record[model.quantity.name] = .integer(1)
    if let price = model.price, let source = model.description.itemPrice {
      // What has no price costs nothing until it has one.
      record[price.name] = item[source].isNull ? .integer(0) : item[source]
    }
    if let percent = model.percent, record[percent.name].isNull { record[percent.name] = .integer(0) }
    self.init(record, model)
    title = item.title(in: say)
  }

  /// A line in a submitted form over its stored version; nil if there is none at the index.
  init?(_ form: SubmittedForm, at place: Int, over stored: [RecordID: AnyRecord], _ model: LinesModel, _ say: Localizer)
  {
    guard let item = form[FormName.line(.item, place)].flatMap({ RecordID($0) }) else { return nil }
    let id = form[FormName.line(.id, place)].flatMap { RecordID($0) }
    record = id.flatMap { stored[$0] } ?? AnyRecord(model.line)
    title = form[FormName.line(.title, place)] ?? ""
    quantity = form[FormName.line(.quantity, place)] ?? ""
    percent = form[FormName.line(.percent, place)] ?? ""
    record[model.description.item] = .integer(item)
    if let price = model.price, let text = form[FormName.line(.price, place)] {
      read(text, as: price, say)
    }
    readTyped(model, say)
  }

  /// Changes the quantity within reasonable limits.
  mutating func step(by count: Int64, _ model: LinesModel, _ say: Localizer) {
    guard case .integer(let now) = record[model.quantity.name] else { return }
    let (next, isTooMuch) = now.addingReportingOverflow(count)
    if isTooMuch || next < 1 { return }
    quantity = String(next)
    (errors, unread) = ([], [])
    readTyped(model, say)
  }

  private mutating func readTyped(_ model: LinesModel, _ say: Localizer) {
    read(quantity, as: model.quantity, say)
    if let attribute = model.percent {
      let text = percent.replacing("%", with: "").trimmingSpaces()
      read(text.isEmpty ? "0" : text, as: attribute, say)
    }
    // A line from before the quantity was asked may have none.
    if errors.isEmpty, record[model.quantity.name].isNull {
      errors.append(
        say(
          "{field}: {reason}",
          ["field": .text(say(model.quantity.label)), "reason": .phrase("This can't be empty")]))
      unread.insert(model.quantity.name)
    }
    if let price = model.price, !record[price.name].isNull, errors.isEmpty, model.amount(of: record) == nil {
      errors.append(say("This number is too large"))
    }
  }

  private mutating func read(_ text: String, as attribute: AttributeDescription, _ say: Localizer) {
    func fault(_ phrase: Phrase) {
      errors.append(say("{field}: {reason}", ["field": .text(say(attribute.label)), "reason": .phrase(phrase)]))
      unread.insert(attribute.name)
      record[attribute.name] = .null
    }
    let text = text.trimmingSpaces()
    do throws(ValueFault) {
      let notation = ValueNotation(typedBy: say)
      let value = text.isEmpty ? Value.null : try attribute.behavior.read(text, for: attribute, in: notation)
      if let phrase = attribute.fault(in: value) { return fault(phrase) }
      record[attribute.name] = value
    } catch {
      fault(error.phrase)
    }
  }

  private static func percent(_ value: Value, _ attribute: AttributeDescription) -> String {
    guard case .integer(let part) = value, part != 0 else { return "" }
    let text = attribute.behavior.text(value, for: attribute)
    return text.contains(".") ? String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()) : text
  }

  /// The hidden fields of a line.
  func hidden(at place: Int, _ model: LinesModel) -> [(name: String, value: String)] {
    var hidden: [(FormName.LineField, String)] = [
      (.item, record.text(named: model.description.item)), (.id, record.id.map(String.init) ?? ""), (.title, title),
    ]
    if let price = model.price { hidden.append((.price, record.text(named: price.name))) }
    return hidden.map { (FormName.line($0.0, place), $0.1) }
  }

  /// The hidden fields and input of a line, for sheets above the form.
  func everything(at place: Int, _ model: LinesModel) -> [(name: String, value: String)] {
    hidden(at: place, model) + [
      (FormName.line(.quantity, place), quantity), (FormName.line(.percent, place), percent),
    ]
  }
}

extension AnyRecord {
  /// The displayed text of a column, by name.
  func text(named name: String) -> String { entity.position(of: name).map { text(at: $0) } ?? "" }
}
