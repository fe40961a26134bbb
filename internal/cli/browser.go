package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

type openCmd struct {
	aboutLink
}

// Run opens the short URL in the browser.
func (c openCmd) Run(ctx context.Context, s streams) error {
	_, link, err := c.open(ctx)
	if err != nil {
		return err
	}
	name, args := browser()
	command := exec.CommandContext(ctx, name, append(args, link.ShortURL)...) //nolint:gosec // the user's own browser
	command.Stdout, command.Stderr = s.out, s.err
	if err := command.Run(); err != nil {
		return fmt.Errorf("no browser opens %s: %w. Set BROWSER to the command of one", link.ShortURL, err)
	}
	return nil
}

// browser returns the command that opens a URL.
func browser() (name string, args []string) {
	if chosen := os.Getenv("BROWSER"); chosen != "" {
		return chosen, nil
	}
	switch runtime.GOOS {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	default:
		return "xdg-open", nil
	}
}
