import KartotekaModel

/// The store's errors as sentences for the person: what is wrong, and what to do about it.
extension StoreError {
  /// The error, in terms of the model's own words.
  public func phrase(in model: ModelDescription) -> Phrase {
    switch self {
    case .invalid(let faults): Self.phrase(faults, model)
    case .notUnique(let entity, let field):
      field == "id"
        ? "There is another record with this number already"
        : Phrase("Another record has this already: {field}", ["field": model.label(of: field, in: entity)])
    case .notUniqueTogether(let entity, let fields):
      Phrase(
        "Another record has the same {fields} already", ["fields": .phrase(Self.labels(of: fields, model, entity))])
    case .missingTarget(let entity, let field, let id):
      Phrase(
        "{field}: there is no record No. {number}",
        ["field": model.label(of: field, in: entity), "number": .text(String(id))])
    case .notFound(let entity, let id):
      Phrase(
        "There is no record No. {number} ({entities})",
        ["number": .text(String(id)), "entities": model.noun(of: entity)])
    case .changedMeanwhile: "This record was changed meanwhile"
    case .readOnly(let entity, let field):
      Phrase("This can't be changed any more: {field}", ["field": model.label(of: field, in: entity)])
    case .setByAction(let entity, let field, let action):
      Phrase(
        "{field} is set by an action: {action}",
        ["field": model.label(of: field, in: entity), "action": .text(action)])
    case .closed(_, _, let closing): Phrase(closing.reason)
    case .derived(let entity):
      Phrase(
        "These records follow from others by themselves and can't be changed by hand: {entities}",
        ["entities": model.noun(of: entity)])
    case .denied(_, _, let referrers):
      Phrase("Other records still refer to this one: {referrers}", ["referrers": Self.list(referrers, model)])
    case .inPart(let relationship, let index, let error):
      Phrase(
        "{field}, No. {number}: {reason}",
        [
          "field": model.label(of: relationship, in: nil), "number": .text(String(index + 1)),
          "reason": .phrase(error.phrase(in: model)),
        ])
    case .refused(let reason): reason
    case .constraint(let rule): Phrase("A rule of the database forbids it: {rule}", ["rule": .text(rule)])
    case .cannotUndo(let reason): Phrase("This can't be undone: {reason}", ["reason": .phrase(reason)])
    case .noSuchChangeSet(let number):
      Phrase("There is no change No. {number}", ["number": .text(String(number))])
    case .unknownField(let entity, ""):
      Phrase("There is no kind of records called {entity}", ["entity": .text(entity)])
    case .unknownField(let entity, let field):
      Phrase(
        "There is no field {field} here: {entities}",
        ["field": .text(field), "entities": model.noun(of: entity)])
    case .badFilter(let field, let filter):
      Phrase(
        "{field} can't be compared by {operator}",
        ["field": .text(field), "operator": .text(filter.rawValue)])
    case .tooLarge(let entity):
      Phrase("The numbers are too large to be added up: {entities}", ["entities": model.noun(of: entity)])
    case .badCursor: "This place belongs to a list in another order"
    case .unusable(let path, let problem): problem.phrase(path)
    case .cannotOpen(let path, .notADatabase):
      Phrase("{file} is not a SQLite file, or it is encrypted", ["file": .text(path)])
    case .cannotOpen(let path, let problem): problem.phrase(path)
    case .descriptionChanged: "The application's description was changed meanwhile"
    case .busy: "Another program keeps the database locked"
    case .fileLost(let path, let loss): loss.phrase(path)
    case .fileRefuses(let reason): Phrase("The file itself refuses this: {reason}", ["reason": .text(reason)])
    case .fileTooSlow(let seconds):
      Phrase("The file makes this change take more than {seconds} s", ["seconds": .text(String(seconds))])
    case .primary(let reason, _, _): reason
    case .outcomeUnknown(let reason, _):
      Phrase("It is not known whether the change was saved: {reason}", ["reason": .phrase(reason)])
    case .overloaded: "Too many long searches and calculations are running already"
    case .tooManyLongReads: "Too many long searches and calculations of one client are running already"
    case .disk(let reason):
      Phrase("The database can't be read or written: {reason}", ["reason": .text(reason)])
    }
  }

