// Command linnet is the server and its command-line tools.
package main

import (
	"context"
	"os"

	"linnet/internal/app"
	"linnet/internal/cli"
)

func main() {
	ctx, stop := app.NotifyStop(context.Background())
	code := cli.Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
