/// The version of the program.
public enum KartotekaVersion {
  /// The semantic version (semver.org).
  public static let current = "0.2.0"
  /// The Git repository of the package.
  public static let repository = "https://github.com/kartoteka/kartoteka.git"
}
