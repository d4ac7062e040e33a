/// The rights of the caller of a ``Store``: the data that they may see and change.
///
/// Without accounts nobody is known, and everybody may do everything. Modules get an access from the request and can't make
/// one, except by importing `@_spi(System)`.
package struct Access: Sendable, Hashable {
  /// Tells accesses apart, in the keys of caches and in entity tags: people with equal rights have the same number. The rights
  /// of people in an application are 1 to 4; each includes those below it.
  package let number: Int

  /// Whether it is that of somebody on a server with people.
  package var isOfPerson: Bool { number > 0 }

  /// Whether it includes changes of records.
  package var changesRecords: Bool { number == 0 || number >= 2 }

  /// Whether it includes changes of the application, the notes of other people, and what belongs to nobody.
  package var changesApplication: Bool { number == 0 || number >= 3 }

  /// That of a request before a middleware says who asks: no rights.
  package static var nobody: Access { Access(number: -1) }
}

/// The access of the system itself. A module that imports it says by that import that it may go round the rights of people.
@_spi(System) public enum SystemAccess {
  /// All rights, of nobody in particular.
  package static var everything: Access { Access(number: 0) }

  /// The rights of people in an application: 1 to read, 2 to write, 3 to change the application, 4 to administer the server.
  package static func level(_ number: Int) -> Access { Access(number: number) }
}

extension Store {
  /// The same records as those with this access reach them.
  package func session(for access: Access) -> Store { Store(core: core, access: access) }

  /// Whether both are of the same open file.
  package func isSame(as other: Store) -> Bool { core === other.core }
}
