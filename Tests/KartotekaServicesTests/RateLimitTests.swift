import Foundation
import HTTPTypes
import Testing

@testable import KartotekaServices

@Suite struct RateLimitTests {
  private static let remaining = HTTPField.Name("X-Ratelimit-Remaining")
  private static let reset = HTTPField.Name("X-Ratelimit-Reset")

  private static func limits(_ remaining: String, _ reset: String) -> HTTPFields {
    var fields = HTTPFields()
    if let name = Self.remaining { fields[name] = remaining }
    if let name = Self.reset { fields[name] = reset }
    return fields
  }

  private static func ask(_ net: Net, _ subject: String = "Portugal") async throws {
    _ = try await net.pexels().pictures(of: subject, count: 2)
  }

  @Test("TM-8 waits as long as the service asks for, in seconds or up to a moment")
  func waits() async throws {
    let start = FakeClock().now
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let moment = formatter.string(from: start.addingTimeInterval(20))
    for (status, value, pause) in [(429, "7", 7), (429, moment, 20), (503, "3", 3), (429, "0", 0)] {
      try await StandIn.run(.status(status, [.retryAfter: value]), .json(Sample.photos)) { standIn in
        let net = Net(standIn)
        try await Self.ask(net)
        #expect(net.clock.pauses == [.seconds(pause)] && standIn.questions.count == 2)
      }
    }
  }

  @Test("TM-8 does not wait longer than its time, but says until when, and asks nothing before")
  func tooLong() async throws {
    try await StandIn.run(.status(429, [.retryAfter: "3600"]), .json(Sample.photos)) { standIn in
      let net = Net(standIn)
      let until = net.clock.now.addingTimeInterval(3_600)
      let pexels = try net.pexels()
      for subject in ["Portugal", "Spain"] {
        await #expect(throws: ServiceError("Pexels", .rateLimited(until: until))) {
          _ = try await pexels.pictures(of: subject, count: 2)
        }
      }
      #expect(standIn.questions.count == 1 && net.clock.pauses.isEmpty)
      net.clock.advance(by: .seconds(3_590))
      _ = try await pexels.pictures(of: "Spain", count: 2)
      #expect(net.clock.pauses == [.seconds(10)] && standIn.questions.count == 2)
    }
  }

  @Test("TM-8 pauses by itself where the service does not say how long")
  func silent() async throws {
    try await StandIn.run(.status(429), .json(Sample.photos)) { standIn in
      let net = Net(standIn)
      try await Self.ask(net)
      #expect(net.clock.pauses == [.milliseconds(500)])
    }
    try await StandIn.run(.status(429, [.retryAfter: "soon"])) { standIn in
      await #expect(throws: ServiceError("Pexels", .rateLimited(until: nil))) { try await Self.ask(Net(standIn)) }
      #expect(standIn.questions.count == 4)
    }
  }

  @Test("TM-7 stops asking Pexels when it said that this was the last question for now")
  func exhausted() async throws {
    let until = FakeClock().now.addingTimeInterval(86_400)
    let headers = Self.limits("0", String(Int(until.timeIntervalSince1970)))
    try await StandIn.run(.json(Sample.photos, headers), .json(Sample.photos)) { standIn in
      let net = Net(standIn)
      let pexels = try net.pexels()
      _ = try await pexels.pictures(of: "Portugal", count: 2)
      await #expect(throws: ServiceError("Pexels", .rateLimited(until: until))) {
        _ = try await pexels.pictures(of: "Spain", count: 2)
      }
      #expect(standIn.questions.count == 1)
      net.clock.advance(by: .seconds(86_400))
      _ = try await pexels.pictures(of: "Spain", count: 2)
      #expect(standIn.questions.count == 2)
    }
  }

  @Test(
    "TM-7 goes on asking while there are questions left, and whatever nonsense the headers have",
    arguments: [("1", "1900000000"), ("0", "never"), ("0", "-5"), ("none", "1900000000"), ("0", "1")])
  func notExhausted(remaining: String, reset: String) async throws {
    try await StandIn.run(.json(Sample.photos, Self.limits(remaining, reset))) { standIn in
      let pexels = try Net(standIn).pexels()
      for subject in ["Portugal", "Spain"] { _ = try await pexels.pictures(of: subject, count: 2) }
      #expect(standIn.questions.count == 2)
    }
  }

  @Test("Reads moments in all three forms that HTTP knows")
  func dates() {
    let moment = Date(timeIntervalSince1970: 784_111_777)
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      #expect(HTTPDate.date(text) == moment, "\(text)")
    }
    for text in ["", "tomorrow", "1994-11-06T08:49:37Z"] { #expect(HTTPDate.date(text) == nil) }
  }

  @Test("Reads how long to wait, however many digits it has")
  func retryAfter() {
    let now = Date(timeIntervalSince1970: 0)
    #expect(HTTPDate.retryAfter("120", from: now) == Date(timeIntervalSince1970: 120))
    #expect(HTTPDate.retryAfter(String(repeating: "9", count: 400), from: now) == now.addingTimeInterval(366 * 86_400))
    for text in ["-1", "1.5", "", "soon"] { #expect(HTTPDate.retryAfter(text, from: now) == nil) }
    #expect(HTTPDate.retryAfter(nil, from: now) == nil)
  }
}
