package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"linnet/internal/app/stores"
	"linnet/internal/edge/server"
	"linnet/internal/infra/clickstore/duckdb"
)

// lossesSuffix is the suffix of the file that describes a rebuild with losses, after the
// name of the damaged file.
const lossesSuffix = ".losses.json"

// lostClicks reports whether a rebuild lost clicks or values of clicks.
func lostClicks(done duckdb.Salvaged) bool {
	return !done.Readable || done.Lost > 0 || done.Incomplete > 0
}

// storeRebuild stores the result of a rebuild beside the damaged file.
func storeRebuild(aside string, done duckdb.Salvaged) error {
	raw, err := json.Marshal(done)
	if err == nil {
		err = os.WriteFile(aside+lossesSuffix, append(raw, '\n'), 0o600)
	}
	return err
}

// Losses are the rebuilds of the click store with losses whose files are in the data
// folder still.
type Losses struct{ DataDir string }

// all returns the results by the names of the damaged files.
func (l Losses) all() (map[string]duckdb.Salvaged, error) {
	paths, err := filepath.Glob(filepath.Join(l.DataDir, stores.ClicksFile+damagedInfix+"*"+lossesSuffix))
	if err != nil {
		return nil, err
	}
	found := make(map[string]duckdb.Salvaged, len(paths))
	for _, path := range paths {
		raw, err := os.ReadFile(path) //nolint:gosec // in the data folder
		var done duckdb.Salvaged
		if err == nil {
			err = json.Unmarshal(raw, &done)
		}
		if err != nil {
			return nil, fmt.Errorf("read the result of a rebuild: %w", err)
		}
		found[strings.TrimSuffix(filepath.Base(path), lossesSuffix)] = done
	}
	return found, nil
}

// check is the readiness check of losses.
func (l Losses) check(context.Context) error {
	found, err := l.all()
	errs := []error{err}
	for name, done := range found {
		what := fmt.Sprintf("%d clicks, and values of %d others", done.Lost, done.Incomplete)
		if !done.Readable {
			what = "all clicks"
		}
		errs = append(errs, fmt.Errorf(
			"a rebuild of the click store lost %s; restore a backup if they are needed, then move %s* away", what, name))
	}
	return errors.Join(errs...)
}

// Checks returns the check of /readyz. Past losses do not make the node unready.
func (l Losses) Checks() []server.Check {
	return []server.Check{{Name: "clickLosses", Optional: true, Run: l.check}}
}

// Metrics returns the metrics of losses.
func (l Losses) Metrics() []server.Metric {
	gauge := func(name, help string, of func(duckdb.Salvaged) int64) server.Metric {
		return server.Metric{
			Name: name,
			Help: help,
			Read: func() float64 {
				found, err := l.all()
				if err != nil {
					return math.NaN()
				}
				sum := int64(0)
				for _, done := range found {
					sum += of(done)
				}
				return float64(sum)
			},
		}
	}
	return []server.Metric{
		gauge("linnet_click_store_lossy_rebuilds", "Rebuilds of the click store that lost something and whose files are in the data folder.",
			func(duckdb.Salvaged) int64 { return 1 }),
		gauge("linnet_click_store_lost_clicks", "Clicks that these rebuilds could not read.", func(d duckdb.Salvaged) int64 { return d.Lost }),
		gauge("linnet_click_store_incomplete_clicks", "Clicks without values that these rebuilds could not read.",
			func(d duckdb.Salvaged) int64 { return d.Incomplete }),
	}
}