  /// The error, for people who do not administer the server: a refusal of the primary database names no hosts, users or tables.
  package func phraseForPeople(in model: ModelDescription) -> Phrase {
    switch self {
    case .primary(_, _, let refusal), .inPart(_, _, .primary(_, _, let refusal)): refusal.phrase
    case .outcomeUnknown: Self.unknownOutcome
    default: phrase(in: model)
    }
  }

  /// The sentence of ``outcomeUnknown(_:remedy:)`` for people.
  package static let unknownOutcome: Phrase =
    "The database server stopped answering while this was being saved. Look whether it is there before you do it again."

  /// The remedy; nil if the error says it all.
  public var remedy: Phrase? {
    switch self {
    case .invalid, .readOnly, .refused, .constraint, .unknownField, .badFilter: nil
    case .setByAction: "Use the action: it does everything that belongs to it."
    case .closed(_, _, let closing):
      closing.reopening.map { Phrase("An action opens it again: {action}", ["action": .text($0)]) }
    case .notUnique, .notUniqueTogether: "Choose another value, or change the record that has it."
    case .missingTarget, .notFound: "It may have been deleted. Choose another one."
    case .changedMeanwhile, .descriptionChanged: "Look at what it is now, and make your change again."
    case .denied: "Change or delete those first."
    case .inPart(_, _, let error): error.remedy
    case .derived: "Change the records that they follow from."
    case .cannotUndo, .noSuchChangeSet: "Look at the records as they are now, and change them by hand."
    case .tooLarge: "Look for the record whose number is wrong."
    case .badCursor: "Begin again with the first page."
    case .unusable(_, let problem): problem.remedy
    case .cannotOpen(_, let problem): problem.remedyOfOpening
    case .busy: "Wait until that program is done, or end it, and try again."
    case .fileRefuses: "It needs the program that made the file. Use that one for this."
    case .fileTooSlow: "Its triggers run on and on, or a reference has no index. Use the program that made the file."
    case .fileLost: "Put the file back, or bring back a backup: kartoteka restore"
    case .primary(_, let remedy, _): remedy
    case .outcomeUnknown: "Look whether the change is there before you make it again."
    case .overloaded, .tooManyLongReads: "Wait a moment, and try again."
    case .disk: "Make sure that the disk has room and that the file is still there, and try again."
    }
  }

