import Foundation
import HTTPTesting
import KartotekaModel
import KartotekaScreens
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// The members of the written form of a description, and the screens on which people set them.
@Suite("Screens: every member of a description is on a screen, or says why not")
struct DescriptionMembersTests {
  /// How a member of the written form is set.
  enum Place: Sendable {
    /// By a field of a sheet below `shape/`.
    case field(_ sheet: String, _ name: String)
    /// By what a page below `shape/` leads to.
    case link(_ page: String, _ target: String)
    /// By a sheet of its own: its definition has places of its own here.
    case parts
    /// On no screen, for the reason.
    case none(_ reason: String)
    /// On no screen yet, though people could set it.
    case missing(_ what: String)
  }

  private static let names = "Names in addresses, tables, the API and files follow from the first label and stay."
  private static let formers = "The program writes down former names where a name changes; screens change labels alone."
  private static let aliases =
    "An import asks what a heading means and remembers it; authors of descriptions know files beforehand."
  private static let code = "It belongs to actions, jobs and numbers that an application's code gives."
  private static let derived = "Records that follow from others are a device of authors: nobody types them."
  private static let joins = "Tables of links are named by the program; opened files have theirs."

  // The places, by definition and key.
  private static let places: [String: [String: Place]] = [
    "Application": [
      "$schema": .none("It tells editors of the file where its schema is."),
      "version": .none("The program writes it."),
      "name": .none("It is chosen when the application is made, and is its address and file."),
      "title": .field("look", "title"), "summary": .field("look", "summary"), "purpose": .field("look", "purpose"),
      "symbol": .field("look", "symbol"), "hue": .field("look", "hue"), "entities": .link("", "/shop/shape/new"),
      "tabs": .field("kinds/bills/names", "tab"), "welcome": .field("look", "question"),
      "history": .field("history", "days"), "code": .none(code),
      "words": .none("Screens are typed in one language; `kartoteka words` makes the table for translators."),
    ],
    "Entity": [
      "name": .none(names), "plural": .none(names), "table": .none(names), "nouns": .field("kinds/bills/names", "one"),
      "numberedTitle": .field("kinds/bills/title", "numbered"), "formerNames": .none(formers),
      "attributes": .link("kinds/bills", "/shop/shape/kinds/bills/new/text"),
      "relationships": .link("kinds/bills", "/shop/shape/kinds/bills/new/link"),
      "computed": .link("kinds/bills", "/shop/shape/kinds/bills/new/computed"),
      "states": .link("kinds/bills", "/shop/shape/kinds/bills/new-state"),
      "rules": .link("kinds/bills", "/shop/shape/kinds/bills/rules/new"),
      "uniqueKeys": .field("kinds/bills/fields/title", "together"),
      "sortOrders": .none("Lists ask for the index of their own order, which the sheet of the list sets."),
      "searchPaths": .field("kinds/bills/search", "findclient.name"), "derivation": .none(derived),
      "hasNotes": .field("kinds/bills/list", "section-notes"),
    ],
    "Nouns": ["one": .field("kinds/bills/names", "one"), "many": .field("kinds/bills/names", "many")],
    "Attribute": [
      "name": .none(names), "label": .field("kinds/bills/fields/title", "label"),
      "kind": .field("kinds/bills/fields/title", "kind"), "code": .none("A kind of one's own is made in Swift."),
      "column": .none(names), "formerNames": .none(formers), "required": .field("kinds/bills/fields/title", "required"),
      "requiredIf": .field("kinds/bills/fields/title", "requiredIf"),
      "shownIf": .field("kinds/bills/fields/title", "shownIf"), "series": .field("kinds/bills/new/series", "series"),
      "unique": .field("kinds/bills/fields/title", "unique"),
      "sequence": .none("Numbers without gaps are given by an action in code; screens offer a series."),
      "placeIn": .field("kinds/clients/sections/bills", "arranged"),
      "title": .field("kinds/bills/title", "titletitle"), "searched": .field("kinds/bills/search", "findtitle"),
      "sorted": .field("kinds/bills/fields/due", "sorted"), "choices": .field("kinds/bills/fields/stage", "choices"),
      "colour": .field("kinds/bills/new/colour", "label"), "scale": .field("kinds/bills/fields/amount", "scale"),
      "currency": .field("kinds/bills/new/money", "currency"), "form": .field("kinds/bills/new/duration", "label"),
      "barcode": .field("kinds/bills/new/barcode", "label"), "multiline": .field("kinds/bills/new/longText", "label"),
      "default": .field("kinds/bills/fields/title", "initial"),
      "defaultFrom": .field("kinds/bills/fields/title", "initialFormula"),
      "min": .field("kinds/bills/fields/amount", "minimum"), "max": .field("kinds/bills/fields/amount", "maximum"),
      "minLength": .field("kinds/bills/fields/title", "minimumLength"),
      "maxLength": .field("kinds/bills/fields/title", "maximumLength"),
      "pattern": .field("kinds/bills/fields/title", "pattern"),
      "patternHint": .field("kinds/bills/fields/title", "patternHint"),
      "format": .none("It follows from the kind Phone number."),
      "thumbnailOf": .none("The program keeps a small picture for each picture."),
      "translation": .none("Values in several languages come with applications in code, which have their words."),
      "placeholder": .field("kinds/bills/fields/title", "placeholder"),
      "help": .field("kinds/bills/fields/title", "help"),
      "hidden": .field("kinds/bills/fields/title", "unseen"), "width": .field("kinds/bills/fields/title", "half"),
      "aliases": .none(aliases), "stamp": .field("kinds/bills/new/createdAt", "label"),
      "writable": .none(
        "Whether people may write a value follows from its kind; values that code alone writes need code."),
      "closing": .none(code), "setBy": .none(code),
    ],
    "Choice": [
      "value": .field("kinds/bills/fields/stage", "choices"), "label": .field("kinds/bills/fields/stage", "choices"),
      "aliases": .none(aliases),
    ],
    "Relationship": [
      "name": .none(names), "label": .field("kinds/bills/fields/client", "label"),
      "kind": .field("kinds/bills/new/link?to=client", "number"),
      "to": .link("kinds/bills", "/shop/shape/kinds/bills/new/link?to=client"),
      "inverse": .field("kinds/bills/new/link?to=client", "back"),
      "required": .field("kinds/bills/fields/client", "required"),
      "requiredIf": .field("kinds/bills/fields/client", "requiredIf"),
      "shownIf": .field("kinds/bills/fields/client", "shownIf"),
      "unique": .field("kinds/bills/fields/client", "unique"),
      "atLeast": .none("A rule says it with its own sentence: count(Lines) > 0."),
      "onDelete": .field("kinds/bills/fields/client", "rule"), "writable": .none(code),
      "tags": .field("kinds/bills/fields/topics", "tags"),
      "placeholder": .field("kinds/bills/fields/client", "placeholder"),
      "aliases": .none(aliases), "formerNames": .none(formers), "column": .none(names), "joinTable": .none(joins),
      "joinColumns": .none(joins),
    ],
    "Computed": [
      "attribute": .field("kinds/bills/new/computed", "label"),
      "formula": .field("kinds/bills/new/computed", "formula"),
    ],
    "State": [
      "name": .none(names), "label": .field("kinds/bills/new-state", "label"),
      "tone": .field("kinds/bills/new-state", "tone"),
      "when": .field("kinds/bills/new-state", "formula"),
    ],
    "Rule": [
      "name": .none(names), "formula": .field("kinds/bills/rules/new", "formula"),
      "message": .field("kinds/bills/rules/new", "message"),
    ],
    "Derivation": ["from": .none(derived), "columns": .none(derived)],
    "History": ["days": .field("history", "days"), "bytes": .field("history", "megabytes")],
    "Tab": [
      "title": .field("kinds/bills/names", "tab"), "symbol": .field("kinds/bills/names", "symbol"),
      "screen": .link("", "/shop/shape/overviews"), "path": .none(names),
      "underMore": .field("kinds/bills/names", "more"),
    ],
    "List": [
      "entity": .link("", "/shop/shape/new"), "title": .field("kinds/bills/list", "title"),
      "titleElse": .field("kinds/bills/list", "titleElse"), "subtitle": .field("kinds/bills/list", "subtitle"),
      "details": .field("kinds/bills/list", "detail"),
      "numbered": .field("kinds/bills/list", "numbered"), "value": .field("kinds/bills/list", "value"),
      "valueNouns": .none(
        "A number before its noun needs the plurals of each language, which catalogues have; words in details are typed."
      ),
      "search": .field("kinds/bills/search", "findtitle"), "sort": .field("kinds/bills/list", "sort2"),
      "monograms": .field("kinds/bills/list", "monograms"), "picture": .field("kinds/clients/list", "picture"),
      "initials": .field("kinds/bills/list", "initials"), "layout": .field("kinds/bills/list", "layout"),
      "subsets": .link("kinds/bills", "/shop/shape/kinds/bills/new-filter"),
      "sections": .field("kinds/clients/list", "sectionbills"),
      "fieldGroups": .link("kinds/bills", "/shop/shape/kinds/bills/new-group"),
      "lines": .field("kinds/orders/lines/lines", "lines"),
      "documents": .link("kinds/bills", "/shop/shape/kinds/bills/documents/new"),
      "card": .parts, "offersNew": .field("kinds/bills/list", "offersNew"),
    ],
    "Detail": ["name": .field("kinds/bills/list", "detail"), "words": .field("kinds/bills/list", "words")],
    "FieldGroup": [
      "title": .field("kinds/bills/new-group", "heading"), "fields": .field("kinds/bills/new-group", "fieldstage"),
    ],
    "Section": [
      "name": .field("kinds/clients/list", "sectionbills"), "adding": .field("kinds/clients/sections/bills", "adding"),
      "note": .field("kinds/clients/sections/bills", "note"),
      "offersNew": .field("kinds/clients/sections/bills", "new"),
      "newTitle": .none("Rows with a symbol, to be deleted one by one, are of linking records that code declares."),
      "symbol": .none("Rows with a symbol, to be deleted one by one, are of linking records that code declares."),
      "detail": .none("Rows with a symbol, to be deleted one by one, are of linking records that code declares."),
      "through": .none("A relationship to several records leads to them without linking records."),
      "newestFirst": .field("kinds/clients/sections/bills", "newest"),
      "order": .field("kinds/clients/sections/bills", "order"),
      "gallery": .link("kinds/bills", "/shop/shape/kinds/bills/new/pictures"),
    ],
    "Subset": [
      "entity": .none("A filter is of the list on whose sheet it is made."), "name": .none(names),
      "title": .field("kinds/bills/new-filter", "label"), "where": .field("kinds/bills/new-filter", "formula"),
      "state": .none("The states of a list are its filters from the beginning."),
    ],
    "Card": [
      "mark": .missing("What the cut tab of a card says in place of the number."),
      "years": .missing("The line with the years of related records."),
      "omitted": .field("kinds/bills/fields/title", "hidden"),
      "numbers": .field("kinds/bills/contact", "numbertitle"),
      "address": .field("kinds/bills/contact", "placetitle"),
    ],
    "Lines": [
      "relationship": .field("kinds/orders/lines/lines", "lines"), "item": .field("kinds/orders/lines/lines", "item"),
      "quantity": .field("kinds/orders/lines/lines", "quantity"), "price": .field("kinds/orders/lines/lines", "price"),
      "itemPrice": .field("kinds/orders/lines/lines", "itemPrice"),
      "discount": .field("kinds/orders/lines/lines", "discount"), "shown": .field("kinds/orders/lines/lines", "shown"),
      "stock": .field("kinds/orders/lines/lines", "stock"),
      "reserving": .none("Reserving stock needs the actions that ship and cancel, which are code."),
      "hidden": .field("kinds/orders/lines/lines", "without"), "extras": .field("kinds/orders/lines/lines", "extra"),
      "taxRate": .field("kinds/orders/lines/lines", "tax"),
      "fields": .none("The form asks for all fields of the record in their order, which the arrows set."),
      "folds": .missing("Fields of a form with lines under headings that open."),
      "needed": .none("Required by a formula says it of a field."), "verb": .field("kinds/orders/lines/lines", "verb"),
    ],
  ]

