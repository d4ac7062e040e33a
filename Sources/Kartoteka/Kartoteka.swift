@_exported import KartotekaApplication
@_exported import KartotekaGeography
@_exported import KartotekaModel
@_exported import KartotekaScreens
@_exported import KartotekaServices
@_exported import KartotekaStore
@_exported import KartotekaTransfer

// What an application's author needs, under one name.
@_exported import struct Foundation.Data
@_exported import struct Foundation.Date
@_exported import struct Foundation.Decimal
