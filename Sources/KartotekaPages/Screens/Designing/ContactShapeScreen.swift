import HTTPTypes
import Hummingbird
import KartotekaApplication
import KartotekaHTML
import KartotekaHTTP
import KartotekaModel
import KartotekaScreens

/// The fields of a record's page that can be called, and those that are a postal address with a link to a map.
struct ContactShapeScreen: Sendable {
  private static let (part, number, place) = ("contact", "number", "place")

  private let kind: KindShapeScreen

  private var shape: ShapeScreens { kind.shape }
  private var action: URLPath { kind.path.appending(Self.part) }

  init(_ kind: KindShapeScreen) throws {
    guard kind.document.list(of: kind.entity.name) != nil else { throw ScreenFault.noSuchPage }
    self.kind = kind
  }

  /// The row that leads to the sheet.
  static func row(_ kind: KindShapeScreen, _ list: ListDescription, _ say: Localizer) -> LinkRow {
    let names = (list.card.numbers + list.card.address).map { kind.shownLabel(of: $0, say) }
    return LinkRow(
      title: say("Numbers and address"),
      detail: names.isEmpty
        ? say("Texts that can be called, and an address with a map") : names.joined(separator: ", "),
      symbol: .phone, href: kind.path.appending(part))
  }

  // The texts that can hold a number, and those that can be a part of an address.
  private var numbers: [AttributeDescription] { kind.document.numberFields(of: kind.entity.name) }
  private var places: [AttributeDescription] { kind.document.addressFields(of: kind.entity.name) }

  private var card: CardDescription { kind.document.list(of: kind.entity.name)?.card ?? CardDescription() }

  private var form: ShapeForm {
    let card = self.card
    var (fields, values): ([AttributeDescription], [String: Value]) = ([], [:])
    for (prefix, texts, chosen) in [(Self.number, numbers, card.numbers), (Self.place, places, card.address)] {
      for text in texts {
        fields.append(ShapeForm.field(prefix + text.name, text.label, .boolean))
        values[prefix + text.name] = .integer(chosen.contains(text.name) ? 1 : 0)
      }
    }
    return ShapeForm(fields, values)
  }

  /// The sheet.
  func page(_ request: ScreenRequest) async throws -> ScreenDocument {
    try await show(form.draft(request.say), request)
  }

  /// Changes the fields.
  func save(_ form: SubmittedForm, _ request: ScreenRequest) async throws -> ScreenDocument {
    let draft = self.form.draft(form, request.say)
    guard draft.errors.isEmpty else { return try await show(draft, request, .unprocessableContent) }
    let (changed, card) = (draft.changed, self.card)
    // What the person has not changed stays as it is by now.
    func chosen(_ prefix: String, _ texts: [AttributeDescription], _ known: [String]) -> Set<String> {
      Set(
        texts.map(\.name).filter { name in
          changed.contains(prefix + name) ? draft.isOn(prefix + name) : known.contains(name)
        })
    }
    let order = ShapeScreens.Order(
      title: "Change numbers and address", verb: "Change", action: action, back: kind.path)
    return try await kind.save(
      order, draft, form, request, show: { try await show($0, request, $1, $2) },
      edit: { document throws(ShapeFault) in
        guard !changed.isEmpty else { return }
        document.setContact(
          numbers: chosen(Self.number, numbers, card.numbers), address: chosen(Self.place, places, card.address),
          of: kind.entity.name)
      })
  }

  private func show(
    _ draft: RecordDraft, _ request: ScreenRequest, _ status: HTTPResponse.Status = .ok, _ fault: String? = nil
  ) async throws -> ScreenDocument {
    let say = request.say
    var fields = draft.fields(prefix: "n-", say)
    if !numbers.isEmpty { fields[0].heading = say("Telephone numbers in texts") }
    if !places.isEmpty { fields[numbers.count].heading = say("The postal address, in the order of the fields") }
    let sheet = shape.sheet(
      title: say("Numbers and address"), action: action, cancel: kind.path, fields: fields,
      hidden: shape.message(of: draft), fault: fault,
      note: say("Numbers are called by a press on a record's page, and the address is shown on a map of another site."))
    return try await kind.page(request, status: status, sheet: sheet.sheet(say))
  }
}
