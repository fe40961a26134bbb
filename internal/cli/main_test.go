package cli

import (
	"context"
	"os"
	"testing"

	"linnet/internal/app"
)

// asProgram makes the test binary run the program, so that a test
// can kill a real process.
const asProgram = "LINNET_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		ctx, stop := app.NotifyStop(context.Background())
		code := Main(ctx, os.Args[1:], os.Stdout, os.Stderr)
		stop()
		os.Exit(code)
	}
	os.Exit(m.Run())
}
