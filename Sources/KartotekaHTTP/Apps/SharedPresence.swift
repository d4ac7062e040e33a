import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

/// Tells the servers of a primary database who has which record open at each of them.
///
/// A server has an entry among the shared work while somebody has a record open there, and renews it. The people of a server that
/// has died vanish after a minute, or when it starts again.
final class SharedPresence: Sendable {
  /// A person with an open record, as entries have them.
  struct Opening: Codable, Sendable {
    let person: Int64
    let name: String
    let entity: String
    let id: RecordID
    let path: String
  }

  private struct State {
    var followers = 0
    var subscription: (any Sendable)?
    /// Whether somebody has a record open at other servers.
    var hasOthers = false
    /// Whether a task asks whether that is still so.
    var isConfirming = false
    /// Reads who has which record open here.
    var here: (@Sendable () -> [Opening])?
    /// Whether the entry may be another one than that.
    var isBehind = false
    /// Whether a task keeps the entry up to date.
    var isWorking = false
  }

  /// The openings in an entry. Others wait until one of these has ended.
  private static let most = 200
  /// The shortest time between two changes of the entry.
  private static let pause = Duration.seconds(1)
  /// The same while the entry can't be stored.
  private static let longestPause = Duration.seconds(30)
  /// For how long the entries of servers that have died are left, in seconds.
  private static let patience = 3_600

  private let work: any SharedWork
  private let id = UUID().uuidString
  private let beat: Duration
  private let life: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - beat: the interval of beats, and of questions after those of others. An entry without beats ends after a minute.
  ///   - life: how long people at other servers are told of without an answer of the database.
  init(_ work: any SharedWork, beat: Duration = .seconds(15), life: Duration = .seconds(60)) {
    (self.work, self.beat, self.life) = (work, beat, life)
  }

  /// Begins to follow the other servers for a page. It ends with ``unfollow()``.
  /// - Parameter notify: receives who has which record open at them. It is called on any thread.
  func follow(_ notify: @escaping @Sendable ([Presence.Place: Set<Presence.Viewer>]) -> Void) {
    let isFirst = state.withLock { state in
      state.followers += 1
      return state.followers == 1
    }
    guard isFirst else { return }
    let subscription = work.watch { [weak self] in self?.tell($0, notify) }
    // The page may have gone meanwhile, and another one come.
    state.withLock { state in
      if state.followers > 0, state.subscription == nil { state.subscription = subscription }
    }
  }

  /// Ends following for a page.
  /// - Returns: whether it was the last one.
  func unfollow() -> Bool {
    let (isLast, subscription) = state.withLock { state -> (Bool, (any Sendable)?) in
      state.followers -= 1
      guard state.followers == 0 else { return (false, nil) }
      defer { (state.subscription, state.hasOthers) = (nil, false) }
      return (true, state.subscription)
    }
    // It is released outside of the lock, since its end takes others.
    withExtendedLifetime(subscription) {}
    return isLast
  }

  private func tell(
    _ entries: [SharedEntry], _ notify: @escaping @Sendable ([Presence.Place: Set<Presence.Viewer>]) -> Void
  ) {
    let open = Self.open(in: entries, besides: id)
    let (isFollowed, begins) = state.withLock { state in
      guard state.followers > 0 else { return (false, false) }
      state.hasOthers = !open.isEmpty
      let begins = state.hasOthers && !state.isConfirming
      if begins { state.isConfirming = true }
      return (true, begins)
    }
    if isFollowed { notify(open) }
    if begins { Task.detached(priority: .utility) { await self.confirm(notify) } }
  }

  // The watch tells of changes alone. It is silent while the database is away, and the people of a server that has died would stay.
  private func confirm(_ notify: @escaping @Sendable ([Presence.Place: Set<Presence.Viewer>]) -> Void) async {
    var (confirmed, isForgotten) = (ContinuousClock.now, false)
    while true {
      try? await Task.sleep(for: beat)
      let goesOn = state.withLock { [isForgotten] state in
        state.isConfirming = state.followers > 0 && (state.hasOthers || isForgotten)
        return state.isConfirming
      }
      guard goesOn else { return }
      if let entries = try? await work.run({ try $0.entries(nil, isBrief: true) }) {
        (confirmed, isForgotten) = (.now, false)
        tell(entries, notify)
      } else if !isForgotten, .now - confirmed >= life {
        isForgotten = true
        notify([:])
      }
    }
  }

  private static func open(in entries: [SharedEntry], besides own: String) -> [Presence.Place: Set<Presence.Viewer>] {
    var open: [Presence.Place: Set<Presence.Viewer>] = [:]
    for entry in entries where entry.isRunning && entry.id != own {
      let openings = entry.content.progress.flatMap { try? JSONDecoder().decode([Opening].self, from: $0) } ?? []
      for opening in openings.prefix(most) {
        let place = Presence.Place(entity: opening.entity, id: opening.id, path: opening.path)
        open[place, default: []].insert(Presence.Viewer(number: opening.person, name: opening.name))
      }
    }
    return open
  }

  /// Has the entry follow what is open here, within about a second.
  /// - Parameter here: reads it.
  func share(_ here: @escaping @Sendable () -> [Opening]) {
    let begins = state.withLock { state in
      (state.here, state.isBehind) = (here, true)
      defer { state.isWorking = true }
      return !state.isWorking
    }
    if begins { Task.detached(priority: .utility) { await self.keepUp() } }
  }

  // Goes on until nothing is open here.
  private func keepUp() async {
    var (isStored, beaten, pause) = (false, ContinuousClock.now, Self.pause)
    while true {
      let here = state.withLock { state in
        defer { state.isBehind = false }
        return state.isBehind ? state.here : nil
      }
      var hasFailed = false
      if let openings = here.map({ $0() }) {
        beaten = .now
        if !openings.isEmpty {
          isStored = await store(Array(openings.prefix(Self.most)), isNew: !isStored)
          hasFailed = !isStored
        } else if isStored {
          // One that can't be removed ends without beats.
          try? await work.run { [id] in try $0.remove(id) }
          isStored = false
        }
      } else if isStored, .now - beaten >= beat {
        beaten = .now
        hasFailed = await !renew()
        if hasFailed { isStored = false }
      }
      let goesOn = state.withLock { [hasFailed, isStored] state in
        if hasFailed { state.isBehind = true }
        state.isWorking = isStored || state.isBehind
        return state.isWorking
      }
      if !goesOn { return }
      // The database may be away, or its user may make no tables.
      pause = hasFailed ? min(pause * 2, Self.longestPause) : Self.pause
      try? await Task.sleep(for: pause)
    }
  }

  // Whether the entry is stored. It is not while the database is away, or if another server has taken this one for dead.
  private func store(_ openings: [Opening], isNew: Bool) async -> Bool {
    guard let json = try? JSONEncoder().encode(openings) else { return false }
    let content = SharedContent(description: isNew ? Data("{}".utf8) : nil, progress: json)
    let isStored = try? await work.run { [id] work in
      if isNew { _ = try work.sweep(olderThan: Self.patience) }
      return try work.begin(id, content, lane: nil, isNew: isNew)
    }
    return isStored ?? false
  }

  private func renew() async -> Bool {
    guard let order = try? await work.run({ [id] in try $0.beat(id, progress: nil) }) else { return false }
    if case .lost = order { return false }
    return true
  }
}
