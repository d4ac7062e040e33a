import Kartoteka
import UsersCRUD

@testable import KartotekaPostgres

/// The entity of the address book.
let addressBookUser = usersCRUD.description.model.entities[0]

/// Opens the address book of a database, with its local copy in a folder.
func servedAddressBook(_ address: PostgresAddress, in scratch: Scratch) throws -> Store {
  var options = StoreOptions()
  options.primaries = PostgresPrimaries(address)
  return try Store(
    usersCRUD.description.model, at: scratch.file("userscrud"), options: usersCRUD.storeOptions(options))
}

extension Store {
  /// Adds a person to an address book.
  func addPerson(_ lastName: String) async throws {
    var record = AnyRecord(addressBookUser)
    record.values = ["Ada", lastName, "+48 22 1234567", "Street 1"].map { .text($0) }
    _ = try await perform(.code) { [record] in try $0.insert(record) }
  }
}
