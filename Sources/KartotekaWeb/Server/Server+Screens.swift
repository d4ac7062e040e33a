extension Server {
  /// The screens of applications.
  /// - Parameters:
  ///   - unavailable: the applications that could not be opened.
  ///   - isOpenToEverybody: whether other machines reach the server.
  static func screens(
    of apps: [RunningApp], unavailable: [UnavailableApp] = [], isOpenToEverybody: Bool = false
  ) -> (any Screens)? {
    ScreenRoutes(apps, unavailable: unavailable, isOpenToEverybody: isOpenToEverybody)
  }
}
