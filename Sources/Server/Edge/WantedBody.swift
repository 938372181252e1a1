/// Tells a connection that the body that is coming is wanted: whoever waits to be told so sends it now (`Expect: 100-continue`).
struct WantedBody {}
