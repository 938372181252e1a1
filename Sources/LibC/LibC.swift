// The C library of the system, under one name. Import it where Foundation would be too much.
#if canImport(Darwin)
    @_exported import Darwin
#elseif canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Bionic)
    @_exported import Bionic
#endif

/// The type of a stream socket, which Glibc's module declares as a case of an enumeration.
#if canImport(Glibc)
    package let streamSocket = CInt(SOCK_STREAM.rawValue)
#else
    package let streamSocket = SOCK_STREAM
#endif
