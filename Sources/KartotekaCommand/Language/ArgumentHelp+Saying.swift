import ArgumentParser

extension ArgumentHelp {
  /// Help in the person's language.
  /// - Parameter value: what stands for the value in the synopsis, where it isn't the option's name.
  static func saying(_ key: String, value: String? = nil) -> ArgumentHelp {
    ArgumentHelp(say(key), valueName: value)
  }
}
