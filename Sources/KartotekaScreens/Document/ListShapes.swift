import KartotekaModel

extension Symbol.Known: DocumentValue {}

extension Symbol: DocumentValue {
  /// The name of the platform's symbol, or an object with the name and the SVG of an own one.
  package static var shape: Shape<Symbol> {
    let known = Known.shape
    let own = Shape<SymbolDrawing>.object("Symbol", SymbolDrawing()) {
      Member.needed("name", \.name, "A name: small letters, digits and hyphens.")
      Member.needed("svg", \.svg, "The drawing: SVG on a grid of 24, with shapes only.")
    }
    return Shape(
      write: { symbol in
        symbol.own.map { own.write(SymbolDrawing(name: $0.name, svg: $0.svg)) } ?? known.write(symbol.known)
      },
      read: { json, reader in
        guard case .object = json else { return known.read(json, &reader).map { Symbol($0) } }
        guard let drawing = own.read(json, &reader) else { return nil }
        return Symbol(drawing.name, svg: drawing.svg)
      },
      schema: { ["anyOf": [known.schema(&$0), own.schema(&$0)]] })
  }
}

private struct SymbolDrawing: Hashable, Sendable {
  var name = ""
  var svg = ""
}

extension ScreenDescription: DocumentValue {
  package static var shape: Shape<ScreenDescription> {
    .oneOf("Screen") {
      Variant.of("list", ListDescription.shape, { .list($0) }) { if case .list(let list) = $0 { list } else { nil } }
      Variant.of("table", TableDescription.shape, { .table($0) }) {
        if case .table(let table) = $0 { table } else { nil }
      }
      Variant.of("groups", GroupsDescription.shape, { .groups($0) }) {
        if case .groups(let groups) = $0 { groups } else { nil }
      }
      Variant.of("overview", OverviewDescription.shape, { .overview($0) }) {
        if case .overview(let overview) = $0 { overview } else { nil }
      }
      Variant.of("map", MapDescription.shape, { .map($0) }) { if case .map(let map) = $0 { map } else { nil } }
      Variant.of("calendar", CalendarDescription.shape, { .calendar($0) }) {
        if case .calendar(let calendar) = $0 { calendar } else { nil }
      }
      Variant.of("settings", SettingsDescription.shape, { .settings($0) }) {
        if case .settings(let settings) = $0 { settings } else { nil }
      }
      Variant.of("view", ListViewDescription.shape, { .view($0) }) {
        if case .view(let view) = $0 { view } else { nil }
      }
    }
  }
}

extension TabDescription: DocumentValue {
  package static var shape: Shape<TabDescription> {
    .object(
      "Tab",
      TabDescription(
        path: "", title: "", symbol: .list, screen: .list(ListDescription(entity: "", title: [], subtitle: [])))
    ) {
      Member.needed("title", \.title, "What people read.")
      Member.optional("symbol", \.symbol, "Its symbol; a list unless given.")
      Member.needed("screen", \.screen, "What it shows.")
      // The plural of a list's entity takes its place when the application is lowered.
      Member.derived("path", \.path, "The last part of its address; that of its screen unless given.") {
        $0.screen.path
      }
      Member.optional("underMore", \.isUnderMore, "Whether it stands under More and not in the tab bar.")
    }
  }
}

