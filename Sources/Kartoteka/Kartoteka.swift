@_exported import KartotekaApplication
@_exported import KartotekaGeography
@_exported import KartotekaModel
@_exported import KartotekaScreens
@_exported import KartotekaServices
@_exported import KartotekaStore
@_exported import KartotekaTransfer

// The types that an application's author needs, under one name.
@_exported import struct Foundation.Data
@_exported import struct Foundation.Date
@_exported import struct Foundation.Decimal
// The types that write an application's own pages.
@_exported import struct KartotekaHTML.ContentStyle
@_exported import struct KartotekaHTML.ContentTag
@_exported import struct KartotekaHTML.HTMLWriter
@_exported import struct KartotekaHTML.URLPath

#if SampleData
  @_exported import KartotekaSampleData
#endif
