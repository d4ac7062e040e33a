import Kartoteka
import Testing
import UsersCRUD

@testable import KartotekaHTML
@testable import KartotekaPages
@testable import KartotekaWeb

@Suite("Saving forms")
struct RecordEditingTests {
  private let store: Store
  private var entity: EntityDescription { store.model.entities[0] }

  init() async throws {
    store = try Store(inMemory: usersCRUD.description.model)
    var user = AnyRecord(store.model.entities[0])
    for (name, text) in ["firstName": "Anna", "lastName": "Kowalska", "phone": "+48 225 550 1472", "address": "A 1"] {
      user[name] = .text(text)
    }
    _ = try await store.perform(.code) { [user] in try $0.insert(user) }
  }

  private func stored() async throws -> AnyRecord { try #require(try await store.record(entity, id: 1)) }

  /// What a form sends that was made from a record.
  private func form(of record: AnyRecord, _ typed: [String: String]) -> SubmittedForm {
    let draft = RecordDraft(record, .english)
    var fields = draft.texts.merging(typed) { $1 }
    for (name, value) in draft.message.fields { fields[name] = value }
    return SubmittedForm(fields)
  }

  // Somebody else saves.
  private func change(_ name: String, to text: String) async throws {
    var other = try await stored()
    other[name] = .text(text)
    _ = try await store.perform(.code) { [other] in try $0.update(other) }
  }

  private func save(
    _ form: SubmittedForm, attempts: Int = 3, whileSaving: (Int) async throws -> Void
  ) async throws -> (result: EditResult<RecordDraft>, attempts: Int) {
    var count = 0
    let result = try await store.save(
      attempts: attempts, read: { try await store.record(entity, id: 1) },
      draft: { stored -> RecordDraft in
        count += 1
        try await whileSaving(count)
        return RecordDraft(form, over: stored, .english)
      })
    return (result, count)
  }

  @Test("A save that meets another one in the same moment begins again, and merges with it")
  func retry() async throws {
    let form = form(of: try await stored(), ["firstName": "Eva"])
    let (result, attempts) = try await save(form) { if $0 < 3 { try await change("address", to: "B \($0)") } }
    guard case .saved(let record, _, let changeSet) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(attempts == 3 && changeSet != nil)
    #expect(record["firstName"] == .text("Eva") && record["address"] == .text("B 2"))
  }

  @Test("A save that meets others again and again is refused after three attempts, with words that keep the form")
  func refusal() async throws {
    let form = form(of: try await stored(), ["firstName": "Eva"])
    let (result, attempts) = try await save(form) { try await change("address", to: "B \($0)") }
    guard case .refused(let draft, let error) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(attempts == 3 && draft.texts["firstName"] == "Eva")
    let refusal = try #require(StoreRefusal(error, of: entity, in: store.model, .english))
    #expect(refusal.isTemporary && refusal.status() == .serviceUnavailable)
    #expect(refusal.fault?.hasSuffix("Nothing was saved; what you typed is still here.") == true)
    #expect(try await stored()["firstName"] == .text("Anna"))
  }

  @Test(
    "Where both changed a field nothing is saved; rebased, the form keeps its own change and has the other's fields")
  func conflict() async throws {
    let form = form(of: try await stored(), ["firstName": "Eva"])
    try await change("firstName", to: "Ada")
    try await change("address", to: "B 1")
    let (result, _) = try await save(form) { _ in }
    guard case .conflict(let draft, let stored) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(stored["firstName"] == .text("Ada"))
    let rebased = draft.rebased(onto: stored)
    #expect(rebased.texts["firstName"] == "Eva" && rebased.texts["address"] == "B 1")
    #expect(!rebased.conflicts(with: stored))
    let again = try await store.perform(.code) { try rebased.save(over: stored, in: $0) }
    #expect(again.value["firstName"] == .text("Eva") && again.value["address"] == .text("B 1"))
  }

  @Test("A deleted record is reported, and invalid input does not reach the store")
  func others() async throws {
    let form = form(of: try await stored(), ["firstName": ""])
    guard case .invalid(let draft) = try await save(form, whileSaving: { _ in }).result else {
      Issue.record("An empty name was taken.")
      return
    }
    #expect(draft.errors["firstName"] != nil)
    _ = try await store.perform(.code) { [entity] in try $0.delete(entity, id: 1) }
    guard case .gone = try await save(form, whileSaving: { _ in }).result else {
      Issue.record("A deleted record was found.")
      return
    }
  }
}