extension ListDescription: DocumentValue {
  package static var shape: Shape<ListDescription> {
    .object("List", ListDescription(entity: "", title: [], subtitle: [])) {
      Member.needed("entity", \.entity, "The entity whose records it shows.")
      Member.optional("title", \.title, "The attributes of the first line.")
      Member.optional("titleElse", \.titleElse, "What that line has where those are empty.")
      Member.optional("subtitle", \.subtitle, "The attributes of the second line.")
      Member.optional("details", \.details, "Values in words at the end of the second line.")
      Member.optional("numbered", \.isNumbered, "Whether the second line begins with the record's number.")
      Member.optional("value", \.value, "The value at the end of a row.")
      Member.optional("valueNouns", \.valueNouns, "What that value counts.")
      Member.optional(
        "search", \.searched, "What the search field looks in, also computed texts; of related records: supplier.name.")
      Member.optional("sort", \.sort, "The order; -name has great values first.")
      Member.optional("monograms", \.hasMonograms, "Whether rows have a round monogram.")
      Member.optional(
        "picture", \.picture, "The picture in place of the monogram, or the gallery whose first picture stands there.")
      Member.optional("initials", \.hasInitials, "Whether rows stand under first letters.")
      Member.optional("layout", \.layout, "How its tab opens, as in addresses: chart:month:orderDate,sum:total.")
      Member.optional("subsets", \.subsets, "What it can be narrowed down to.")
      Member.optional("sections", \.sections, "What a record's page shows below its fields.")
      Member.optional("fieldGroups", \.fieldGroups, "The cards of a record's form.")
      Member.optional("lines", \.lines, "The lines that a record is edited and shown with.")
      Member.optional("documents", \.documents, "What a record can be printed as.")
      Member.optional("card", \.card, "What a record's card shows.")
      Member.former("choice")
      Member.optional("offersNew", \.offersNew, "Whether the list offers a new record; it does unless given.")
    }
  }
}

extension ListDescription.Detail: DocumentValue {
  package static var shape: Shape<ListDescription.Detail> {
    .object("Detail", ListDescription.Detail(name: "", words: "")) {
      Member.needed("name", \.name, "The attribute or computed value.")
      Member.needed("words", \.words, "The words around it: {value} in stock.")
    }
  }
}

extension ListDescription.FieldGroup: DocumentValue {
  package static var shape: Shape<ListDescription.FieldGroup> {
    .object("FieldGroup", ListDescription.FieldGroup(nil, fields: [])) {
      Member.optional("title", \.title, "What stands above the card.")
      Member.needed("fields", \.fields, "The attributes and to-one relationships.")
    }
  }
}

extension ListDescription.Section: DocumentValue {
  package static var shape: Shape<ListDescription.Section> {
    .object("Section", ListDescription.Section("")) {
      Member.needed("name", \.name, "The to-many or many-to-many relationship.")
      Member.optional("adding", \.adding, "What the row says that chooses records.")
      Member.optional("note", \.note, "What stands below the rows.")
      Member.optional("offersNew", \.offersNew, "Whether a row leads to the form for a new record.")
      Member.optional("newTitle", \.newTitle, "What that row says where it stands first.")
      Member.optional("symbol", \.symbol, "What stands before the rows, which can be deleted then.")
      Member.optional("detail", \.detail, "The attribute below the titles.")
      Member.optional("through", \.through, "The relationship by which linking records lead on to those shown.")
      Member.optional("newestFirst", \.isNewestFirst, "Whether the records that were added last come first.")
      Member.optional("order", \.order, "The attribute by which the records stand, the least first.")
      Member.optional("gallery", \.gallery, "How the records are shown as pictures.")
    }
  }
}

extension GalleryDescription: DocumentValue {
  package static var shape: Shape<GalleryDescription> {
    .object("Gallery", GalleryDescription(image: "")) {
      Member.needed("image", \.image, "The picture, or the file of any kind.")
      Member.optional("credit", \.credit, "Who made it.")
      Member.optional("link", \.link, "Where it comes from.")
      Member.optional("caption", \.caption, "What it shows.")
      Member.optional("date", \.date, "The day it was taken.")
      Member.optional("poster", \.poster, "The attribute with the country whose outline is shown.")
      Member.optional("fileName", \.fileName, "The name of the file that was chosen.")
      Member.optional("order", \.order, "The whole number by which they stand, the least first.")
    }
  }
}

