package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"linnet/internal/app"
	"linnet/internal/config"
	"linnet/internal/core/denylist"
	"linnet/internal/core/operator"
)

type blockCmd struct {
	asJSON
	Target      string `arg:"" optional:"" help:"A short URL, or an alias of the default domain."`
	Destination string `help:"Block all links to this host and its subdomains instead, or to what --kind says." placeholder:"HOST"`
	Kind        string `help:"With --destination: host (one host), domain (a host and its subdomains), prefix (the start of a URL) or pattern (host, path and query with * for any characters)." enum:"host,domain,prefix,pattern" default:"domain"`
	Reason      string `help:"Why the destination is blocked, for operators."`
	List        bool   `help:"List the blocked destinations."`
}

// Run blocks.
func (c blockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return block(ctx, cfg, s, c, true)
}

type unblockCmd struct {
	asJSON
	Target      string `arg:"" optional:"" help:"A short URL, or an alias of the default domain."`
	Destination string `help:"Unblock this destination instead." placeholder:"HOST"`
	Kind        string `help:"With --destination: host, domain, prefix or pattern." enum:"host,domain,prefix,pattern" default:"domain"`
}

// Run ends a block.
func (c unblockCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return block(ctx, cfg, s, blockCmd{asJSON: c.asJSON, Target: c.Target, Destination: c.Destination, Kind: c.Kind}, false)
}

func block(ctx context.Context, cfg *config.Config, s streams, c blockCmd, blocked bool) error {
	if !c.List && (c.Target == "") == (c.Destination == "") {
		return errors.New("name a short link, or a host with --destination")
	}
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		switch {
		case c.List:
			return c.list(ctx, s, o)
		case c.Destination != "":
			r, err := o.BlockDestination(ctx, denylist.Kind(c.Kind), c.Destination, c.Reason, blocked)
			if err != nil {
				return err
			}
			result := map[string]any{"kind": r.Kind, "pattern": r.Pattern, "blocked": blocked}
			if r.Kind == denylist.DomainKind {
				result["host"] = r.Pattern
			}
			return c.done(s, result, blockSentence("Destinations on "+r.Pattern, blocked))
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

// list prints the blocked destinations.
func (c blockCmd) list(ctx context.Context, s streams, o *operator.Service) error {
	page, err := o.BlockRules(ctx, operator.Query{Limit: operator.MaxListed})
	if err != nil {
		return err
	}
	type row struct {
		Kind      denylist.Kind `json:"kind"`
		Pattern   string        `json:"pattern"`
		Reason    string        `json:"reason"`
		CreatedAt time.Time     `json:"createdAt"`
	}
	hosts, all := []string{}, []row{}
	lines := make([]string, 0, len(page.Items))
	for _, r := range page.Items {
		all = append(all, row{r.Kind, r.Pattern, r.Reason, r.CreatedAt})
		lines = append(lines, fmt.Sprintf("%-8s %s", r.Kind, r.Pattern))
		if r.Kind == denylist.DomainKind {
			hosts = append(hosts, r.Pattern)
		}
	}
	return c.done(s, map[string]any{"hosts": hosts, "rules": all}, strings.Join(lines, "\n"))
}

func blockSentence(what string, blocked bool) string {
	if blocked {
		return what + " blocked: visitors get 451."
	}
	return what + " not blocked any more."
}
