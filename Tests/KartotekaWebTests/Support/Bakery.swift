import Foundation
import KartotekaApplication
import KartotekaModel
import KartotekaScreens
import KartotekaStore
import Synchronization
import Testing

@testable import KartotekaHTTP
@testable import KartotekaWeb

/// A bakery in which every loaf is baked in the background, slice by slice, by an oven that the test has in its hands.
struct Bakery {
  struct Loaf: Entity {
    static let plural = "loaves"
    let name = Attribute<String>("Name", .required, .title)
    let slices = ToMany<Slice>("Slices", inverse: \.loaf)
  }

  struct Slice: Entity {
    let number = Attribute<Int>("Number", .required, .title)
    let loaf = ToOne<Loaf>("Loaf", required: true, onDelete: .cascade)
  }

  /// What becomes of each attempt, and what was tried.
  final class Oven: Sendable {
    /// What an attempt does.
    enum Turn: Sendable {
      /// Bakes that many slices.
      case bakes(Int)
      /// Bakes that many and fails then.
      case fails(after: Int, JobFailure)
      /// Bakes that many, and waits until it is cancelled.
      case waits(after: Int)
    }

    private struct State {
      var turns: [Turn] = []
      var attempts: [String] = []
      var isHindered = false
      var isIdle = false
      var most = 0
      var running = 0
    }

    private let state = Mutex(State())

    /// The names of the loaves that were tried, in their order.
    var attempts: [String] { state.withLock { $0.attempts } }
    /// The most loaves at once.
    var most: Int { state.withLock { $0.most } }
    /// How many are in it now.
    var running: Int { state.withLock { $0.running } }
    /// Whether it has no fire.
    var isHindered: Bool {
      get { state.withLock { $0.isHindered } }
      set { state.withLock { $0.isHindered = newValue } }
    }
    /// Whether it begins nothing by itself.
    var isIdle: Bool {
      get { state.withLock { $0.isIdle } }
      set { state.withLock { $0.isIdle = newValue } }
    }

    /// What the next attempts do; without, three slices are baked.
    func expect(_ turns: Turn...) { state.withLock { $0.turns += turns } }

    func begin(_ name: String) -> Turn {
      state.withLock { state in
        state.attempts.append(name)
        state.running += 1
        state.most = max(state.most, state.running)
        return state.turns.isEmpty ? .bakes(3) : state.turns.removeFirst()
      }
    }

    func end() { state.withLock { $0.running -= 1 } }
  }

  let oven = Oven()
  let clock = SteppedClock()
  let app: App

  init() {
    let oven = oven
    let bake = Job(
      "bake", title: "Bake", doing: "Baking", failure: "It could not be baked", on: Loaf.self, startsWithRecord: true,
      obstacle: { _ in oven.isHindered ? "There is no fire." : nil }, beginsByItself: { _ in !oven.isIdle },
      body: { run, loaf in try await Self.bake(run, loaf, oven) })
    app = App(
      "bakery", title: "Bakery", symbol: .box, hue: 30, entities: [Loaf.self, Slice.self], jobs: [bake]
    ) {
      Tab("Loaves", symbol: .box) { List(Loaf.self, title: \.name).sorted(by: \.name).withFields(nil, \.name) }
    }
  }

  private static func bake(_ run: JobRun, _ loaf: Record<Loaf>, _ oven: Oven) async throws -> Phrase {
    let turn = oven.begin(loaf.name ?? "")
    defer { oven.end() }
    let count =
      switch turn {
      case .bakes(let count), .fails(let count, _), .waits(let count): count
      }
    let first = (run.progress?.done ?? 0) + 1
    for number in first..<first + count {
      try await run.perform(number, of: 3) { transaction in
        var slice = Record<Slice>()
        slice.number = number
        slice.loaf = loaf.id
        transaction.name = Phrase("Baked {count} slices", ["count": .count(number)])
        try transaction.insert(&slice)
      }
    }
    switch turn {
    case .bakes: return "Baked"
    case .fails(_, let failure): throw failure
    case .waits:
      await SteppedClock().clock.sleep(.distantFuture)
      throw CancellationError()
    }
  }

  // MARK: Using it

  func open(_ store: Store? = nil) throws -> RunningApp {
    RunningApp(app, on: try store ?? Store(inMemory: app.description.model))
  }

  /// Works in the background while something is done.
  @discardableResult
  func working<T: Sendable>(
    _ running: RunningApp, _ body: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    let runner = JobRunner([running], clock: clock.clock, logger: .quiet)
    let task = Task { try await runner.run() }
    let result = try await body()
    task.cancel()
    try await task.value
    return result
  }

  static func add(_ name: String, to running: RunningApp) async throws -> RecordID {
    var loaf = Record<Loaf>()
    loaf.name = name
    try await running.store.save(&loaf)
    return try #require(loaf.id)
  }

  /// Waits until the job of a loaf is as it should be.
  @discardableResult
  static func job(
    of id: RecordID, in running: RunningApp, _ isSo: @Sendable (QueuedJob) -> Bool
  ) async throws -> QueuedJob {
    let loaf = try #require(running.store.model.entity(named: "loaf"))
    while true {
      let last = running.store.feed.last
      if let job = try await running.store.jobs(of: loaf, id: id).first, isSo(job) { return job }
      await running.store.feed.wait(after: last)
    }
  }
}
