import Foundation
import Testing

@Suite("kartoteka mock")
struct MockCommandTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("It writes as many records as asked for, the same for the same seed, and makes nothing")
  func count() async throws {
    let run = try await sandbox.kartoteka("mock", "userscrud", "users", "--count", "25")
    #expect(run.status == 0, "\(run.errors)")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(list.count == 25)
    for name in ["firstName", "lastName", "phone", "address"] {
      #expect(list.allSatisfy { ($0[name] as? String)?.isEmpty == false }, "\(name)")
    }
    let same = try await sandbox.kartoteka("mock", "userscrud", "users", "--count", "25", "--seed", "1")
    #expect(same.output == run.output)
    let other = try await sandbox.kartoteka("mock", "userscrud", "users", "--count", "25", "--seed", "2")
    #expect(other.output != run.output)
    #expect(try sandbox.names().isEmpty)
  }

  @Test("As CSV it has a line for each record under one with the names")
  func csv() async throws {
    let run = try await sandbox.kartoteka("mock", "userscrud", "users", "--count", "10", "--format", "csv")
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\r\n").count == 11)
    #expect(run.output.hasPrefix("first_name,last_name,phone,address\r\n"), "\(run.output.prefix(80))")
  }

  @Test("No records give an empty list")
  func none() async throws {
    let run = try await sandbox.kartoteka("mock", "userscrud", "users", "--count", "0")
    #expect(run.status == 0)
    #expect(run.output.filter { !$0.isWhitespace } == "[]")
  }

  @Test("A reader that has seen enough is no failure")
  func brokenPipe() async throws {
    let run = try await sandbox.shell(
      "{ $K mock userscrud users --count 100000000 --format csv; echo $? > status; } | head -n 2")
    #expect(run.lines.count == 2)
    #expect(run.errors.isEmpty)
    #expect(try sandbox.read("status") == "0\n")
  }

  @Test("Sample data can be imported without rejected rows")
  func imported() async throws {
    for format in ["json", "csv"] {
      let file = "users.\(format)"
      _ = try await sandbox.shell("$K mock userscrud users --count 500 --seed 7 --format \(format) > \(file)")
      let run = try await sandbox.kartoteka("import", "userscrud", file, "--into", "users", "--data", format)
      #expect(run.status == 0, "\(run.errors)")
    }
  }
}
