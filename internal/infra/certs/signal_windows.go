package certs

import "context"

// reloadSignal returns nil: Windows has no SIGHUP.
func reloadSignal(context.Context) <-chan struct{} { return nil }
