/// The version of the program.
public enum KartotekaVersion {
  /// The semantic version (semver.org).
  public static let current = "0.1.0"
}
