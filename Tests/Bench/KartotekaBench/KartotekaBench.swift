import Foundation
import Kartoteka
import UsersCRUD

/// Imports people into the address book's table without what its list asks for, which `kartoteka import` keeps as well:
/// the keys and indices that people are found and sorted by.
///
///     kartoteka-bench people.csv plain.sqlite
@main
enum KartotekaBench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let file = arguments.first, let database = arguments.last else {
      FileHandle.standardError.write(Data("usage: kartoteka-bench people.csv plain.sqlite\n".utf8))
      exit(EX_USAGE)
    }
    // An entity is indexed for the screens that show it. There are none.
    let store = try Store(ModelDescription([User.self]), at: URL(filePath: database))
    let importer = Importer(store)
    let plan = try importer.plan([ImportFile(path: file, into: "users")])
    print(try await importer.run(plan).json)
  }
}
