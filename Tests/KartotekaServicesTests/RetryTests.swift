import Foundation
import Testing

@testable import KartotekaServices

@Suite struct RetryTests {
  private func ask(_ net: Net) async throws -> PicturePage { try await net.pexels().pictures(of: "Portugal", count: 2) }

  @Test("TM-8 asks again after failures, each time after a longer pause, up to a limit")
  func backsOff() async throws {
    try await StandIn.run(.status(500), .status(503), .brokenOff, .json(Sample.photos)) { standIn in
      let net = Net(standIn)
      let page = try await ask(net)
      #expect(page.pictures.count == 1)
      #expect(net.clock.pauses == [.milliseconds(500), .seconds(1), .seconds(2)])
    }
    let limits = ServiceLimits()
    #expect((1...7).map(limits.pause) == [0.5, 1, 2, 4, 8, 8, 8].map { .seconds($0) })
  }

  @Test("TM-8 makes pauses differ by chance, so that those who failed together come back one by one")
  func jitter() async throws {
    try await StandIn.run(.status(500)) { standIn in
      let clock = FakeClock()
      let asked = Box<[Duration]>([])
      let network = ServiceNetwork(
        environment: ["PEXELS_URL": standIn.address], logger: nil, clock: clock
      ) { longest in
        asked.value.append(longest)
        return longest / 4
      }
      let pexels = try Pexels(network: network) { "key" }
      await #expect(throws: ServiceError.self) { try await pexels.pictures(of: "Portugal", count: 2) }
      #expect(asked.value == [.milliseconds(500), .seconds(1), .seconds(2)])
      #expect(clock.pauses == [.milliseconds(125), .milliseconds(250), .milliseconds(500)])
    }
    let real = ServiceNetwork(environment: [:])
    let pauses = (0..<50).map { _ in real.jitter(.seconds(8)) }
    #expect(Set(pauses).count > 1 && pauses.allSatisfy { $0 >= .zero && $0 <= .seconds(8) })
  }

  @Test("TM-8 gives up after four tries and says what the last one met")
  func givesUp() async throws {
    try await StandIn.run(.status(500), .status(500), .status(500), .status(502)) { standIn in
      await #expect(throws: ServiceError("Pexels", .unavailable(status: 502))) { try await ask(Net(standIn)) }
      #expect(standIn.questions.count == 4)
    }
  }

  @Test(
    "TM-8 does not ask again what would be refused again",
    arguments: [
      (401, ServiceError.Reason.unauthorized), (403, .unauthorized), (400, .refused(status: 400)),
      (404, .refused(status: 404)),
    ])
  func refusals(status: Int, reason: ServiceError.Reason) async throws {
    try await StandIn.run(.status(status)) { standIn in
      await #expect(throws: ServiceError("Pexels", reason)) { try await ask(Net(standIn)) }
      #expect(standIn.questions.count == 1)
    }
  }

  @Test("TM-8 does not follow a redirect, and so gives its key to nobody else")
  func redirect() async throws {
    try await StandIn.run(.json(Sample.photos)) { other in
      try await StandIn.run(.status(302, [.location: other.address + "/v1/search"])) { standIn in
        await #expect(throws: ServiceError("Pexels", .refused(status: 302))) { try await ask(Net(standIn)) }
        #expect(other.questions.isEmpty)
      }
    }
  }

  @Test("TM-8 says that a service can't be reached when nothing listens there")
  func unreachable() async throws {
    try await DeafPort.run { address in
      let net = Net(["PEXELS_URL": address])
      await #expect(throws: ServiceError("Pexels", .unreachable)) { try await ask(net) }
      #expect(net.clock.pauses.count == 3)
    }
  }

  @Test("TM-8 gives one try up when its time is over, and all of them when the time in all is")
  func timeLimits() async throws {
    try await StandIn.run(.silent) { standIn in
      let net = Net(standIn)
      let answer = Task { try await ask(net) }
      // 15 s for the first, 15.5 to 30.5 for the second, 31.5 to 45 for the third: no time for a fourth.
      for (tries, seconds) in [(1, 15), (2, 15), (3, 13.5)] {
        await standIn.asked(tries)
        await net.clock.limited(to: .seconds(seconds))
        net.clock.advance(by: .seconds(seconds))
      }
      await #expect(throws: ServiceError("Pexels", .timedOut)) { try await answer.value }
      #expect(standIn.questions.count == 3)
      #expect(net.clock.pauses == [.milliseconds(500), .seconds(1)])
    }
  }

  @Test("TM-8 stops reading an answer that has no end")
  func endless() async throws {
    try await StandIn.run(.endless) { standIn in
      await #expect(throws: ServiceError("Pexels", .tooLarge(limit: 2_000_000))) { try await ask(Net(standIn)) }
      #expect(standIn.questions.count == 1)
    }
  }

  @Test("TM-8 does not begin to read an answer that says it is too long")
  func declaredTooLong() async throws {
    try await StandIn.run(.bytes([UInt8](repeating: 0x20, count: 2_000_001), "application/json")) { standIn in
      await #expect(throws: ServiceError("Pexels", .tooLarge(limit: 2_000_000))) { try await ask(Net(standIn)) }
    }
  }

  @Test("TM-8 asks no more than four things at once; others wait for their turn")
  func atOnce() async throws {
    try await StandIn.run(.json(Sample.photos), isOpen: false) { standIn in
      let pexels = try Net(standIn).pexels()
      try await withThrowingTaskGroup { group in
        for number in 0..<10 {
          group.addTask { _ = try await pexels.pictures(of: "Country \(number)", count: 2) }
        }
        await standIn.asked(4)
        standIn.open()
        try await group.waitForAll()
      }
      #expect(standIn.mostUnderWay == 4 && standIn.questions.count == 10)
    }
  }

  @Test("TM-8 ends at once when it is cancelled: while it asks, while it pauses, while it waits for its turn")
  func cancellation() async throws {
    try await StandIn.run(.silent) { standIn in
      let pexels = try Net(standIn).pexels()
      let asking = (0..<4).map { number in Task { try await pexels.pictures(of: "Country \(number)", count: 2) } }
      await standIn.asked(4)
      let waiting = Task { try await pexels.pictures(of: "Portugal", count: 2) }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      for task in asking {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
    try await StandIn.run(.status(500)) { standIn in
      let net = Net(standIn)
      net.clock.hold()
      let pausing = Task { try await ask(net) }
      while net.clock.pauses.isEmpty { await Task.yield() }
      pausing.cancel()
      await #expect(throws: CancellationError.self) { try await pausing.value }
    }
  }

  @Test("TM-8 ends what is under way when the server ends")
  func shutdown() async throws {
    try await StandIn.run(.silent) { standIn in
      let net = Net(standIn)
      net.clock.hold()
      let asking = Task { try await ask(net) }
      await standIn.asked(1)
      net.network.shutdown()
      // It would try again in a moment.
      while net.clock.pauses.isEmpty { await Task.yield() }
      asking.cancel()
      await #expect(throws: CancellationError.self) { try await asking.value }
      #expect(standIn.questions.count == 1)
    }
  }
}
