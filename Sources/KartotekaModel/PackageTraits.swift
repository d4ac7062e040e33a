/// The contents of this build of the package beyond its core. `Package.swift` declares the traits.
package enum PackageTraits {
  /// Whether the outlines of countries and the cities of the world are parts of the program.
  package static var haveGeography: Bool {
    #if Geography
      true
    #else
      false
    #endif
  }
}
