package cli

import (
	"context"
	"errors"
	"strings"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/operator"
)

type blockCmd struct {
	asJSON
	Target      string `arg:"" optional:"" help:"A short URL, or an alias of the default domain."`
	Destination string `help:"Block all links to this host and its subdomains instead." placeholder:"HOST"`
	List        bool   `help:"List the blocked hosts."`
}

// Run blocks.
func (c blockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return block(ctx, cfg, s, c, true)
}

type unblockCmd struct {
	asJSON
	Target      string `arg:"" optional:"" help:"A short URL, or an alias of the default domain."`
	Destination string `help:"Unblock this host instead." placeholder:"HOST"`
}

// Run ends a block.
func (c unblockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return block(ctx, cfg, s, blockCmd{asJSON: c.asJSON, Target: c.Target, Destination: c.Destination}, false)
}

func block(ctx context.Context, cfg *config.Config, s streams, c blockCmd, blocked bool) error {
	if !c.List && (c.Target == "") == (c.Destination == "") {
		return errors.New("name a short link, or a host with --destination")
	}
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		switch {
		case c.List:
			hosts, err := o.BlockedHosts(ctx)
			if err != nil {
				return err
			}
			return c.done(s, map[string]any{"hosts": append([]string{}, hosts...)}, strings.Join(hosts, "\n"))
		case c.Destination != "":
			host, err := o.BlockHost(ctx, c.Destination, blocked)
			if err != nil {
				return err
			}
			return c.done(s, map[string]any{"host": host, "blocked": blocked}, blockSentence("Destinations on "+host, blocked))
		}
		l, err := o.BlockLink(ctx, c.Target, blocked)
		if err != nil {
			return err
		}
		name := l.Domain + "/" + l.Alias()
		return c.done(
			s,
			map[string]any{"link": l.ID, "shortLink": name, "destination": l.URL, "workspace": l.WorkspaceID, "blocked": blocked},
			blockSentence(name, blocked),
		)
	})
}

func blockSentence(what string, blocked bool) string {
	if blocked {
		return what + " blocked: visitors get 451."
	}
	return what + " not blocked any more."
}
