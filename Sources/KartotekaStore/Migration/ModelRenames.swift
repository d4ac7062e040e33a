import KartotekaModel

/// The names that a migration changes. The platform's own tables follow, by the meanings of columns in ``PlatformTable``.
struct ModelRenames {
  /// The tables of entities and join tables: the new names by the old ones.
  var tables: [String: String] = [:]
  /// The entities' names in the model: the new ones by the old ones.
  var entities: [String: String] = [:]
  /// The former names of relationships, each with the entity's new name.
  var relationships: [(entity: String, old: String, new: String)] = []
  /// The fields' names by the new names of their entities: the new ones by the former ones.
  var fields: [String: [String: String]] = [:]
  /// The model with the new names; nil without any.
  var model: ModelDescription?
  /// The columns by the new names of their tables: the new names by the old ones.
  var columns: [String: [String: String]] = [:]

  private static let moving = "kartoteka_renamed_"

  /// Has the rows of the platform's tables follow.
  func follow(in database: SQLConnection) throws {
    let existing = try Set(database.tableNames())
    for table in PlatformTable.all where existing.contains(table.name) {
      for (column, meaning) in table.columns {
        switch meaning {
        case .table: try rename(tables, column, of: table.name, in: database)
        case .entity:
          try rename(entities, column, of: table.name, in: database)
          if table.undo != nil { try renameInImages(column, of: table.name, in: database) }
        case .column(let entity):
          for (name, columns) in self.columns.sorted(by: { $0.key < $1.key }) {
            try rename(columns, column, of: table.name, in: database, where: (entity, name))
          }
        case .plain, .relationship, .record, .changeSet, .image, .values, .query, .layout: break
        }
      }
      for case (let column, .relationship(let entity)) in table.columns {
        for (name, old, new) in relationships {
          try database.execute(
            "UPDATE OR REPLACE \(table.name) SET \(column) = ? WHERE \(column) = ? AND \(entity) = ?", [new, old, name])
        }
      }
      for case (let column, .query(let entity)) in table.columns {
        try renameFields(inQueries: column, of: entity, in: table.name, database)
      }
      for case (let column, .layout(let entity)) in table.columns {
        try renameFields(inLayouts: column, of: entity, in: table.name, database)
      }
      for case (let column, .image(let entity)) in table.columns {
        for (name, columns) in self.columns { try rename(columns, in: column, entity, name, of: table.name, database) }
      }
    }
  }

  // In two steps, since names may change places. Rows of a removed entity that had a new name are none of the one that
  // has it now.
  private func rename(
    _ names: [String: String], _ column: String, of table: String, in database: SQLConnection,
    where key: (column: String, value: String)? = nil
  ) throws {
    func set(_ new: String, where old: String, replaces: Bool = false) throws {
      let condition = key.map { " AND \($0.column) = ?" } ?? ""
      try database.execute(
        "UPDATE \(replaces ? "OR REPLACE " : "")\(table) SET \(column) = ? WHERE \(column) = ?\(condition)",
        [new, old] + [key?.value].compactMap(\.self))
    }
    for new in names.values.sorted() where names[new] == nil {
      try set(Archive.name(table: new), where: new, replaces: true)
    }
    for (old, new) in names.sorted(by: { $0.key < $1.key }) { try set(Self.moving + new, where: old) }
    for new in names.values.sorted() { try set(new, where: Self.moving + new) }
  }

  // Undoing a change of such a row restores the name in its image.
  private func renameInImages(_ column: String, of table: String, in database: SQLConnection) throws {
    guard !entities.isEmpty else { return }
    let path = SQL.literal(.text("$." + column))
    let cases = entities.sorted { $0.key < $1.key }.map {
      "WHEN \(SQL.literal(.text($0.key))) THEN \(SQL.literal(.text($0.value)))"
    }
    let names = entities.keys.sorted().map { SQL.literal(.text($0)) }.joined(separator: ", ")
    for image in ["before", "after"] {
      let name = "json_extract(\(image), \(path))"
      try database.execute(
        """
        UPDATE kartoteka_changes SET \(image) = json_replace(\(image), \(path), \
        CASE \(name) \(cases.joined(separator: " ")) END) WHERE entity = ? AND \(name) IN (\(names))
        """, [table])
    }
  }

  // Of lists of all entities: a path may lead to a renamed field through others.
  private func renameFields(
    inQueries column: String, of entity: String, in table: String, _ database: SQLConnection
  ) throws {
    if fields.isEmpty { return }
    let function = "kartoteka_rename_fields"
    try database.withFunction(
      function, argumentCount: 2,
      { arguments in
        guard case .text(let entity) = arguments[0], case .text(let query) = arguments[1] else { return arguments[1] }
        return .text(ListShape.renaming(query: query) { path($0, of: entity) })
      },
      {
        try database.execute("UPDATE \(table) SET \(column) = \(function)(\(entity), \(column))")
        // Undoing a change of such a row compares it with its image.
        for image in ["before", "after"] {
          let (own, query) = ("json_extract(\(image), '$.\(entity)')", "json_extract(\(image), '$.\(column)')")
          try database.execute(
            "UPDATE kartoteka_changes SET \(image) = json_replace(\(image), '$.\(column)', \(function)(\(own), \(query))) "
              + "WHERE entity = ? AND \(image) IS NOT NULL", [table])
        }
      })
  }

