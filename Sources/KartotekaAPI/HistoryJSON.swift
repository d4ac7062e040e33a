import Foundation
import Hummingbird
import KartotekaHTTP
import KartotekaModel
import KartotekaStore

/// Writes change sets and their changes as JSON.
struct HistoryJSON: Sendable {
  let app: RunningApp

  /// A response in the language of the request.
  func answer(_ request: Request, _ body: (inout JSONWriter, Localizer) -> Void) -> Response {
    var json = JSONWriter(capacity: 4_096)
    let say = app.localizer(acceptLanguage: request.headers[.acceptLanguage])
    body(&json, say)
    var response = Response.list(json)
    response.headers[.contentLanguage] = say.language.code
    // Not cached: pruning and deletion of history are not changes of records.
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// A response with one change set.
  func answer(_ request: Request, _ changeSet: ChangeSet, canBeUndone: Bool) -> Response {
    answer(request) { json, say in
      json.beginObject()
      write(changeSet, say, canBeUndone: canBeUndone, to: &json)
      json.endObject()
    }
  }

  /// Writes a page of objects. `item` writes the members of one.
  /// - Parameter total: the total number; nil if it is not counted.
  func writePage<Item>(
    _ items: [Item], total: Int?, next: String?, to json: inout JSONWriter,
    _ item: (Item, inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.key("items")
    json.beginArray()
    for entry in items {
      json.beginObject()
      item(entry, &json)
      json.endObject()
    }
    json.endArray()
    json.key("total")
    if let total { json.int(total) } else { json.null() }
    json.key("next")
    if let next { json.string(next) } else { json.null() }
    json.endObject()
  }

  // MARK: Parameters

  /// The entity in a parameter, by its plural.
  func entity(_ name: String) throws(Problem) -> EntityDescription {
    guard let entity = app.description.model.entity(plural: name) else {
      let names = app.description.model.entities.map(\.plural).joined(separator: ", ")
      throw .parameter("entity", Phrase("It has to be one of: {names}", ["names": .text(names)]))
    }
    return entity
  }

  /// The search in the parameters; nil if there is none.
  func search(_ query: Query, _ request: Request) -> ChangeSetFilter.Search? {
    let say = app.localizer(acceptLanguage: request.headers[.acceptLanguage])
    return query["search"].flatMap { ChangeSetFilter.Search($0) { say($0) } }
  }

  // MARK: Members

  /// Writes the members of a change set.
  /// - Parameter canBeUndone: whether its undo would undo anything.
  func write(_ changeSet: ChangeSet, _ say: Localizer, canBeUndone: Bool, to json: inout JSONWriter) {
    func member(_ name: String, _ number: Int64?) {
      json.key(name)
      if let number { json.int(number) } else { json.null() }
    }
    member("id", changeSet.id)
    json.key("name")
    json.string(say(changeSet.name))
    json.key("at")
    json.string(Timestamp.text(changeSet.at))
    json.key("origin")
    json.string(changeSet.origin.rawValue)
    json.key("person")
    if let person = changeSet.person { json.string(person) } else { json.null() }
    if let id = changeSet.author?.id { member("personId", id) }
    member("undoes", changeSet.undoes)
    member("undoneBy", changeSet.undoneBy)
    json.key("canBeUndone")
    json.bool(canBeUndone)
    json.key("reason")
    if let removal = changeSet.removal { json.string(say(removal.phrase)) } else { json.null() }
  }

  /// The most items of a plan that are written.
  private static let mostItems = UndoPlan.mostItems

  /// Writes the members of the plan of an undo.
  func writeMembers(of plan: UndoPlan, _ say: Localizer, to json: inout JSONWriter) {
    json.key("goesBack")
    json.int(plan.goingBack)
    json.key("stays")
    json.int(plan.staying)
    json.key("items")
    json.beginArray()
    for item in plan.items.prefix(Self.mostItems) { write(item, say, to: &json) }
    json.endArray()
  }

  private func write(_ item: UndoPlan.Item, _ say: Localizer, to json: inout JSONWriter) {
    let entity = item.entity.flatMap { app.description.model.entity(named: $0) }
    func member(_ name: String, _ text: String?) {
      json.key(name)
      if let text { json.string(text) } else { json.null() }
    }
    json.beginObject()
    member("id", item.id)
    member("entity", entity?.plural)
    json.key("record")
    json.int(item.record)
    member("field", item.field)
    member("title", say(Phrase("{title}", ["title": item.title])))
    member("reason", say(item.reason))
    for (name, value) in [("before", item.before), ("now", item.now)] {
      json.key(name)
      if let entity, let field = item.field {
        HistoryFields(entity).write(value, of: field, to: &json)
      } else {
        json.null()
      }
    }
    json.key("canBePutBack")
    json.bool(item.canBePutBack)
    json.endObject()
  }

  /// Writes the change of one record as an object.
  func write(_ change: RecordChange, to json: inout JSONWriter) {
    guard app.description.model.entity(named: change.entity) != nil else { return }
    json.beginObject()
    writeMembers(of: change, to: &json)
    json.endObject()
  }

  /// Writes the members of a record's change.
  func writeMembers(of change: RecordChange, to json: inout JSONWriter) {
    guard let entity = app.description.model.entity(named: change.entity) else { return }
    json.key("entity")
    json.string(entity.plural)
    json.key("id")
    json.int(change.id)
    if let last = change.last {
      json.key("lastID")
      json.int(last)
    }
    json.key("operation")
    json.string(change.operation.rawValue)
    json.key("changes")
    HistoryFields(entity, change.fields).write(to: &json)
  }
}

/// The changes of a record's fields: the value before and after, and for links the removed and added ids.
struct HistoryFields {
  let entity: EntityDescription
  private var values: [(name: String, before: Value, after: Value)] = []
  private var links: [(name: String, removed: [Value], added: [Value])] = []

  init(_ entity: EntityDescription, _ fields: [RecordChange.Field] = []) {
    self.entity = entity
    for field in fields {
      if field.isLink {
        add(field)
      } else if let index = values.firstIndex(where: { $0.name == field.name }) {
        values[index].after = field.after
      } else {
        values.append((field.name, field.before, field.after))
      }
    }
  }

  private mutating func add(_ link: RecordChange.Field) {
    let index = links.firstIndex { $0.name == link.name } ?? links.endIndex
    if index == links.endIndex { links.append((link.name, [], [])) }
    if !link.before.isNull { links[index].removed.append(link.before) }
    if !link.after.isNull { links[index].added.append(link.after) }
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    for (name, before, after) in values {
      json.key(name)
      json.beginArray()
      for value in [before, after] { write(value, of: name, to: &json) }
      json.endArray()
    }
    for (name, removed, added) in links {
      json.key(name)
      json.beginArray()
      for list in [removed, added] {
        json.beginArray()
        for id in list { write(id, of: name, to: &json) }
        json.endArray()
      }
      json.endArray()
    }
    json.endObject()
  }

  /// Writes a value; for bytes their number.
  func write(_ value: Value, of name: String, to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .blob(let blob):
      json.beginObject()
      json.key("bytes")
      json.int(blob.count)
      json.endObject()
    case .integer(let id) where entity.attribute(name) == nil: json.int(id)
    default:
      guard let attribute = entity.attribute(name) else { return json.null() }
      attribute.behavior.write(value, to: &json, for: attribute)
    }
  }
}
