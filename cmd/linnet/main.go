// Command linnet is the whole of Linnet: the server and its tools.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"linnet/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := app.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
