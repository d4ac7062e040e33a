import KartotekaApplication
import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

/// The remarks on records before a field's new rules hold: those that a new pattern does not match, or that have no right check
/// digit, stay as they are, since the database knows neither; a new field's default fills the records that exist.
struct FieldRemarks {
  private let kind: KindShapeScreen
  /// The attribute that exists; nil for a new field.
  private let existing: AttributeDescription?

  // The most records that are compared with a pattern, and that are named.
  private static let (mostRecords, mostNamed) = (100_000, 5)

  init(_ kind: KindShapeScreen, _ existing: AttributeDescription?) { (self.kind, self.existing) = (kind, existing) }

  private var store: Store { kind.shape.screens.store }

  /// The remarks on a changed description.
  func rows(on document: AppDocument, _ say: Localizer) async throws -> [LinkRow] {
    let attributes = document.entity(kind.entity.name)?.attributes ?? []
    guard let existing else {
      guard let added = attributes.last, !added.defaultValue.isNull else { return [] }
      let count = try await store.count(AnyFetchRequest(kind.entity.name))
      let field = Phrase.Argument.phrase(Phrase(added.label))
      let text = Phrase("{count} records without {field} get its default", ["count": .count(count), "field": field])
      return count > 0 ? [LinkRow(title: say(text), symbol: .check)] : []
    }
    guard let changed = attributes.first(where: { $0.name == existing.name }) else { return [] }
    if let series = changed.numbers, changed.series != existing.series {
      return try await nextNumber(of: changed, series, say)
    }
    guard changed.kind == existing.kind, Self.hasNewForm(changed, since: existing) else { return [] }
    return try await otherForms(of: changed, say)
  }

  private func nextNumber(
    of attribute: AttributeDescription, _ series: NumberSeries, _ say: Localizer
  ) async throws -> [LinkRow] {
    // Texts that become numbers tell the next one with the numbers that records get, and values of another kind are read first.
    guard let existing, existing.series != nil, let entity = store.model.entity(named: kind.entity.name),
      let number = try await store.nextNumber(of: attribute, as: series, entity)
    else { return [] }
    let text = Phrase(
      "The next number is {number}. Numbers that were given stay as they are.", ["number": .text(number)])
    return [LinkRow(title: say(text), symbol: .check)]
  }

  private static func hasNewForm(_ changed: AttributeDescription, since existing: AttributeDescription) -> Bool {
    changed.pattern != nil && changed.pattern != existing.pattern
      || changed.barcode == .article && existing.barcode != .article
  }

  private func otherForms(of attribute: AttributeDescription, _ say: Localizer) async throws -> [LinkRow] {
    var request = AnyFetchRequest(kind.entity.name)
    request.predicate = .not(.compare(attribute.name, .null, []))
    (request.limit, request.wantsTotal, request.readsBlobs) = (AnyFetchRequest.limits.most, false, false)
    var (count, compared, named, isWhole): (Int, Int, [LinkRow], Bool) = (0, 0, [], false)
    let path = kind.shape.screens.path.appending(kind.entity.plural)
    while compared < Self.mostRecords {
      let page = try await store.fetch(request)
      for record in page.records {
        guard let fault = attribute.fault(in: record[attribute.name]), let id = record.id else { continue }
        count += 1
        guard named.count < Self.mostNamed else { continue }
        named.append(
          LinkRow(title: record.title(in: say), detail: say(fault), symbol: .card, href: path.appending(id)))
      }
      compared += page.records.count
      guard let next = page.next else {
        isWhole = true
        break
      }
      request.position = .after(next)
    }
    return Self.summary(of: count, in: attribute, comparing: isWhole ? nil : compared, say) + named
  }

  /// The rows about all records with another form.
  /// - Parameter compared: the number of records that were compared; nil for all.
  static func summary(
    of count: Int, in attribute: AttributeDescription, comparing compared: Int?, _ say: Localizer
  ) -> [LinkRow] {
    var phrases: [Phrase] = []
    if count > 0 {
      phrases.append(
        Phrase(
          "{count} records have another form in {field}. They stay until somebody changes them.",
          ["count": .count(count), "field": .phrase(Phrase(attribute.label))]))
    }
    if let compared {
      phrases.append(Phrase("Only the first {count} records were compared.", ["count": .count(compared)]))
    }
    return phrases.map { LinkRow(title: say($0), symbol: .alert) }
  }
}
