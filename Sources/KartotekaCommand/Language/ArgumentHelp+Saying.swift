import ArgumentParser

extension ArgumentHelp {
  /// Help in the person's language.
  /// - Parameter value: the name of the value in the synopsis; nil for the option's name.
  static func saying(_ key: String, value: String? = nil) -> ArgumentHelp {
    ArgumentHelp(say(key), valueName: value)
  }
}
