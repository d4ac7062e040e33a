/// Who asks a ``Store``, and what they may see and change.
///
/// Without accounts nobody is known, and everybody may do everything. Modules get an access from the request and can't make
/// one, except by importing `@_spi(System)`.
package struct Access: Sendable, Hashable {
  fileprivate init() {}
}

/// The access of the system itself. A module that imports it says by that import that it may go round the rights of people.
@_spi(System) public enum SystemAccess {
  /// All rights, of nobody in particular.
  package static var everything: Access { Access() }
}

extension Store {
  /// The same records as those with this access reach them.
  package func session(for access: Access) -> Store { Store(core: core, access: access) }

  /// Whether both are of the same open file.
  package func isSame(as other: Store) -> Bool { core === other.core }
}
