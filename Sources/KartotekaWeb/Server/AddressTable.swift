import HTTPTypes
import KartotekaHTTP

/// The table of a server's addresses: a row for each method and path. The router itself ends the process where two routes have the
/// same ones, so that one application's description could take all others along.
struct AddressTable {
  private struct Key: Hashable {
    let method: HTTPRequest.Method
    let path: String
  }

  private(set) var rows: [any AddressRow] = []
  /// The rows that were there already, by the first component of their path that is not `api`.
  private(set) var repeated: [String: any AddressRow] = [:]

  init(_ all: [any AddressRow]) {
    var known: Set<Key> = []
    for row in all {
      if known.insert(Key(method: row.method, path: row.path.description)).inserted {
        rows.append(row)
      } else {
        repeated[APIAddress.name(in: row.path.description) ?? ""] = row
      }
    }
  }
}
