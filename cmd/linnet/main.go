// Command linnet is the whole of Linnet: the server and its tools.
package main

import (
	"context"
	"os"

	"linnet/internal/app"
)

func main() {
	ctx, stop := app.NotifyStop(context.Background())
	code := app.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
