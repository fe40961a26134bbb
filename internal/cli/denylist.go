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

type denylistCmds struct {
	List   denylistListCmd   `cmd:"" help:"List the deny-lists with the state of their last update."`
	Add    denylistAddCmd    `cmd:"" help:"Download a deny-list and subscribe to it. Links to its entries return 451."`
	Remove denylistRemoveCmd `cmd:"" help:"Remove a deny-list. The links that only it blocks work again."`
	Update denylistUpdateCmd `cmd:"" help:"Download the deny-lists now. A running node does so every 6 hours."`
	Allow  denylistAllowCmd  `cmd:"" help:"Cancel the entry for a host or a URL on all deny-lists."`
	Forbid denylistForbidCmd `cmd:"" help:"Remove an exception that allow added."`
}

// denylistRow is a list in JSON.
type denylistRow struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	URL       string    `json:"url"`
	Paused    bool      `json:"paused"`
	Entries   int       `json:"entries"`
	Skipped   int       `json:"skipped"`
	CheckedAt time.Time `json:"checkedAt,omitzero"`
	ChangedAt time.Time `json:"changedAt,omitzero"`
	Error     string    `json:"error"`
}

func denylistRowOf(f denylist.Feed) denylistRow {
	return denylistRow{f.ID, f.Name, f.URL, f.Paused, f.Entries, f.Skipped, f.CheckedAt, f.ChangedAt, f.Error}
}

// line returns the row for people.
func (r denylistRow) line() string {
	state := "ok"
	switch {
	case r.Paused:
		state = "paused"
	case r.Error != "":
		state = "failed: " + r.Error
	}
	return fmt.Sprintf("%s  %9d entries  %s  %s  %s", r.ID, r.Entries, r.CheckedAt.UTC().Format(time.DateTime), r.URL, state)
}

type denylistListCmd struct{ asJSON }

// Run lists.
func (c denylistListCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		all, err := o.Denylists(ctx)
		if err != nil {
			return err
		}
		exceptions, err := o.Exceptions(ctx, operator.Query{Limit: operator.MaxListed})
		if err != nil {
			return err
		}
		rows, allowed, lines := []denylistRow{}, []string{}, []string{}
		for _, f := range all {
			rows = append(rows, denylistRowOf(f))
			lines = append(lines, denylistRowOf(f).line())
		}
		for _, x := range exceptions.Items {
			allowed = append(allowed, x.Pattern)
			lines = append(lines, "allowed: "+x.Pattern)
		}
		return c.done(s, map[string]any{"lists": rows, "allowed": allowed}, strings.Join(lines, "\n"))
	})
}

type denylistAddCmd struct {
	asJSON
	URL  string `arg:"" help:"The address of the list; it begins with https://."`
	Name string `help:"The name of the list; without it the host of its address."`
}

// Run adds.
func (c denylistAddCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDenylists(ctx, *cfg, newLogger(*cfg, s.err), func(o *operator.Service) error {
		f, err := o.AddDenylist(ctx, c.Name, c.URL)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"list": denylistRowOf(f)}, fmt.Sprintf("%s added with %d entries.", f.Name, f.Entries))
	})
}

type denylistRemoveCmd struct {
	asJSON
	List string `arg:"" help:"The id or the address of the list."`
}

// Run removes.
func (c denylistRemoveCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		f, err := o.Denylist(ctx, c.List)
		if err != nil {
			return err
		}
		if err := o.RemoveDenylist(ctx, f.ID); err != nil {
			return err
		}
		return c.done(s, map[string]any{"id": f.ID, "removed": true}, f.Name+" removed.")
	})
}

type denylistUpdateCmd struct {
	asJSON
	List         string `arg:"" optional:"" help:"The id or the address of a list; without it all lists."`
	AcceptShrink bool   `help:"Accept a copy that lost more than nine tenths of its entries."`
}

// errUpdateFailed is the error of an update whose output has the reasons.
var errUpdateFailed = errors.New("not all deny-lists were updated")

// Run updates.
func (c denylistUpdateCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithDenylists(ctx, *cfg, newLogger(*cfg, s.err), func(o *operator.Service) error {
		all, err := o.Denylists(ctx)
		if c.List != "" {
			var one denylist.Feed
			one, err = o.Denylist(ctx, c.List)
			all = []denylist.Feed{one}
		}
		if err != nil {
			return err
		}
		rows, lines, failed := []denylistRow{}, []string{}, error(nil)
		for _, f := range all {
			if f.Paused && c.List == "" {
				continue
			}
			if f, err = o.FetchDenylist(ctx, f.ID, c.AcceptShrink); err != nil {
				return err
			}
			if f.Error != "" {
				failed = errUpdateFailed
			}
			rows = append(rows, denylistRowOf(f))
			lines = append(lines, denylistRowOf(f).line())
		}
		return errors.Join(c.done(s, map[string]any{"lists": rows}, strings.Join(lines, "\n")), failed)
	})
}

type denylistAllowCmd struct {
	asJSON
	Pattern string `arg:"" help:"The host or the URL as on the list."`
	Reason  string `help:"Why it is allowed, for operators."`
}

// Run adds an exception.
func (c denylistAllowCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		x, err := o.AddException(ctx, c.Pattern, c.Reason)
		if err != nil {
			return err
		}
		return c.done(s, map[string]any{"id": x.ID, "pattern": x.Pattern, "allowed": true}, "Deny-lists no longer block "+x.Pattern+".")
	})
}

type denylistForbidCmd struct {
	asJSON
	Pattern string `arg:"" help:"The host or the URL of the exception, or its id."`
}

// Run removes an exception.
func (c denylistForbidCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	return app.WithOperator(ctx, *cfg, func(o *operator.Service) error {
		if err := o.RemoveException(ctx, c.Pattern); err != nil {
			return err
		}
		return c.done(s, map[string]any{"pattern": c.Pattern, "allowed": false}, "Deny-lists block "+c.Pattern+" again if they contain it.")
	})
}
