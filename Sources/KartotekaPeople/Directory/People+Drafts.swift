import Foundation
import KartotekaModel
import KartotekaStore

extension Stored {
  /// A draft of a person. It stays for a while after its end, as long as browsers may still have it.
  struct TypedDraft: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let name = Attribute<String>("Name", .required, .length(1...40))
    let application = Attribute<String>("Application", .required, .sorted, .length(1...DraftContent.longestApplication))
    let form = Attribute<String>("Form", .required, .length(1...DraftContent.longestForm))
    let version = Attribute<Int>("Version", .required)
    let browser = Attribute<String>("Browser", .required, .length(1...40))
    /// The browser's note on its content: ``DraftContent/typed``.
    let typed = Attribute<Int>("Typed", .required)
    let device = Attribute<String>("Device", .length(0...200))
    let changed = Attribute<Date>("Changed", .required, .sorted)
    let isEnded = Attribute<Bool>("Ended", .required, .default(false))
    static let uniqueKeys = [UniqueKey(\TypedDraft.account, \.name)]
  }

  /// The content of a draft that has not ended. Lists of drafts are read without it.
  struct TypedText: Entity {
    let draft = ToOne<TypedDraft>("Draft", required: true, unique: true, onDelete: .cascade)
    /// In base64url, since what is typed may have any characters.
    let content = Attribute<String>("Content", .required, .length(1...1_000_000))
  }
}

// What a person has typed and not saved, for all of their devices. It is in no history, backup or log.
extension People {
  /// The drafts of a person, the newest first, also those that have ended.
  /// - Throws: `StoreError`.
  package func drafts(of signed: Signed) async throws -> [Draft] {
    // Another server may have taken one just now.
    try await catchUp()
    return try await read { tables in
      try tables.drafts(of: signed.person.id).filter(tables.isFresh).compactMap(Draft.init).sorted {
        ($0.changed, $0.name) > ($1.changed, $1.name)
      }
    } ?? []
  }