  private func renameFields(
    inLayouts column: String, of entity: String, in table: String, _ database: SQLConnection
  ) throws {
    for (name, names) in fields.sorted(by: { $0.key < $1.key }) {
      for (old, new) in names.sorted(by: { $0.key < $1.key }) {
        try database.execute(
          """
          UPDATE OR IGNORE \(table) SET \(column) = (SELECT json_set(\(column), '$.columns[' || c.key || '].target', ?1) \
          FROM json_each(\(column), '$.columns') c WHERE c.value ->> 'target' = ?2) \
          WHERE \(entity) = ?3 AND json_valid(\(column)) \
          AND EXISTS (SELECT 1 FROM json_each(\(column), '$.columns') c WHERE c.value ->> 'target' = ?2)
          """, [new, old, name])
      }
    }
  }

  /// The new path of a field, which may lead through relationships.
  private func path(_ path: String, of entity: String) -> String {
    guard let model, var end = model.entity(named: entity) else { return path }
    // A name may have a point in it.
    if let new = fields[end.name]?[path] { return new }
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for index in steps.indices {
      if let new = fields[end.name]?[steps[index]] { steps[index] = new }
      guard let relationship = end.relationship(steps[index]), let target = model.entity(named: relationship.target)
      else { break }
      end = target
    }
    return steps.joined(separator: ".")
  }

  private func rename(
    _ columns: [String: String], in image: String, _ entity: String, _ name: String, of table: String,
    _ database: SQLConnection
  ) throws {
    let function = "kartoteka_rename_keys"
    try database.withFunction(
      function, argumentCount: 1,
      { arguments in
        guard case .text(let text) = arguments[0] else { return .null }
        return .text(Self.renaming(columns, in: text))
      },
      {
        try database.execute(
          "UPDATE \(table) SET \(image) = \(function)(\(image)) WHERE \(entity) = ? AND \(image) IS NOT NULL", [name])
      })
  }

  /// The text of a JSON object with other keys. Keys of objects within it, texts, numbers and the order stay as they are.
  static func renaming(_ keys: [String: String], in json: String) -> String {
    var result: [UInt8] = []
    let bytes = Array(json.utf8)
    result.reserveCapacity(bytes.count + 16)
    var (index, depth, isKey) = (0, 0, false)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        var end = index + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        end = min(end, bytes.count)
        let text = bytes[(index + 1)..<end]
        let new = depth == 1 && isKey ? keys[String(decoding: text, as: UTF8.self)] : nil
        result.append(byte)
        result += new.map { Array($0.utf8) } ?? Array(text)
        if end < bytes.count { result.append(byte) }
        (index, isKey) = (end + 1, false)
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 1, byte == UInt8(ascii: "{") || byte == UInt8(ascii: ",") { isKey = true }
      result.append(byte)
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension MigrationPlanner {
  /// The names that some work changes.
  func modelRenames(of work: MigrationWork) -> ModelRenames {
    var found = ModelRenames(model: model)
    found.tables = renames
    for (table, old, new) in work.renames { found.columns[table, default: [:]][old] = new }
    for move in work.moves where !move.isFromColumn {
      if move.from != move.join.name { found.tables[move.from] = move.join.name }
      let columns = [(move.own, move.join.columns.own), (move.related, move.join.columns.related)].filter { $0 != $1 }
      if !columns.isEmpty {
        found.columns[move.join.name] = Dictionary(columns, uniquingKeysWith: { first, _ in first })
      }
    }
    let names = Set(model.entities.map(\.name))
    for entity in model.entities where !entity.isDerived {
      let old = renames.first { $0.value == entity.table }?.key ?? entity.table
      if let known = noted?.names?[old] {
        if known != entity.name { found.entities[known] = entity.name }
      } else if old != entity.table {
        // Files of earlier versions don't say.
        for name in entity.formerNames where !names.contains(name) { found.entities[name] = entity.name }
      }
      let taken = Set(entity.columns.map(\.name) + entity.relationships.map(\.name))
      let former =
        entity.attributes.map { ($0.name, $0.formerNames) } + entity.relationships.map { ($0.name, $0.formerNames) }
      for (new, old) in former {
        for name in old where !taken.contains(name) { found.fields[entity.name, default: [:]][name] = new }
      }
      let declared = Set(entity.relationships.map(\.name))
      for relationship in entity.relationships {
        for name in relationship.formerNames where !declared.contains(name) {
          found.relationships.append((entity.name, name, relationship.name))
        }
      }
    }
    return found
  }
}
