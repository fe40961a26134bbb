package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
)

type doctorCmd struct {
	JSON          bool `name:"json" help:"Print the findings as JSON."`
	RebuildClicks bool `help:"Replace a damaged click store by a new one with every click that can be read. The damaged file is kept."`
}

// Run prints the findings and fails when there is a problem.
func (c doctorCmd) Run(ctx context.Context, cfg *config.Config, s streams) error {
	if c.RebuildClicks {
		return rebuildClicks(ctx, *cfg, s.out)
	}
	findings, err := diagnose(ctx, *cfg)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(s.out)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(findings)
	} else {
		err = printFindings(s.out, findings)
	}
	if err != nil {
		return err
	}
	problems := 0
	for _, f := range findings {
		if !f.OK {
			problems++
		}
	}
	if problems > 0 {
		return fmt.Errorf("problems found: %d", problems)
	}
	return nil
}

func printFindings(w io.Writer, findings []finding) error {
	for _, f := range findings {
		state := "ok     "
		if !f.OK {
			state = "PROBLEM"
		}
		if _, err := fmt.Fprintf(w, "%s  %-16s %s\n", state, f.Check, f.Detail); err != nil {
			return err
		}
		if f.Fix != "" {
			fmt.Fprintf(w, "         %-16s → %s\n", "", f.Fix)
		}
	}
	return nil
}

// damagedInfix is between the name of a file that was set aside and the time.
const damagedInfix = ".damaged-"

const reopenTask = "reopen-clicks"

// rebuildClicks replaces a damaged click store. A running node goes on with
// redirects meanwhile and opens the new one afterwards.
func rebuildClicks(ctx context.Context, cfg config.Config, w io.Writer) error {
	path := inData(cfg, clicksFile)
	switch in, err := duckdb.Inspect(ctx, path); {
	case err == nil:
		fmt.Fprintf(w, "The click store is intact (%d clicks); nothing was changed.\n", in.Clicks)
		return nil
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("no clicks in %s; name the data folder with LINNET_DATA or --data", cfg.Data)
	case !duckdb.IsDamage(err):
		return err
	}
	if lock, err := journal.Lock(inData(cfg, journalDir)); err == nil { // else a node runs without the click store
		defer lock.Close() //nolint:errcheck // the lock ends with the process
	}
	aside := path + damagedInfix + clock.System{}.Now().UTC().Format("20060102T150405Z")
	done, err := duckdb.Rebuild(ctx, path, aside)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "The damaged click store was kept as %s.\n", aside)
	switch {
	case !done.Readable:
		fmt.Fprintln(w, "Nothing in it could be read. The new click store begins with what waits in the journal. If you have a backup, linnet restore has the older clicks.")
	default:
		fmt.Fprintf(w, "%d clicks were taken over; %d could not be read.\n", done.Clicks, done.Lost)
	}
	if done.Readable && done.Position == 0 {
		fmt.Fprintln(w, "It could not be read how far the journal was stored: clicks of the last minutes may be counted twice.")
	}
	err = askNode(ctx, cfg, reopenTask, w)
	if errors.Is(err, errNoNode) {
		fmt.Fprintln(w, "Start Linnet now; it adds the clicks that wait in the journal.")
		return nil
	}
	if err == nil {
		fmt.Fprintln(w, "The running node uses the new click store and adds the clicks that wait in the journal.")
	}
	return err
}

// healthy is the state of a part that works.
const healthy = "ok"

// health writes the state of each part, one a line.
func (n *Node) health(ctx context.Context, w io.Writer) error {
	for _, part := range []struct {
		name string
		err  error
	}{
		{"records", n.parts.records.Ping(ctx)},
		{"journal", n.parts.clicks.journal.Health()},
		{"clicks", errors.Join(n.parts.clicks.store.Damage(), n.parts.clicks.pipeline.Health())},
	} {
		state := healthy
		if part.err != nil {
			state = oneLine(part.err)
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", part.name, state); err != nil {
			return err
		}
	}
	return nil
}

// oneLine returns the text of an error without line breaks.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// reopenClicks opens the click store after it was rebuilt.
func (n *Node) reopenClicks(ctx context.Context, _ io.Writer) error {
	return n.parts.clicks.store.Reopen(context.WithoutCancel(ctx))
}
