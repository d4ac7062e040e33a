import Foundation
import KartotekaModel
import KartotekaStore

extension Stored {
  /// A draft of a person. Its content goes when it ends; the rest stays as long as browsers may still have the draft.
  struct TypedDraft: Entity {
    let account = ToOne<Account>("Person", required: true, onDelete: .cascade)
    let name = Attribute<String>("Name", .required, .length(1...40))
    let form = Attribute<String>("Form", .required, .length(1...DraftContent.longestForm))
    let version = Attribute<Int>("Version", .required)
    let browser = Attribute<String>("Browser", .required, .length(1...40))
    let device = Attribute<String>("Device", .length(0...200))
    let changed = Attribute<Date>("Changed", .required)
    /// In base64url, since what is typed may have any characters.
    let content = Attribute<String>("Content", .length(1...1_000_000))
    static let uniqueKeys = [UniqueKey(\TypedDraft.account, \.name)]
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
        let bytes = row.content.flatMap({ Base64URL.bytes($0) })
      else { return nil }
      return (draft, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Keeps the content of a draft. One that another device has changed since is not replaced.
  /// - Returns: the new version.
  /// - Throws: ``DraftRefusal``; ``PeopleError/notAllowed``; `StoreError`.
  package func keep(_ content: DraftContent, as name: String, of signed: Signed) async throws -> Int {
    guard DraftContent.isName(name) else { throw DraftRefusal.invalid }
    if let fault = content.fault(limits) { throw fault }
    let text = Base64URL.text(Array(content.content.utf8))
    return try await write(by: .person(signed)) { tables in
      let person = signed.person.id
      try tables.require(.person(signed), mayChange: person)
      let known = try tables.draft(name, of: person)
      if let known {
        guard known.content != nil, known.form == content.form, known.isKnown(to: content.browser, content.version)
        else { throw DraftRefusal.changed }
        if known.content == text { return known.version ?? 0 }
      } else {
        try tables.makeRoomForDraft(of: person)
      }
      var draft = known ?? Record<Stored.TypedDraft>()
      draft.account = person.number
      (draft.name, draft.form, draft.content) = (name, content.form, text)
      let version = 1 + min(max(known?.version ?? 0, content.version), 1 << 50)
      draft.version = version
      (draft.browser, draft.device) = (content.browser, PeopleText.line(content.device) ?? "")
      draft.changed = tables.now
      if draft.id == nil { try tables.transaction.insert(&draft) } else { try tables.transaction.update(draft) }
      return version
    }
  }

  /// Ends a draft that was saved or discarded. Nothing happens if there is none of the name.
  /// - Throws: ``DraftRefusal/changed`` if another device has changed it since the version; ``PeopleError/notAllowed``; `StoreError`.
  package func endDraft(_ name: String, at version: Int, browser: String, of signed: Signed) async throws {
    guard DraftContent.isName(name), DraftContent.isName(browser) else { throw DraftRefusal.invalid }
    try await write(by: .person(signed)) { tables in
      try tables.require(.person(signed), mayChange: signed.person.id)
      guard var draft = try tables.draft(name, of: signed.person.id), draft.content != nil else { return }
      guard draft.isKnown(to: browser, version) else { throw DraftRefusal.changed }
      (draft.content, draft.browser, draft.changed) = (nil, browser, tables.now)
      try tables.transaction.update(draft)
    }
  }
}

extension PeopleTables {
  fileprivate func drafts(of person: PersonID) throws -> [Record<Stored.TypedDraft>] {
    try all(Stored.TypedDraft.all.where(\.account == person.number))
  }

  fileprivate func draft(_ name: String, of person: PersonID) throws -> Record<Stored.TypedDraft>? {
    try all(Stored.TypedDraft.all.where(\.account == person.number && \.name == name)).first
  }

  fileprivate func isFresh(_ draft: Record<Stored.TypedDraft>) -> Bool {
    draft.changed.map { now - limits.draft < $0 } ?? false
  }

  // Those that have ended go first.
  fileprivate func makeRoomForDraft(of person: PersonID) throws {
    let all = try drafts(of: person)
    let old = all.filter { !isFresh($0) }
    let fresh = all.filter(isFresh).sorted {
      ($0.content == nil ? 0 : 1, $0.changed ?? .distantPast) < ($1.content == nil ? 0 : 1, $1.changed ?? .distantPast)
    }
    for draft in old + fresh.dropLast(limits.drafts - 1) { try transaction.delete(draft) }
  }

  /// Ends all drafts of a person.
  func endDrafts(of person: PersonID) throws {
    for draft in try drafts(of: person) { try transaction.delete(draft) }
  }

  /// Ends the drafts of all people in an application: another one of its name is another one.
  func endDrafts(in app: String) throws {
    for draft in try all(Stored.TypedDraft.all) {
      let part = Draft.address(of: draft.form ?? "").split(separator: "/").first.map(String.init) ?? ""
      if part == app || part.removingPercentEncoding == app { try transaction.delete(draft) }
    }
  }
}

extension Record where E == Stored.TypedDraft {
  /// Whether a browser knows the content: as of its version, or since it has sent it itself and the answer was lost.
  fileprivate func isKnown(to browser: String, _ version: Int) -> Bool {
    self.browser == browser || self.version == version
  }
}

extension Draft {
  fileprivate init?(_ row: Record<Stored.TypedDraft>) {
    guard let name = row.name, let form = row.form, let version = row.version, let changed = row.changed else {
      return nil
    }
    self.init(
      form: form, name: name, version: version, browser: row.browser ?? "", isEnded: row.content == nil,
      device: row.device ?? "", changed: changed)
  }
}
