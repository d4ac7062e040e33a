/// Which version of the program this is.
public enum KartotekaVersion {
  /// The version, as semantic versioning has it (semver.org).
  public static let current = "0.1.0"
}