extension LinesDescription: DocumentValue {
  package static var shape: Shape<LinesDescription> {
    .object("Lines", LinesDescription(relationship: "", item: "", quantity: "")) {
      Member.needed("relationship", \.relationship, "The to-many relationship to the lines.")
      Member.needed("item", \.item, "The line's to-one relationship to what is chosen.")
      Member.needed("quantity", \.quantity, "The line's attribute that counts.")
      Member.optional("price", \.price, "The line's price of one.")
      Member.optional("itemPrice", \.itemPrice, "The item's attribute that a new line takes its price from.")
      Member.optional("discount", \.discount, "The line's part of the price that is let off, 0 to 1.")
      Member.optional("shown", \.shown, "What is shown of an item beside its title.")
      Member.optional("stock", \.stock, "The item's attribute with how many there are.")
      Member.optional("reserving", \.reserving, "The records whose lines reserve their items.")
      Member.optional("hidden", \.hidden, "The item's attribute that takes it out of the choice.")
      Member.optional("extras", \.extras, "Amounts of the record that come on top of the lines.")
      Member.optional("taxRate", \.taxRate, "The record's tax on all of it, in percent.")
      Member.optional("fields", \.fields, "The record's fields that are asked first.")
      Member.optional("folds", \.folds, "Further fields, under headings that open and close.")
      Member.optional("needed", \.needed, "The field that a new record needs although it is optional.")
      Member.optional("verb", \.verb, "The verb on the button that saves a new record.")
    }
  }
}

extension LinesDescription.Needed: DocumentValue {
  package static var shape: Shape<LinesDescription.Needed> {
    .object("NeededField", LinesDescription.Needed(field: "", exception: "", reason: "")) {
      Member.needed("field", \.field, "The attribute or to-one relationship.")
      Member.needed("exception", \.exception, "The yes-or-no attribute that makes it unnecessary.")
      Member.needed("reason", \.reason, "What is said where both are empty.")
    }
  }
}

extension LinesDescription.Fold: DocumentValue {
  package static var shape: Shape<LinesDescription.Fold> {
    .object("Fold", LinesDescription.Fold(title: "", fields: [])) {
      Member.needed("title", \.title, "The heading.")
      Member.needed("fields", \.fields, "The attributes and to-one relationships.")
    }
  }
}

extension DocumentDescription: DocumentValue {
  package static var shape: Shape<DocumentDescription> {
    .object(
      "Document",
      DocumentDescription(name: "", title: "", sender: [], recipientTitle: "", recipient: [], facts: [])
    ) {
      Member.needed("name", \.name, "The last part of its address.")
      Member.needed("title", \.title, "What stands above it.")
      Member.optional("sender", \.sender, "Who sends it, line by line.")
      Member.optional("recipientTitle", \.recipientTitle, "What stands above the recipient.")
      Member.optional("recipient", \.recipient, "The fields of each of the recipient's lines.")
      Member.optional("facts", \.facts, "The fields beside it.")
      Member.optional("opening", \.opening, "What stands above the lines, with fields in braces: {customer.city}.")
      Member.optional("note", \.note, "What stands below, with fields in braces.")
      Member.optional("paper", \.paper, "The paper; that of the printer unless given.")
      Member.optional("table", \.table, "The table of related records in place of lines.")
      Member.optional("omitted", \.omitted, "What of the lines it leaves out.")
      Member.optional("issue", \.issue, "How it gets its number.")
      Member.optional("reversal", \.reversal, "The document that reverses it.")
    }
  }
}

extension DocumentDescription.Paper: DocumentValue {}

extension DocumentDescription.Part: DocumentValue {}

extension DocumentDescription.Table: DocumentValue {
  package static var shape: Shape<DocumentDescription.Table> {
    .object("DocumentTable", DocumentDescription.Table("", columns: [])) {
      Member.needed("of", \.relationship, "The to-many relationship whose records are the rows.")
      Member.needed("columns", \.columns, "The attributes, to-one relationships and computed values of the columns.")
      Member.optional("where", \.predicate, "Which records it has; all unless given.")
    }
  }
}

