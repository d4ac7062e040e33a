import Foundation

/// The number of operations and seeds of random tests.
public enum RandomTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// Whether tests do everything that they can, as with `script/test --all`, which sets `KARTOTEKA_TEST_ALL`.
  public static let doesAll = environment["KARTOTEKA_TEST_ALL"] != nil

  /// The number of seeds, rounds or examples.
  /// - Parameters:
  ///   - usual: the number of the default run.
  ///   - all: the number where ``doesAll``.
  public static func count(_ usual: Int, all: Int) -> Int { doesAll ? all : usual }

  /// The number of operations: `KARTOTEKA_OPERATIONS` or the usual one.
  public static func operations(_ usual: Int) -> Int {
    environment["KARTOTEKA_OPERATIONS"].flatMap(Int.init) ?? usual
  }
}
