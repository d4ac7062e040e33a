import Testing

@testable import KartotekaHTTP

@Suite("Requests of long undos")
struct UndoRequestsTests {
  @Test("A stream ends with its application, also one that is made afterwards", .timeLimit(.minutes(1)))
  func ends() async {
    let requests = UndoRequests()
    let stream = requests.stream()
    requests.send()
    requests.finish()
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 1)
    requests.send()
    for await _ in requests.stream() { count += 1 }
    #expect(count == 1)
  }
}
