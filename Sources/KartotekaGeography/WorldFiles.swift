#if Geography
  import KartotekaWorldData
#endif

/// The world's data. A package that leaves out the trait `Geography` has empty files in their place: no outlines, no cities.
enum WorldFiles {
  static func text(_ name: String) -> String {
    #if Geography
      WorldData.text(name)
    #else
      ""
    #endif
  }
}