  private static let shop = """
    {"version":1,"name":"shop","entities":[
     {"name":"bill","attributes":[{"name":"title","required":true,"title":true},
      {"name":"stage","kind":"choice","choices":["open","paid"]},
      {"name":"amount","kind":"decimal","scale":2},{"name":"due","kind":"date"}],
      "relationships":[{"name":"client","to":"client","onDelete":"nullify"},
       {"name":"topics","kind":"manyToMany","to":"topic","inverse":"bills"}]},
     {"name":"topic","attributes":[{"name":"name","required":true,"unique":true,"title":true}],
      "relationships":[{"name":"bills","kind":"manyToMany","to":"bill","inverse":"topics"}]},
     {"name":"client","attributes":[{"name":"name","required":true,"title":true},
      {"name":"face","kind":"picture"}],
      "relationships":[{"name":"bills","kind":"toMany","to":"bill","inverse":"client"}]},
     {"name":"product","attributes":[{"name":"name","required":true,"title":true},
      {"name":"price","kind":"decimal","scale":2},{"name":"stock","kind":"integer"},
      {"name":"gone","kind":"boolean"}]},
     {"name":"position","attributes":[{"name":"quantity","kind":"integer","required":true},
      {"name":"price","kind":"decimal","scale":2},{"name":"discount","kind":"decimal","scale":2}],
      "relationships":[{"name":"order","to":"order","required":true,"onDelete":"cascade"},
       {"name":"product","to":"product","required":true,"onDelete":"deny"}]},
     {"name":"order","attributes":[{"name":"day","kind":"date","title":true},
      {"name":"freight","kind":"decimal","scale":2},{"name":"tax","kind":"decimal","scale":2}],
      "relationships":[{"name":"lines","kind":"toMany","to":"position","inverse":"order"}]}]}
    """