  private static func labels(of fields: [String], _ model: ModelDescription, _ entity: String) -> Phrase {
    let labels = fields.map { Phrase("{message}", ["message": model.label(of: $0, in: entity)]) }
    return labels.dropFirst().reduce(labels.first ?? "") { list, next in
      Phrase("{first}, {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
  }

  private static func phrase(_ faults: [FieldFault], _ model: ModelDescription) -> Phrase {
    let phrases = faults.map { fault in
      Phrase(
        "{field}: {reason}",
        ["field": model.label(of: fault.field, in: nil), "reason": .phrase(fault.phrase)])
    }
    return Phrase.list(phrases) ?? "This can't be saved as it is"
  }

  private static func list(_ referrers: [Referrer], _ model: ModelDescription) -> Phrase.Argument {
    let phrases = referrers.map { referrer in
      Phrase(
        "{entities} ({field}): {count}",
        [
          "entities": model.noun(of: referrer.entity), "count": .count(referrer.count),
          "field": model.label(of: referrer.relationship, in: referrer.entity),
        ])
    }
    return Phrase.list(phrases).map(Phrase.Argument.phrase) ?? .text("")
  }
}

extension StoreError.FileProblem {
  fileprivate func phrase(_ path: String) -> Phrase {
    let file = Phrase.Argument.text(path)
    return switch self {
    case .empty: Phrase("{file} is empty (0 bytes)", ["file": file])
    case .notADatabase: Phrase("{file} is no database", ["file": file])
    case .readOnly: Phrase("{file} can't be written", ["file": file])
    case .unreadable(let reason):
      Phrase("{file} can't be opened: {reason}", ["file": file, "reason": .text(reason)])
    case .newer: Phrase("{file} was made by a newer version of Kartoteka", ["file": file])
    case .newerFormat: Phrase("{file} was made by a newer version of SQLite", ["file": file])
    case .foreign(let missing):
      Phrase(
        "{file} is a database of something else: it lacks {missing}",
        ["file": file, "missing": .text(missing.joined(separator: ", "))])
    case .cannotMigrate(let obstacles):
      Phrase(
        "{file} can't be brought up to date: {reason}",
        ["file": file, "reason": Phrase.list(obstacles.map(\.phrase)).map(Phrase.Argument.phrase) ?? .text("")])
    case .changeSetRuns(let name):
      Phrase(
        "{file} can't be brought up to date while this is under way: {deed}", ["file": file, "deed": .phrase(name)])
    case .changeSetInterrupted(let name):
      Phrase(
        "{file} can't be brought up to date before this is taken back, since it was interrupted: {deed}",
        ["file": file, "deed": .phrase(name)])
    case .damaged(let reason):
      Phrase("{file} is damaged: {reason}", ["file": file, "reason": .text(reason)])
    }
  }

  fileprivate var remedy: Phrase {
    switch self {
    case .empty: "Restore a backup: kartoteka restore. To begin without data, delete the file."
    case .notADatabase, .foreign: "Move the file away, or choose another data folder with --data."
    case .readOnly:
      "Make sure that the file and its folder may be written, or choose another data folder with --data."
    case .unreadable:
      "Make sure that the file and its folder may be read and written, or choose another data folder with --data."
    case .newer, .newerFormat: "Install that version, or choose another data folder with --data."
    case .cannotMigrate:
      "Nothing was changed. Correct these records with the earlier version of the application, or give the attribute a default or its old rule."
    case .changeSetRuns: "Nothing was changed. Wait until it is done, or cancel it, and try again."
    case .changeSetInterrupted:
      "Nothing was changed. Start the earlier version of the application once: it takes back what was interrupted."
    case .damaged: "Restore a backup: kartoteka restore"
    }
  }
}

extension StoreError.FileProblem {
  /// The remedy if another program's file has the problem.
  fileprivate var remedyOfOpening: Phrase {
    switch self {
    case .notADatabase, .foreign, .newer, .cannotMigrate, .changeSetRuns, .changeSetInterrupted:
      "Choose a SQLite file. Decrypt an encrypted one first, with the program that made it."
    case .empty: "Choose a file that has tables."
    case .readOnly: "Make sure that the file and its folder may be written, or use --read-only."
    case .unreadable: "Make sure that the file exists and may be read."
    case .newerFormat: "Save it in an older format with the program that made it."
    case .damaged: "Recover what can be read into a new file: sqlite3 FILE .recover | sqlite3 NEW"
    }
  }
}

extension StoreError.FileLoss {
  fileprivate func phrase(_ path: String) -> Phrase {
    let file: [String: Phrase.Argument] = ["file": .text(path)]
    return switch self {
    case .removed: Phrase("The database file was deleted or moved away while it was in use: {file}", file)
    case .replaced: Phrase("Another file was put in the place of the database while it was in use: {file}", file)
    case .emptied: Phrase("The database file was emptied while it was in use: {file}", file)
    }
  }
}

extension ModelDescription {
  /// The label of an attribute or relationship. A fault of a record doesn't say of which entity it was: the
  /// first that has such a field is asked then.
  fileprivate func label(of field: String, in entity: String?) -> Phrase.Argument {
    let candidates = entity.map { name in entities.filter { $0.name == name } } ?? entities
    for candidate in candidates {
      if let attribute = candidate.attribute(field) { return .phrase(Phrase(attribute.label)) }
      if let relationship = candidate.relationship(field) { return .phrase(Phrase(relationship.label)) }
    }
    return .text(field)
  }

  fileprivate func noun(of entity: String) -> Phrase.Argument {
    self.entity(named: entity).map { .phrase(Phrase($0.nouns.many)) } ?? .text(entity)
  }
}

extension Phrase {
  /// Several phrases as one, a semicolon between; nil for none.
  public static func list(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { list, next in
      Phrase("{first}; {next}", ["first": .phrase(list), "next": .phrase(next)])
    }
  }
}
