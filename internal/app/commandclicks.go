package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/analytics"
	"linnet/internal/core/quota"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

// commandClicks counts clicks for a command, in the click store of a folder that no
// node uses.
type commandClicks struct {
	cfg   config.Config
	clock clock.Clock
	log   *slog.Logger
}

// meter returns the meter of the month's clicks of a command. It does not notify.
func (c commandClicks) meter(limits allowance) *quota.Meter {
	quotas := clickQuota{records: limits.records, plans: limits.plans}
	return quota.New(quota.Deps{
		Count:    c.count,
		Limit:    quotas.limit,
		Notify:   func(context.Context, string, int, int) error { return nil },
		Activity: quota.NewActivity(),
		Clock:    c.clock,
		Log:      c.log,
	})
}

// count returns the workspace's human clicks since a moment. It returns 0 while a node
// uses the folder: the node runs the job and counts them itself.
func (c commandClicks) count(ctx context.Context, workspaceID string, since time.Time) (clicks int64, err error) {
	if _, err := os.Stat(c.cfg.InData(stores.ClicksFile)); errors.Is(err, fs.ErrNotExist) && c.cfg.ClickHouseURL == "" {
		return 0, nil
	}
	store := clickStoreOf(c.cfg)
	folder, err := lockFolder(c.cfg, store)
	defer func() { err = errors.Join(err, folder.close()) }()
	if errors.Is(err, journal.ErrLocked) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	engine, err := store.open(ctx, c.cfg, c.log)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, engine.Close()) }()
	figures := analytics.New(analytics.Deps{Store: engine, Clock: c.clock})
	return clickQuota{figures: figures}.count(ctx, workspaceID, since)
}

// commandGuards returns the guards of links that a command creates without a node.
func commandGuards(
	ctx context.Context, cfg config.Config, limits allowance, records *records.Store, clock clock.Clock, log *slog.Logger,
) (linkGuards, error) {
	site, err := newSite(cfg, limits.plans)
	if err != nil {
		return linkGuards{}, err
	}
	blocked, err := loadDestinations(ctx, records, log)
	if err != nil {
		return linkGuards{}, err
	}
	return newLinkGuards(limits, site, blocked, commandClicks{cfg, clock, log}.meter(limits)), nil
}
