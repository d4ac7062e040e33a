extension Server {
  /// The screens of applications.
  static func screens(of apps: [RunningApp]) -> (any Screens)? { ScreenRoutes(apps) }
}
