import KartotekaHTML
import KartotekaModel
import KartotekaScreens
import KartotekaStore

// Rows of records.
extension ListScreen {
  /// The rows under their initials, or in a search of several attributes under the matched attribute.
  /// - Parameter groups: the headings of groups; nil for a list without.
  func sections(
    _ page: FetchPage, _ request: ScreenRequest, _ groups: GroupHeading? = nil, tags: RowTags = RowTags(),
    covers: RowCovers = RowCovers()
  ) -> [ListSection] {
    let rows = ListRows(self, page, request, tags, covers)
    if let groups { return groups.sections(of: page.records, rows.row) }
    if !request.shape.sort.isEmpty { return [ListSection(rows: page.records.map(rows.row))] }
    if let leading = leadingLabel, !request.search.isEmpty {
      let elsewhere = request.say.list(searchedLabels.filter { $0 != leading })
      let number = number(in: request.search)
      let numbered = page.records.filter { $0.id == number }
      let byNumber = numbered.isEmpty ? [] : [ListSection(initial: request.say("No."), rows: numbered.map(rows.row))]
      return byNumber
        + [false, true].compactMap { isElsewhere in
          let found = page.records.filter {
            $0.id != number && page.foundElsewhere.contains($0.id ?? 0) == isElsewhere
          }
          return found.isEmpty
            ? nil : ListSection(initial: isElsewhere ? elsewhere : request.say(leading), rows: found.map(rows.row))
        }
    }
    let sorted = list.sort.first.flatMap { entity.position(of: $0.name) }
    var sections: [ListSection] = []
    // Neighbours in a sorted list often have equal values.
    var last: Value?
    for record in page.records {
      let value = sorted.map { record.values[$0] } ?? .null
      if value != last {
        last = value
        let initial = list.hasInitials ? initial(of: value, request.collation) : nil
        if sections.isEmpty || sections[sections.count - 1].initial != initial {
          sections.append(ListSection(initial: initial, rows: []))
        }
      }
      sections[sections.count - 1].rows.append(rows.row(record))
    }
    return sections
  }

  /// The label of the list's sort attribute, if the search covers other attributes as well.
  private var leadingLabel: String? {
    guard let name = list.sort.first?.name, list.searched.contains(name),
      searched.contains(where: { $0 != name && entity.attribute($0)?.translation?.attribute != name })
    else { return nil }
    return entity.attribute(name)?.label
  }

  private func initial(of value: Value, _ collation: Collation) -> String {
    guard let attribute = list.sort.first.flatMap({ entity.attribute($0.name) }), case .text(let text) = value
    else { return "" }
    return Self.heading(collation.initial(of: attribute.behavior.keyText(text, collation)))
  }

  /// A capital letter as a heading; other characters share one heading.
  static func heading(_ letter: String) -> String {
    guard let first = letter.unicodeScalars.first else { return "#" }
    switch first {
    case "a"..."z", "A"..."Z": return String(Unicode.Scalar(UInt8(ascii: first) & 0xdf))
    default: return !first.isASCII && first.properties.isAlphabetic ? letter.uppercased() : "#"
    }
  }
}

/// Makes rows of records. The positions and formats of displayed values are looked up once for all rows.
struct ListRows {
  /// Formats a value; nil if there is none.
  typealias Text = (AnyRecord) -> String?

  private let screen: ListScreen
  private let page: FetchPage
  private let request: ScreenRequest
  private let title: [(text: Text, isStrong: Bool)]
  private let titleElse: [Text]
  private let subtitle: [Text]
  private let details: [Text]
  private let value: Text?
  /// The picture of a gallery; nil for other layouts.
  private let gallery: String?

  private let tags: RowTags
  private let covers: RowCovers