  /// A draft of a person with its content as JSON; nil if there is none of the name, or if it has ended.
  /// - Throws: `StoreError`.
  package func draft(_ name: String, of signed: Signed) async throws -> (draft: Draft, content: String)? {
    guard DraftContent.isName(name) else { return nil }
    // Another server may have stored it just now.
    return try await found { tables in
      guard let row = try tables.draft(name, of: signed.person.id), tables.isFresh(row), let draft = Draft(row),
        let bytes = try tables.text(of: row)?.content.flatMap({ Base64URL.bytes($0) })
      else { return nil }
      return (draft, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Keeps the content of a draft, or ends it. One that another device has changed since is neither replaced nor ended. An end whose
  /// draft has not come yet is kept, too: requests may overtake each other.
  /// - Returns: the version that is kept. It is a former one if the browser has sent something later before.
  /// - Throws: ``DraftRefusal``; ``PeopleError/notAllowed``; `StoreError`.
  @discardableResult
  package func keep(_ content: DraftContent, as name: String, of signed: Signed) async throws -> Int {
    guard DraftContent.isName(name) else { throw DraftRefusal.invalid }
    if let fault = content.fault(limits) { throw fault }
    return try await write(by: .person(signed)) { tables in
      let person = signed.person.id
      try tables.require(.person(signed), mayChange: person)
      let known = try tables.draft(name, of: person)
      if let known, let version = try known.version(over: content) { return version }
      if known == nil { try tables.makeRoomForDraft(of: person) }
      return try tables.store(content, in: known, as: name, of: person)
    }
  }

  /// Removes the drafts of all people that are offered no more.
  /// - Throws: `StoreError`.
  package func removeOldDrafts() async throws {
    guard try await store() != nil else { return }
    try await removeDrafts(Stored.TypedDraft.all.where(\.changed < now() - limits.draft))
  }

  /// Ends the drafts of all people in an application: another one of its name is another one.
  /// - Throws: `StoreError`.
  func endDrafts(in app: String) async throws {
    try await removeDrafts(Stored.TypedDraft.all.where(\.application == app))
  }

  // In several transactions: there may be many, and each deletion reads a content.
  private func removeDrafts(_ which: FetchRequest<Stored.TypedDraft>) async throws {
    while try await read({ try $0.transaction.count(which) }) ?? 0 > 0 {
      try await write(by: nil) { tables in
        for draft in try tables.transaction.fetch(which.limit(Self.portion)) { try tables.transaction.delete(draft) }
      }
    }
  }

  private static let portion = 50
}

extension PeopleTables {
  fileprivate func drafts(of person: PersonID) throws -> [Record<Stored.TypedDraft>] {
    try all(Stored.TypedDraft.all.where(\.account == person.number))
  }

  fileprivate func draft(_ name: String, of person: PersonID) throws -> Record<Stored.TypedDraft>? {
    try all(Stored.TypedDraft.all.where(\.account == person.number && \.name == name)).first
  }

  fileprivate func text(of draft: Record<Stored.TypedDraft>) throws -> Record<Stored.TypedText>? {
    try draft.id.flatMap { try first(Stored.TypedText.self, "draft", .integer($0)) }
  }

  fileprivate func isFresh(_ draft: Record<Stored.TypedDraft>) -> Bool {
    draft.changed.map { now - limits.draft < $0 } ?? false
  }

  // Those that have ended go first.
  fileprivate func makeRoomForDraft(of person: PersonID) throws {
    let all = try drafts(of: person)
    let old = all.filter { !isFresh($0) }
    let fresh = all.filter(isFresh).sorted {
      ($0.isEnded == true ? 0 : 1, $0.changed ?? .distantPast) < (
        $1.isEnded == true ? 0 : 1, $1.changed ?? .distantPast
      )
    }
    for draft in old + fresh.dropLast(limits.drafts - 1) { try transaction.delete(draft) }
  }

  fileprivate func store(
    _ content: DraftContent, in known: Record<Stored.TypedDraft>?, as name: String, of person: PersonID
  ) throws -> Int {
    var draft = known ?? Record<Stored.TypedDraft>()
    let version = 1 + min(max(known?.version ?? 0, content.version), Self.greatest)
    draft.account = person.number
    (draft.name, draft.form, draft.application) = (name, content.form, content.application)
    (draft.version, draft.browser, draft.typed) = (version, content.browser, min(content.typed, Self.greatest))
    (draft.device, draft.changed) = (PeopleText.line(content.device) ?? "", now)
    draft.isEnded = content.content == nil
    if draft.id == nil { try transaction.insert(&draft) } else { try transaction.update(draft) }
    var text = try text(of: draft)
    guard let content = content.content else {
      if let text { try transaction.delete(text) }
      return version
    }
    let encoded = Base64URL.text(Array(content.utf8))
    if text != nil {
      text?.content = encoded
      if let text { try transaction.update(text) }
    } else {
      var new = Record<Stored.TypedText>()
      (new.draft, new.content) = (draft.id, encoded)
      try transaction.insert(&new)
    }
    return version
  }

  private static let greatest = 1 << 50

  /// Ends all drafts of a person.
  func endDrafts(of person: PersonID) throws {
    for draft in try drafts(of: person) { try transaction.delete(draft) }
  }
}

extension Record where E == Stored.TypedDraft {
  /// The version that stays although a browser sends a content; nil if the content takes its place.
  /// - Throws: ``DraftRefusal/changed`` if the draft has ended, or if another device has changed it.
  fileprivate func version(over content: DraftContent) throws -> Int? {
    let isEnd = content.content == nil
    if self.isEnded == true {
      guard isEnd else { throw DraftRefusal.changed }
      return self.version ?? 0
    }
    // The answer to a browser's own last content may have been lost.
    let isOwn = self.browser == content.browser
    guard self.form == content.form, isOwn || self.version == content.version else { throw DraftRefusal.changed }
    return isOwn && !isEnd && self.typed ?? 0 >= content.typed ? self.version : nil
  }
}

extension Draft {
  fileprivate init?(_ row: Record<Stored.TypedDraft>) {
    guard let name = row.name, let form = row.form, let version = row.version, let changed = row.changed else {
      return nil
    }
    self.init(
      form: form, name: name, version: version, browser: row.browser ?? "", isEnded: row.isEnded ?? false,
      device: row.device ?? "", changed: changed)
  }
}
