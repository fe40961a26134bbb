package cli

import (
	"context"

	"linnet/internal/app"
	"linnet/internal/config"
)

type setupCodeCmd struct{ asJSON }

// Run prints the link for the first account.
func (c setupCodeCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	link, err := app.SetupLink(ctx, *cfg, newLogger(*cfg, s.err))
	if err != nil {
		return err
	}
	return c.done(s, map[string]any{"link": link}, "Open this link to create the first account, which becomes an operator:\n"+link)
}
