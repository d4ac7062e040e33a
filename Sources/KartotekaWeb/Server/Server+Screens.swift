extension Server {
  /// The screens of applications.
  /// - Parameter isOpenToEverybody: whether other machines reach the server.
  static func screens(of apps: [RunningApp], isOpenToEverybody: Bool = false) -> (any Screens)? {
    ScreenRoutes(apps, isOpenToEverybody: isOpenToEverybody)
  }
}
