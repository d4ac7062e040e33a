import Foundation
import KartotekaModel
import RandomTests
import Synchronization
import Testing

@testable import KartotekaStore
@testable import KartotekaTransfer

/// Random changes of a description beside eight writers and an import: each acknowledged value stands as it was written, and
/// nothing of what was refused is there.
///
/// `KARTOTEKA_OPERATIONS` sets the number of records that are written; the default is 1,000.
@Suite("Random changes of a description beside writers and imports")
struct DescriptionDifferentialTests {
  /// The same numbers for the same seed (SplitMix64).
  private struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  /// What the description says at a time.
  private struct Shape: Sendable {
    var revision: Int64 = 0
    /// The digits of the amount after the point; nil for a whole number.
    var scale: Int? = 2
    /// The name of the note.
    var note = "note"
    /// Flags, each of which is a boolean, or a text later.
    var flags: [(number: Int, isText: Bool)] = []
    var lastFlag = 0
    var isSorted = false

    var model: ModelDescription {
      var key = AttributeDescription(name: "key", label: "Key", kind: .integer)
      (key.isUnique, key.isRequired) = (true, true)
      var amount = AttributeDescription(name: "amount", label: "Amount", kind: scale == nil ? .integer : .decimal)
      amount.scale = scale ?? 0
      amount.isSorted = isSorted
      var text = AttributeDescription(name: note, label: "Note", kind: .text)
      (text.isTitle, text.isSearched) = (true, true)
      text.formerNames = [note == "note" ? "remark" : "note"]
      let rest = flags.map { flag in
        AttributeDescription(
          name: "flag\(flag.number)", label: "Flag \(flag.number)", kind: flag.isText ? .text : .boolean)
      }
      return ModelDescription(entities: [
        EntityDescription(
          name: "item", plural: "items", table: "items", nouns: Nouns("item", "items"),
          attributes: [key, amount, text] + rest, relationships: [])
      ])
    }

    /// The amount as it is stored.
    func stored(_ whole: Int64) -> Value { .integer((0..<(scale ?? 0)).reduce(whole) { number, _ in number * 10 }) }

    func record(_ key: Int64, _ whole: Int64, in entity: EntityDescription) -> AnyRecord {
      var record = AnyRecord(entity)
      record["key"] = .integer(key)
      set(whole, in: &record)
      return record
    }

    func set(_ whole: Int64, in record: inout AnyRecord) {
      record["amount"] = stored(whole)
      record[note] = .text("n\(whole)")
      for flag in flags { record["flag\(flag.number)"] = flag.isText ? .text("word") : .integer(1) }
    }

    /// The next description.
    func changed(by random: inout some RandomNumberGenerator) -> Shape {
      var next = self
      next.revision += 1
      switch Int.random(in: 0..<6, using: &random) {
      case 0: next.scale = scale.map { $0 < 4 ? $0 + 1 : $0 - 1 } ?? 1
      case 1: next.scale = scale.map { $0 > 0 ? $0 - 1 : 3 } ?? 0
      case 2: next.scale = scale == nil ? 2 : nil
      case 3: next.note = note == "note" ? "remark" : "note"
      case 4:
        if let place = flags.firstIndex(where: { !$0.isText }) {
          next.flags[place].isText = true
        } else {
          next.isSorted.toggle()
        }
      default:
        if flags.count > 1 {
          next.flags.removeFirst()
        } else {
          next.lastFlag += 1
          next.flags.append((next.lastFlag, false))
        }
      }
      return next
    }
  }

  /// The description that the writers know: the one before, for as long as they are not refused.
  private final class Application: Sendable {
    struct Opened: Sendable {
      let store: Store
      let shape: Shape
    }

    struct State {
      var opened: Opened
      var acknowledged: [Int64: Int64] = [:]
      /// The rows of imports that a change of the description has ended: their committed parts may stay, since it is unknown then
      /// whether others have changed them.
      var interrupted: [Int64: Int64] = [:]
      var written = 0
      var refused = 0
      var faults: [String] = []
      var isOver = false
    }

    let file: URL
    let state: Mutex<State>

    init(_ file: URL) throws {
      self.file = file
      let shape = Shape(revision: 1)
      state = Mutex(State(opened: Opened(store: try Self.open(shape, file), shape: shape)))
    }

    static func open(_ shape: Shape, _ file: URL) throws -> Store {
      var options = StoreOptions()
      options.description = .replaced(json: "{}", after: shape.revision == 1 ? nil : shape.revision - 1)
      return try Store(shape.model, at: file, options: options)
    }

    var opened: Opened { state.withLock(\.opened) }

    /// Changes the description as another process does.
    func change(to shape: Shape) async throws {
      while true {
        do {
          let store = try Self.open(shape, file)
          state.withLock { $0.opened = Opened(store: store, shape: shape) }
          return
        } catch StoreError.busy {
          await Task.yield()
        }
      }
    }

    func note(_ written: [(key: Int64, whole: Int64)]) {
      state.withLock { state in
        for (key, whole) in written { state.acknowledged[key] = whole }
        state.written += written.count
      }
    }

