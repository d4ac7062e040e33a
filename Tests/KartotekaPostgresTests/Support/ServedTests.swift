import CTestStart
import Foundation
import KartotekaModel
import KartotekaStore
import Synchronization

@testable import KartotekaPostgres

// With KARTOTEKA_TEST_DATABASE=postgres all stores of all tests are local copies of applications in PostgreSQL
// (`script/test postgres`). The tests themselves are the same.

@_cdecl("kartoteka_tests_start")
func beginTests() {
  guard ProcessInfo.processInfo.environment["KARTOTEKA_TEST_DATABASE"] == "postgres" else { return }
  let databases = TestPrimaries()
  StoreTesting.primary.withLock { $0 = { databases.database(of: $0, at: $1, isDesigned: $2) } }
}

/// A schema for each file of a test.
private final class TestPrimaries: Sendable {
  private struct State {
    var models: [String: ModelDescription] = [:]
    var addresses: [PostgresAddress] = []
    var places: [String: Int] = [:]
  }

  /// A database with many thousands of tables is slow.
  private static let schemasOfDatabase = 100
  private let state = Mutex(State())

  func database(of model: ModelDescription, at url: URL, isDesigned: Bool) -> (any PrimaryDatabase)? {
    kartoteka_tests_link()
    let path = url.path(percentEncoded: false)
    // A description is JSON. Here it names the model.
    var text = ""
    dump(model, to: &text)
    let description = "\"" + Fingerprint.text(of: Array(text.utf8), bytes: 16) + "\""
    let name = "t" + Fingerprint.text(of: Array(path.utf8), bytes: 8)
    do {
      let address = try state.withLock { state -> PostgresAddress in
        state.models[description] = model
        let place = state.places[path] ?? state.places.count
        state.places[path] = place
        if place / Self.schemasOfDatabase == state.addresses.count {
          state.addresses.append(try TestDatabase().address())
        }
        return state.addresses[place / Self.schemasOfDatabase]
      }
      // Tests of migrations open a file with an earlier model again.
      let application = PrimaryApplication(
        name: name, title: name, isDesigned: isDesigned, description: description, mayGoBack: true
      ) { [self] description in
        guard let model = state.withLock({ $0.models[description] }) else { throw PostgresError.badData }
        return model
      }
      return PostgresPrimaries.at(address).database(of: application)
    } catch {
      // Nothing else would keep the tests from passing on SQLite files alone.
      fatalError("The tests have no PostgreSQL: \(error)")
    }
  }
}
