import KartotekaScreens

extension App {
  /// The application as a document that people can read. What is code is named in it.
  public var document: AppDocument { AppDocument(description, catalogue: catalogue) }
}
