package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"linnet/internal/app/control"
	"linnet/internal/app/stores"
	"linnet/internal/config"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
)

// damagedInfix separates the name of a damaged file from the time it was renamed.
const damagedInfix = ".damaged-"

// RebuildClicks replaces a damaged click store with a new one that contains every
// readable click, and writes the result to w. It renames the damaged file. A
// running node continues to redirect, and opens the new store afterwards.
func (d *Doctor) RebuildClicks(ctx context.Context, w io.Writer) error {
	cfg := d.deps.Config
	if cfg.ClickHouseURL != "" {
		return errors.New("the clicks are in ClickHouse; repair the database with ClickHouse's own tools")
	}
	path := cfg.InData(stores.ClicksFile)
	switch in, err := duckdb.Inspect(ctx, path); {
	case err == nil:
		fmt.Fprintf(w, "The click store is intact (%d clicks); nothing was changed.\n", in.Clicks)
		return nil
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("no clicks in %s; name the data folder with LINNET_DATA or --data", cfg.Data)
	case !duckdb.IsDamage(err):
		return explainUse(cfg, err)
	}
	if lock, err := journal.Lock(cfg.InData(stores.JournalDir)); err == nil { // else a node runs without the click store
		defer lock.Close() //nolint:errcheck // the lock ends with the process
	}
	aside := path + damagedInfix + d.deps.Clock.Now().UTC().Format("20060102T150405Z")
	done, err := rebuildClicks(ctx, cfg, path, aside)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "The damaged click store was renamed to %s.\n", aside)
	describeRebuild(w, done)
	err = control.Call(ctx, cfg.Data, control.ReopenClicks, w)
	if errors.Is(err, control.ErrNoNode) {
		fmt.Fprintln(w, "Start Linnet now; it adds the clicks of the journal.")
		return nil
	}
	if err == nil {
		fmt.Fprintln(w, "The running node uses the new click store and adds the clicks of the journal.")
	}
	return err
}

// explainUse returns the error of opening the click store. A running node has it open
// unless it is damaged.
func explainUse(cfg config.Config, err error) error {
	lock, locked := journal.Lock(cfg.InData(stores.JournalDir))
	if errors.Is(locked, journal.ErrLocked) {
		return errors.New("the running node uses the click store and reports no damage; nothing was changed. To check the whole file, stop Linnet first")
	}
	if locked != nil {
		return err
	}
	return errors.Join(err, lock.Close())
}

// rebuildClicks rebuilds the file at path and renames the old one to aside. If clicks are
// lost, it stores how many beside that, and the counters of links keep them.
func rebuildClicks(ctx context.Context, cfg config.Config, path, aside string) (done duckdb.Salvaged, err error) {
	records, err := stores.OpenRecords(ctx, cfg)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	sources, err := records.Sources(ctx)
	if err != nil {
		return done, fmt.Errorf("read the identity of the click store: %w", err)
	}
	identity, counted := "", uint64(0)
	if len(sources) == 1 {
		for source, position := range sources {
			identity, counted = source, uint64(position) //nolint:gosec // not negative
		}
	}
	if done, err = duckdb.Rebuild(ctx, path, aside, identity, counted); err != nil || !lostClicks(done) {
		return done, err
	}
	return done, errors.Join(records.RetainCounts(ctx), storeRebuild(aside, done))
}

// describeRebuild writes what was copied.
func describeRebuild(w io.Writer, done duckdb.Salvaged) {
	if !done.Readable {
		fmt.Fprintln(w, "Nothing in it could be read. The new click store starts with the clicks of the journal. "+
			"Restore a backup with linnet restore for older clicks.")
		return
	}
	fmt.Fprintf(w, "%d clicks were copied; %d could not be read.\n", done.Clicks, done.Lost)
	if done.Incomplete > 0 {
		fmt.Fprintf(w, "%d of the copied clicks are without values of the columns %s, which could not be read.\n",
			done.Incomplete, strings.Join(done.Columns, ", "))
	}
	if slices.Contains(done.Columns, "bot") {
		fmt.Fprintln(w, "Run linnet reclassify, which recognizes the bots among them by their user agents.")
	}
	if done.PositionLost {
		fmt.Fprintln(w, "The journal position could not be read: clicks of its last second may be counted twice in reports.")
	}
}
