package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/conversion"
	"linnet/internal/core/quota"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/geoip"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
	"linnet/internal/infra/useragent"
)

// parts is what a node is made of.
type parts struct {
	records  *records.Store
	clicks   *clicks
	services *services
}

// background is the work that goes on beside serving, each until its context
// ends.
func (p *parts) background(log *slog.Logger) []func(context.Context) {
	return []func(context.Context){
		func(ctx context.Context) { p.records.Listen(ctx, log) },
		p.clicks.counter.Run,
		p.clicks.store.Run,
		p.services.accounts.Run,
		p.services.clickMeter.Run,
		p.services.blockedHosts.Run,
		p.services.titles.Run,
		p.services.retention.Run,
		p.services.notices.Run,
		p.services.transfers.runner.Run,
		p.services.conversions.Run,
	}
}

func (p *parts) close() error {
	var errs []error
	if p.clicks != nil {
		errs = append(errs, p.clicks.close())
	}
	if p.records != nil {
		errs = append(errs, p.records.Close())
	}
	return errors.Join(errs...)
}

// Migrate brings the records to this version's schema.
func Migrate(ctx context.Context, cfg config.Config) error {
	records, err := openRecords(ctx, cfg)
	if err != nil {
		return err
	}
	return records.Close()
}

func openRecords(ctx context.Context, cfg config.Config) (*records.Store, error) {
	return records.Open(ctx, records.Options{URL: cfg.DatabaseURL, Dir: cfg.Data})
}

// Names in the data folder.
const (
	clicksFile = "clicks.duckdb"
	journalDir = "journal"
)

// clicks is the way of a click, from the redirect to the click store.
type clicks struct {
	store    analytics.Engine
	journal  *journal.Journal
	recorder *click.JournalRecorder
	pipeline *click.Pipeline
	counter  *clickcount.Counter
	activity *quota.Activity

	locator  *geoip.Locator
	crawlers *geoip.Crawlers
	agents   *useragent.Parser
}

func openClicks(ctx context.Context, cfg config.Config, records *records.Store, clk clock.Clock, log *slog.Logger) (*clicks, error) {
	agents, err := useragent.New(cfg.Bots)
	if err != nil {
		return nil, err
	}
	c := &clicks{crawlers: geoip.NewCrawlers(), agents: agents}
	if err := c.open(ctx, cfg, clk, log); err != nil {
		return nil, errors.Join(err, c.close())
	}
	salts := click.NewSalts(records, clk)
	if err := salts.Prepare(ctx); err != nil {
		return nil, errors.Join(err, c.close())
	}
	c.recorder = click.NewRecorder(c.journal, salts)
	c.counter = clickcount.New(clickcount.Deps{Clicks: c.store, Store: records, Clock: clk, Log: log})
	c.activity = quota.NewActivity()
	c.pipeline = click.NewPipeline(click.PipelineDeps{
		Journal: c.journal, Sink: c.activity.Watch(c.counter.Watch(c.store)), Salts: salts,
		Locator: c.locator, Agents: c.agents, Crawlers: c.crawlers, Clock: clk, Log: log,
	})
	return c, nil
}

// open opens what is on the disk. The journal starts behind what the click
// store has already, even if its own folder was lost.
func (c *clicks) open(ctx context.Context, cfg config.Config, clk clock.Clock, log *slog.Logger) error {
	var err error
	if c.locator, err = geoip.Open(cfg.GeoIP); err != nil {
		return err
	}
	store, err := duckdb.Open(ctx, inData(cfg, clicksFile), duckdb.Options{Log: log, UpgradeWithoutCopy: cfg.UpgradeWithoutCopy})
	if err != nil {
		return err
	}
	c.store = store
	position, err := c.store.Position(ctx)
	if err != nil && c.store.Damage() == nil {
		return err
	}
	options := journal.Options{After: position, Always: cfg.JournalSync == "always", Log: log}
	if c.journal, err = journal.Open(inData(cfg, journalDir), options); err != nil {
		return err
	}
	if c.store.Damage() == nil || c.journal.End() > 0 {
		return nil
	}
	// Neither the store nor the journal knows the position that was reached.
	if err := c.journal.Close(); err != nil {
		return err
	}
	options.After = positionFloor(clk.Now())
	c.journal, err = journal.Open(inData(cfg, journalDir), options)
	return err
}

// positionFloor returns a position above every one that a journal can have
// reached by now: it grows by 16 MB a millisecond.
func positionFloor(now time.Time) uint64 { return uint64(now.UnixMilli()) << 14 } //nolint:gosec // after 1970

func (c *clicks) close() error {
	var errs []error
	if c.journal != nil {
		errs = append(errs, c.journal.Close())
	}
	if c.store != nil {
		errs = append(errs, c.store.Close())
	}
	if c.locator != nil {
		errs = append(errs, c.locator.Close())
	}
	return errors.Join(errs...)
}

// newAnalytics returns the reports over the click store.
func newAnalytics(c *clicks, records *records.Store, clk clock.Clock) *analytics.Service {
	return analytics.New(analytics.Deps{Store: c.store, Names: records, Conversions: records, Clock: clk})
}

// newConversions ties leads and sales to clicks, also to those that are still
// on their way through the journal.
func newConversions(c *clicks, records *records.Store, clk clock.Clock, log *slog.Logger) *conversion.Service {
	return conversion.NewService(conversion.Deps{
		Store: records, Clicks: c.store, Clock: clk, Log: log,
		OnTheWay: func() bool { return c.pipeline.Stats().Waiting > 0 },
	})
}
