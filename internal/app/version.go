package app

// version is set by the linker.
var version = "dev"

// Version returns the version of this build; "dev" when it was not set.
func Version() string { return version }