  // The keys of the definitions in the schema of the written form, which has each member.
  private static func keys() throws -> [String: [String]] {
    guard case .object(let schema) = try JSONParser.parse(AppDocument.schema),
      case .object(let definitions)? = schema["$defs"]
    else { return [:] }
    return definitions.reduce(into: [:]) { keys, definition in
      guard case .object(let body) = definition.value, case .object(let properties)? = body["properties"] else {
        return
      }
      keys[definition.key] = properties.map(\.key)
    }
  }

  @Test(
    "Each member of the written form has a place on the screens or a reason, and no place is of a member that is gone")
  func complete() throws {
    let keys = try Self.keys()
    for (definition, places) in Self.places {
      let known = try #require(keys[definition], "\(definition) is no definition of the schema")
      for key in known {
        #expect(places[key] != nil, "\(definition).\(key) has neither a screen nor a reason")
      }
      for key in places.keys { #expect(known.contains(key), "\(definition).\(key) is no member any more") }
    }
    let reasons = Self.places.values.flatMap(\.values).compactMap { place -> String? in
      switch place {
      case .none(let reason), .missing(let reason): reason
      case .field, .link, .parts: nil
      }
    }
    #expect(reasons.allSatisfy { $0.hasSuffix(".") && $0.count > 15 })
  }

  @Test("Each place is there: the sheet has the field, or the page leads to it")
  func places() async throws {
    try await DesignedSite.test(Self.shop) { site in
      var pages: [String: String] = [:]
      func page(_ path: String) async throws -> String {
        if let known = pages[path] { return known }
        let text = try await site.page("/shop/shape" + (path.isEmpty ? "" : "/" + path))
        pages[path] = text
        return text
      }
      for (definition, places) in Self.places {
        for (key, place) in places {
          switch place {
          case .field(let sheet, let name):
            let text = try await page(sheet)
            let isThere = ["name=\"\(name)\"", "name=\(name) ", "name=\(name)>"].contains(where: text.contains)
            #expect(isThere, "\(definition).\(key): no field \(name) at \(sheet)")
          case .link(let origin, let target):
            let text = try await page(origin)
            #expect(text.contains(target), "\(definition).\(key): \(origin) does not lead to \(target)")
          case .parts, .none, .missing: break
          }
        }
      }
    }
  }
}