  init(
    _ screen: ListScreen, _ page: FetchPage, _ request: ScreenRequest, _ tags: RowTags = RowTags(),
    _ covers: RowCovers = RowCovers()
  ) {
    (self.tags, self.covers) = (tags, covers)
    self.screen = screen
    self.page = page
    self.request = request
    let list = screen.list
    func text(_ name: String) -> Text { Self.text(name, screen.entity, page, request.say) }
    // The sort attribute is emphasized.
    title = list.title.map { name in
      let whole = text(name)
      let attribute = screen.entity.attribute(name)
      let short: Text =
        attribute?.multiline == true ? { record in whole(record).map { attribute?.title($0) ?? $0 } } : whole
      return (short, list.title.count > 1 && name == list.sort.first?.name)
    }
    titleElse = list.titleElse.map(text)
    subtitle = list.subtitle.map(text)
    // Computed numbers have words of their own.
    func own(_ name: String) -> Text { screen.entity.computed(name) == nil ? text(name) : { _ in nil } }
    details = list.details.map { own($0.name) }
    value = list.value.map(own)
    gallery = request.shape.layout.gallery
  }

  func row(_ record: AnyRecord) -> ListRow {
    let (list, say) = (screen.list, request.say)
    let title = title(of: record)
    var row = ListRow(id: record.id ?? 0, title: title)
    let computed = page.computed[row.id]
    // A title without a second line stands in the middle of its row.
    let line = subtitle(of: record, computed)
    row.subtitle = line.isEmpty ? nil : line
    row.state = StatePill(computed, say)
    row.tags = tags.list(of: record)
    row.value = value.flatMap { $0(record) } ?? list.valueText(of: screen.entity, computed, say)
    if list.hasMonograms { row.monogram = Monogram.text(forParts: title.lazy.map(\.text)) }
    row.picture =
      (gallery ?? list.picture).flatMap { screen.screens.smallPicture($0, of: record) }
      ?? (gallery == nil ? covers.picture(of: record) : nil)
    if gallery != nil, row.picture == nil { row.monogram = Monogram.text(forParts: title.lazy.map(\.text)) }
    row.isSelected = row.id == request.selected
    return row
  }

  private func subtitle(of record: AnyRecord, _ computed: ComputedValues?) -> String {
    let (list, say) = (screen.list, request.say)
    var line = list.isNumbered ? say("No. {number}", ["number": .text(String(record.id ?? 0))]) : ""
    func append(_ text: String) { line += line.isEmpty ? text : " · " + text }
    // Important values come first, because the end of the line may be truncated.
    for (detail, text) in zip(list.details, details) {
      guard let value = text(record) ?? screen.entity.display(detail.name, of: computed, in: say) else { continue }
      append(say(detail.words, ["value": .text(value)]))
    }
    for text in subtitle { if let text = text(record) { append(text) } }
    return line
  }

  private func title(of record: AnyRecord) -> [TitlePart] {
    var parts: [TitlePart] = []
    parts.reserveCapacity(title.count)
    for part in title {
      if let text = part.text(record), !text.isEmpty { parts.append(TitlePart(text: text, isStrong: part.isStrong)) }
    }
    if !parts.isEmpty { return parts }
    let other = titleElse.lazy.compactMap { $0(record) }.first { !$0.isEmpty }
    return [TitlePart(text: other ?? record.title(in: request.say))]
  }

  /// Formats a value of records by the name of its attribute, relationship or computed value.
  static func text(
    _ name: String, _ entity: EntityDescription, _ page: FetchPage, _ say: Localizer
  ) -> Text {
    guard let position = entity.position(of: name) else {
      guard let index = entity.computed.firstIndex(where: { $0.name == name }) else { return { _ in nil } }
      let (attribute, computed) = (entity.computed[index].attribute, page.computed)
      let kind = attribute.behavior
      return { record in
        guard let value = computed[record.id ?? 0]?.values[index], !value.isNull else { return nil }
        return kind.brief(value, for: attribute, in: say)
      }
    }
    guard let attribute = entity.attribute(name) else {
      let related = page.included[name]
      return { record in
        guard case .integer(let id) = record.values[position] else { return nil }
        return related?[id]?.title(in: say)
      }
    }
    guard entity.translations(of: name).isEmpty else { return { $0.display(attribute, in: say) } }
    let kind = attribute.behavior
    return { record in
      let value = record.values[position]
      return value.isNull ? nil : kind.brief(value, for: attribute, in: say)
    }
  }
}