extension DocumentDescription.Issue: DocumentValue {
  package static var shape: Shape<DocumentDescription.Issue> {
    .object("Issue", DocumentDescription.Issue(number: "", action: "", draftTitle: "")) {
      Member.needed("number", \.number, "The attribute with the number.")
      Member.needed("action", \.action, "The action that issues it.")
      Member.needed("draftTitle", \.draftTitle, "What stands above the document before that.")
    }
  }
}

extension DocumentDescription.Reversal: DocumentValue {
  package static var shape: Shape<DocumentDescription.Reversal> {
    .object("Reversal", DocumentDescription.Reversal(number: "", title: "")) {
      Member.needed("number", \.number, "The attribute with the reversal's number.")
      Member.needed("title", \.title, "What stands above the reversal.")
    }
  }
}

extension CardDescription: DocumentValue {
  package static var shape: Shape<CardDescription> {
    .object("Card", CardDescription()) {
      Member.optional("mark", \.mark, "What its cut tab says in place of the number.")
      Member.optional("years", \.years, "The line below its title.")
      Member.optional("omitted", \.omitted, "The fields of a stored record that it leaves out.")
      Member.optional("numbers", \.numbers, "Texts that hold telephone numbers.")
      Member.optional("address", \.address, "The attributes of a postal address, in order.")
    }
  }
}

extension CardDescription.Mark: DocumentValue {
  package static var shape: Shape<CardDescription.Mark> {
    .object("Mark", CardDescription.Mark(title: "", attribute: "")) {
      Member.needed("title", \.title, "What the record is.")
      Member.needed("attribute", \.attribute, "The attribute that tells it from others.")
    }
  }
}

extension CardDescription.Years: DocumentValue {
  package static var shape: Shape<CardDescription.Years> {
    .object("Years", CardDescription.Years(sentence: "", relationship: "", date: "")) {
      Member.needed("sentence", \.sentence, "The sentence, with {years}.")
      Member.needed("relationship", \.relationship, "The to-many relationship to records with dates.")
      Member.needed("date", \.date, "Their attribute with the date.")
    }
  }
}

extension SubsetDescription: DocumentValue {
  package static var shape: Shape<SubsetDescription> {
    .object("Subset", SubsetDescription(entity: "", name: "", title: "", predicate: .all([]))) {
      Member.needed("entity", \.entity, "The entity.")
      Member.needed("name", \.name, "The name in addresses.")
      Member.needed("title", \.title, "What people read.")
      Member.needed("where", \.predicate, "Which records belong to it.")
      Member.optional("state", \.state, "The entity's state that it stands for.")
    }
  }
}

extension TableDescription: DocumentValue {
  package static var shape: Shape<TableDescription> {
    .object("Table", TableDescription(entity: "", columns: [])) {
      Member.needed("entity", \.entity, "The entity whose records it shows.")
      Member.needed("columns", \.columns, "The columns after that of the number.")
      Member.optional("filters", \.filters, "The columns with a filter field.")
      Member.optional("sort", \.sort, "The order unless another is chosen.")
    }
  }
}

extension TableDescription.Filter: DocumentValue {
  package static var shape: Shape<TableDescription.Filter> {
    .object("Filter", TableDescription.Filter("")) {
      Member.needed("column", \.name, "The column.")
      Member.optional("part", \.isPart, "Whether a part of the value is enough.")
    }
  }
}

extension GroupsDescription: DocumentValue {
  package static var shape: Shape<GroupsDescription> {
    .object("Groups", GroupsDescription(entity: "", source: "", relationship: "", attribute: "", nouns: Nouns("", "")))
    {
      Member.needed("entity", \.entity, "The entity of the records shown.")
      Member.needed("source", \.source, "The entity whose relationship leads to them.")
      Member.needed("relationship", \.relationship, "The to-one relationship.")
      Member.needed("attribute", \.attribute, "The attribute of the source under whose values they stand.")
      Member.needed("nouns", \.nouns, "What people call those shown here.")
    }
  }
}
