//go:build unix

package certs

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// reloadSignal returns a channel that receives a value for each SIGHUP until ctx
// ends.
func reloadSignal(ctx context.Context) <-chan struct{} {
	wake, signals := make(chan struct{}, 1), make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	context.AfterFunc(ctx, func() {
		signal.Stop(signals)
		close(signals)
	})
	go func() {
		for range signals {
			select {
			case wake <- struct{}{}:
			default:
			}
		}
	}()
	return wake
}
