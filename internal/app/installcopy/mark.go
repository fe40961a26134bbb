package installcopy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"linnet/internal/app/stores"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

// A click store that is a copy has a position of a source with this prefix and the
// identity of the store that it was copied from: markBegun or markFinished.
const (
	markPrefix   = "copy_"
	markBegun    = 1
	markFinished = 2
)

// clickPositions has the positions of a click store. An empty batch sets one.
type clickPositions interface {
	Positions(ctx context.Context) (map[string]uint64, error)
	Append(ctx context.Context, batch click.Batch) error
}

// beginClickCopy marks an empty click store as the copy of another. It returns true if
// the copy was finished before, and Conflict for clicks of other origin.
func beginClickCopy(ctx context.Context, to clickTarget, origin string) (finished bool, err error) {
	positions, err := to.Positions(ctx)
	if err != nil {
		return false, err
	}
	used := false
	for source, position := range positions {
		name, marked := strings.CutPrefix(source, markPrefix)
		switch {
		case marked && name == origin:
			return position == markFinished, nil
		case position > 0:
			used = true
		}
	}
	if !used {
		all, err := to.Digests(ctx, func(int64) {})
		if err != nil {
			return false, err
		}
		used = len(all) > 0
	}
	if used {
		return false, fault.New(fault.Conflict,
			"The target has the clicks of another click store, which are not overwritten. Name an empty target, or move those clicks away.")
	}
	return false, to.Append(ctx, click.Batch{Source: markPrefix + origin, Through: markBegun})
}

// finishClicks gives the target the positions of the journals, so that each journal
// continues after the clicks that were copied, and lets nodes start on it. A data folder
// gets the journal of the source too, which may have clicks that are not stored yet.
func (c *run) finishClicks(ctx context.Context, from, to clickTarget, origin string) error {
	if c.clicks.from.url == "" && c.clicks.to.url == "" {
		err := journal.Copy(filepath.Join(c.clicks.from.dir, stores.JournalDir), filepath.Join(c.clicks.to.dir, stores.JournalDir))
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("the target has a journal; move its files away and run the command again: %w", err)
		}
		if err != nil {
			return err
		}
	}
	positions, err := from.Positions(ctx)
	if err != nil {
		return err
	}
	for source, position := range positions {
		if position == 0 || strings.HasPrefix(source, markPrefix) {
			continue
		}
		name, known, err := c.journalName(source)
		if err != nil {
			return err
		}
		if !known {
			continue
		}
		if err := to.Append(ctx, click.Batch{Source: name, Through: position}); err != nil {
			return err
		}
	}
	return to.Append(ctx, click.Batch{Source: markPrefix + origin, Through: markFinished})
}

// journalName returns the name of a journal's positions in the target. An embedded
// click store names the journal beside it "", and needs no others.
func (c *run) journalName(source string) (name string, known bool, err error) {
	name = source
	if source == "" && c.clicks.to.url == "" {
		return "", true, nil // the journal was copied
	}
	if source == "" {
		if name, err = c.folders[c.clicks.from.dir].Identity(); err != nil {
			return "", false, err
		}
	}
	if c.clicks.to.url != "" {
		return name, true, nil
	}
	own, err := c.folders[c.clicks.to.dir].Identity()
	return "", own == name, err
}

// ownsCounters reports whether the counters of links have the clicks of the copied click
// store and no others, and whether the copy has another name as their source.
func (c *run) ownsCounters(ctx context.Context, from *records.CopySource) (bool, error) {
	if !c.clicks.wanted || (c.clicks.from.url != "" && c.clicks.to.url != "") {
		return false, nil
	}
	sources, err := from.ClickSources(ctx)
	if err != nil || len(sources) == 0 {
		return false, err
	}
	return !slices.ContainsFunc(sources, func(source string) bool {
		if c.clicks.from.url == "" {
			return source != c.origin
		}
		return !strings.HasPrefix(source, ident.Journal+"_")
	}), nil
}

// setClickSource makes the copy of the clicks the source of the counters: the journal
// that continues in a shared click store, or an embedded click store.
func (c *run) setClickSource(ctx context.Context, target *records.Store) error {
	positions, err := c.toClicks.Positions(ctx)
	if err != nil {
		return err
	}
	if c.clicks.to.url == "" {
		source, err := c.toClicks.Source(ctx)
		if err != nil {
			return err
		}
		return target.SetClickSource(ctx, source, positions[""])
	}
	source, err := c.folders[c.clicks.from.dir].Identity()
	if err != nil {
		return err
	}
	return target.SetClickSource(ctx, source, positions[source])
}

// RefuseUnfinished refuses to start on a click store that is an incomplete copy.
// An unreachable one is checked by nothing: the node must start without it.
func RefuseUnfinished(ctx context.Context, store any) error {
	has, ok := store.(clickPositions)
	if !ok {
		return nil
	}
	positions, err := has.Positions(ctx)
	if err != nil {
		return nil //nolint:nilerr // see above
	}
	for source, position := range positions {
		if strings.HasPrefix(source, markPrefix) && position < markFinished {
			return fmt.Errorf("%w: the click store is incomplete", ErrUnfinished)
		}
	}
	return nil
}

// ClicksDir is the folder in the data folder for the click store that a running node copies
// (control.CopyClicks). It is removed with interrupted backups at the next start.
const ClicksDir = ".backup-clicks"