    /// - Returns: whether the same description may succeed. On a busy machine a write can wait for too long, and says so.
    func note(_ error: any Error) -> Bool {
      if case StoreError.busy = error { return true }
      state.withLock { state in
        if case StoreError.descriptionChanged = error { state.refused += 1 } else { state.faults.append("\(error)") }
      }
      return false
    }

    /// Waits until another description than one is open.
    func waitForOther(than opened: Opened) async {
      while opened.store.isSame(as: self.opened.store), !state.withLock(\.isOver) { await Task.yield() }
    }
  }

  private static let writers = 8

  private func write(_ number: Int, _ seed: Int, in app: Application) async {
    var random = SplitMix(seed * 100 + number)
    var keys: [Int64] = []
    var opened = app.opened
    while !app.state.withLock(\.isOver) {
      let whole = Int64.random(in: 1...1_000_000, using: &random)
      let isNew = keys.isEmpty || Bool.random(using: &random)
      let key = isNew ? Int64(keys.count * 100 + number) : keys[Int.random(in: 0..<keys.count, using: &random)]
      let (shape, entity) = (opened.shape, opened.store.model.entities[0])
      do {
        _ = try await opened.store.perform(.api) { transaction in
          if isNew {
            try transaction.insert(shape.record(key, whole, in: entity))
          } else if var record = try transaction.record(entity, where: "key", is: .integer(key)) {
            shape.set(whole, in: &record)
            try transaction.update(record)
          } else {
            throw StoreError.notFound(entity: "item", id: key)
          }
        }
        if isNew { keys.append(key) }
        app.note([(key, whole)])
      } catch {
        if app.note(error) { continue }
        await app.waitForOther(than: opened)
        opened = app.opened
      }
    }
  }

  private func importFiles(_ seed: Int, in app: Application) async {
    var random = SplitMix(seed * 100 + 99)
    var next: Int64 = 0
    var opened = app.opened
    while !app.state.withLock(\.isOver) {
      let rows = (0..<20).map { (key: (next + $0) * 100 + 99, whole: Int64.random(in: 1...1_000_000, using: &random)) }
      next += 20
      let text = "Key,Amount,Note\n" + rows.map { "\($0.key),\($0.whole),n\($0.whole)\n" }.joined()
      do {
        var options = ImportOptions()
        options.part = Bool.random(using: &random) ? .zero : Store.changePart
        let importer = Importer(opened.store, options: options)
        let plan = try importer.plan([ImportFile(try TextSource(text, name: "items.csv"), into: "items")])
        let report = try await importer.run(plan)
        if report.counts["inserted"] == rows.count {
          app.note(rows)
        } else {
          app.state.withLock { $0.faults.append("\(report.counts)") }
        }
      } catch {
        app.state.withLock { state in for (key, whole) in rows { state.interrupted[key] = whole } }
        if app.note(error) { continue }
        await app.waitForOther(than: opened)
        opened = app.opened
      }
    }
  }

  @Test(
    "Each acknowledged value stands as it was written, whatever the description was by then",
    arguments: 1...RandomTests.count(1, all: 2))
  func differential(seed: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kartoteka-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let operations = RandomTests.operations(RandomTests.count(1_000, all: 2_000))
    let app = try Application(folder.appending(path: "app.sqlite"))
    var random = SplitMix(seed)
    try await withThrowingTaskGroup { group in
      for number in 1...Self.writers { group.addTask { await write(number, seed, in: app) } }
      group.addTask { await importFiles(seed, in: app) }
      defer { app.state.withLock { $0.isOver = true } }
      var last = 0
      while true {
        let written = app.state.withLock(\.written)
        if written >= operations / RandomTests.count(1, all: 2) { break }
        guard written > last + 40 else {
          await Task.yield()
          continue
        }
        last = written
        do {
          try await app.change(to: app.opened.shape.changed(by: &random))
        } catch StoreError.unusable(_, .changeSetRuns(_)) {
          // While an import goes on, the description stays as it is.
        }
      }
    }
    let (opened, interrupted) = (app.opened, app.state.withLock(\.interrupted))
    let state = app.state.withLock { ($0.acknowledged, $0.refused, $0.faults) }
    try await opened.store.takeBackInterrupted()
    #expect(state.2 == [])
    #expect(state.1 > 0)
    let shape = opened.shape
    let stored = try await opened.store.read(noting: nil) { database in
      try database.rows("SELECT key, amount, \(SQL.name(shape.note)) FROM items").map {
        (key: try $0[0] as Int64, amount: try $0[1] as Int64, note: try $0[2] as String)
      }
    }
    var wrong: [String] = []
    for (key, amount, note) in stored {
      guard let whole = state.0[key] ?? interrupted[key] else {
        wrong.append("\(key) was refused")
        continue
      }
      if .integer(amount) != shape.stored(whole) || note != "n\(whole)" {
        wrong.append("\(key): \(amount) \(note) for \(whole)")
      }
    }
    #expect(wrong == [])
    #expect(Set(state.0.keys).isSubset(of: stored.map(\.key)))
    #expect(try Store.check(shape.model, at: app.file) == [])
  }
}
