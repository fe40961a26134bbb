package app

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"linnet/internal/app/backups"
	"linnet/internal/app/installcopy"
	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/base/logqueue"
	"linnet/internal/base/loop"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/core/alert"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/conversion"
	"linnet/internal/core/node"
	"linnet/internal/core/quota"
	"linnet/internal/core/utm"
	"linnet/internal/core/webhook"
	"linnet/internal/infra/certs"
	"linnet/internal/infra/geoip"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
	"linnet/internal/infra/tracing"
	"linnet/internal/infra/useragent"
)

// shared are the stores of a node and its right to use them.
type shared struct {
	membership
	lease   *node.Membership // of a node number; nil: an embedded click store
	records *records.Store
	key     sealed.Key
	clicks  *clicks
	traces  *tracing.Traces
}

// openShared opens the stores and adds what closes them to opened, after an error too.
func openShared(
	ctx context.Context, cfg config.Config, store clickStore, opened *closers, clock clock.Clock, log *slog.Logger,
) (shared, error) {
	m, err := join(ctx, cfg, store)
	opened.add(m.close)
	if err != nil {
		return shared{}, err
	}
	if err := stores.CheckRecordsFile(cfg); err != nil {
		return shared{}, err
	}
	records, err := stores.OpenRecords(ctx, cfg)
	if err != nil {
		return shared{}, err
	}
	opened.add(records.Close)
	if err := checkRecords(ctx, cfg, store, records, log); err != nil {
		return shared{}, err
	}
	key, err := stores.OpenSecretKey(ctx, cfg, records)
	if err != nil {
		return shared{}, err
	}
	c, err := openClicks(ctx, cfg, store, m, records, clock, log)
	if err != nil {
		return shared{}, err
	}
	opened.add(c.close)
	traces, err := tracing.Start(ctx, version, clock, log)
	if err != nil {
		return shared{}, err
	}
	opened.add(closeTraces(traces, log))
	lease, err := m.leaseNumber(ctx, cfg, records, c.recorder, clock, log)
	if err != nil {
		return shared{}, err
	}
	return shared{membership: m, lease: lease, records: records, key: key, clicks: c, traces: traces}, nil
}

// parts are the components of a node.
type parts struct {
	shared
	images   stores.Images
	services *services
	backups  *backups.Service
	schedule *backups.Schedule // nil: no scheduled backups
	clocks   *clockWatch       // nil: SQLite
	certs    *certs.Manager    // nil: no TLS listener
	tlsHosts certs.Hosts
	logLines *logqueue.Writer
}

// newParts constructs the components and adds what closes them to opened.
func newParts(
	ctx context.Context, cfg config.Config, s shared, destination *backups.Destination, opened *closers, clock clock.Clock, log Log,
) (*parts, error) {
	attempts := newAttempts(cfg, s.records, s.clicks, s.key, clock, log.Logger)
	hosts := newTLSHosts(s.records, clock, log.Logger)
	certificates, err := newCerts(ctx, cfg, s.records, s.key, hosts, attempts, clock, log.Logger)
	if err != nil {
		return nil, err
	}
	if certificates != nil {
		opened.add(func() error { certificates.Close(); return nil })
	}
	images, err := stores.OpenImages(cfg, clock)
	if err != nil {
		return nil, err
	}
	services, err := newServices(ctx, cfg, s, images, domainCertificates(certificates), attempts, clock, log.Logger)
	if err != nil {
		return nil, err
	}
	archives := backups.New(backups.Deps{Config: cfg, Version: version, Clock: clock, Log: log.Logger})
	return &parts{
		shared:   s,
		images:   images,
		services: services,
		backups:  archives,
		schedule: backups.NewSchedule(backups.ScheduleDeps{
			Destination: destination,
			Every:       cfg.BackupEvery,
			Keep:        cfg.BackupKeep,
			Write:       archiveTask(archives, s.clicks, cfg.BackupDatabases),
			Notify:      notifyBackups(s.records, services.notices, nodeName(cfg)),
			Clock:       clock,
			Log:         log.Logger,
		}),
		clocks:   newClockWatch(s.records, clock, log.Logger),
		certs:    certificates,
		tlsHosts: hosts,
		logLines: log.Lines,
	}, nil
}

// background returns the background work of the node. Each function runs until
// its context ends.
func (p *parts) background(log *slog.Logger) []func(context.Context) {
	return append(p.shared.background(log),
		func(ctx context.Context) { p.records.Listen(ctx, log) },
		p.clicks.counter.Run,
		p.clicks.store.Run,
		func(ctx context.Context) { p.clicks.follow(ctx, log) },
		func(ctx context.Context) { p.clicks.networks.Run(ctx, log) },
		p.services.domainChecks.Run,
		p.services.clickMeter.Run,
		p.services.billing.Run,
		p.services.blocking.rules.Run,
		p.services.blocking.feeds.Run,
		p.services.blocking.sweeper.Run,
		p.services.abuse.Run,
		p.services.tasks.Run,
		p.services.retention.Run,
		p.services.purger.Run,
		p.services.auditTrimmer.Run,
		p.linkCountCheck(log).Run,
		p.services.media.Run,
		p.services.notices.Run,
		p.services.reports.Run,
		p.services.alerts.Run,
		p.services.transfers.runner.Run,
		p.services.conversions.Run,
		p.services.keys.Run,
		p.services.responses.Run,
		p.services.webhooks.Run,
		p.runAttempts(log),
		p.clocks.Run,
	)
}

// Migrate migrates the records to the schema of this version.
func Migrate(ctx context.Context, cfg config.Config) error {
	records, err := stores.OpenRecords(ctx, cfg)
	if err != nil {
		return err
	}
	return records.Close()
}

// clicks are the components that process clicks, from the redirect handler to the
// click store.
type clicks struct {
	store    analytics.Engine
	source   string // of the journal, see click.Batch
	journal  *journal.Journal
	recorder *click.JournalRecorder
	pipeline *click.Pipeline
	follower *click.Follower // nil: no other node stores clicks there
	counter  *clickcount.Counter
	activity *quota.Activity

	locator  *geoip.Locator
	networks *geoip.Networks
	agents   *useragent.Parser
}

func openClicks(
	ctx context.Context, cfg config.Config, store clickStore, m membership, records *records.Store, clock clock.Clock, log *slog.Logger,
) (*clicks, error) {
	agents, err := useragent.New(cfg.Bots)
	if err != nil {
		return nil, err
	}
	networks, err := geoip.OpenNetworks(cfg.BotNetworks)
	if err != nil {
		return nil, err
	}
	c := &clicks{networks: networks, agents: agents, source: m.source}
	if err := c.open(ctx, cfg, store, m, clock, log); err != nil {
		return nil, errors.Join(err, c.close())
	}
	salts := click.NewSalts(records, clock)
	if err := salts.Prepare(ctx); err != nil {
		return nil, errors.Join(err, c.close())
	}
	c.recorder = click.NewRecorder(c.journal, salts)
	c.counter = clickcount.New(clickcount.Deps{
		Clicks:    c.store,
		Journal:   c.source,
		Range:     c.journal,
		Store:     records,
		Receivers: webhook.NewClickReceivers(records, clock),

		FirstClicks: alert.NewWatched(records, clock).Workspaces,

		Leader: c.leader(records, clock),
		Clock:  clock,
		Log:    log,
	})
	c.activity = quota.NewActivity()
	c.pipeline = click.NewPipeline(click.PipelineDeps{
		Journal:   c.journal,
		Source:    c.source,
		Sink:      c.activity.Watch(c.counter.Watch(c.store)),
		Counts:    c.counter,
		Salts:     salts,
		Locator:   c.locator,
		Agents:    c.agents,
		Networks:  c.networks,
		Clock:     clock,
		Log:       log,
		FoldsCase: utm.NewFolding(records, clock).Folds,
	})
	if shared, ok := c.store.(click.SharedStore); ok {
		c.follower = click.NewFollower(click.FollowerDeps{
			Pipeline: c.pipeline,
			Store:    shared,
			Node:     c.recorder.Node,
			Clock:    clock,
		})
	}
	return c, nil
}

// open opens the click store and the journal. The journal starts after the
// position of the click store, even if the folder of the journal was lost.
func (c *clicks) open(ctx context.Context, cfg config.Config, store clickStore, m membership, clock clock.Clock, log *slog.Logger) error {
	var err error
	if c.locator, err = geoip.Open(cfg.GeoIP); err != nil {
		return err
	}
	if c.store, err = store.open(ctx, cfg, log); err != nil {
		return err
	}
	if err := installcopy.RefuseUnfinished(ctx, c.store); err != nil {
		return err
	}
	position, err := c.store.Position(ctx, c.source)
	if err != nil && c.store.Damage() == nil {
		return err
	}
	options := journal.Options{
		After:        position,
		AfterUnknown: err != nil,
		Lock:         m.folder,
		Always:       cfg.JournalSync == "always",
		Spill:        journalSpill(cfg),
		Log:          log,
	}
	if c.journal, err = journal.Open(cfg.InData(stores.JournalDir), options); err != nil {
		return err
	}
	if c.store.Damage() == nil || c.journal.End() > 0 {
		return nil
	}
	// Neither the store nor the journal has the last position.
	if err := c.journal.Close(); err != nil {
		return err
	}
	options.After = positionFloor(clock.Now())
	c.journal, err = journal.Open(cfg.InData(stores.JournalDir), options)
	return err
}

// journalSpill returns the second place of the journal, "" for none. The default one has
// a name for the data folder, because others on this machine share the temporary folder.
func journalSpill(cfg config.Config) string {
	switch cfg.JournalSpill {
	case "off":
		return ""
	case "":
		dir, err := filepath.Abs(cfg.InData(stores.JournalDir))
		if err != nil {
			return ""
		}
		sum := sha256.Sum256([]byte(dir))
		return filepath.Join(os.TempDir(), fmt.Sprintf("linnet-spill-%x", sum[:8]))
	default:
		return cfg.JournalSpill
	}
}

// positionFloor returns a position above any that a journal can have reached: it
// grows by 16 KiB per millisecond of the Unix time.
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

// follow publishes the clicks of other nodes to the subscribers of this one until
// ctx ends.
func (c *clicks) follow(ctx context.Context, log *slog.Logger) {
	if c.follower != nil {
		loop.Task{Name: "live clicks of other nodes", Every: click.FollowEvery, Do: c.follower.Poll, Log: log}.Run(ctx)
	}
}

// newAnalytics returns the analytics service on the click store.
func newAnalytics(c *clicks, records *records.Store, clock clock.Clock) *analytics.Service {
	return analytics.New(analytics.Deps{Store: c.store, Names: records, Conversions: records, Imports: records, Clock: clock})
}

// otherJournals is how long a click of another node may be in its journal while the
// click store is available to this one.
const otherJournals = 10 * time.Minute

// onTheWay reports whether a click of that time may be in a journal and not in the
// click store yet. The journals of other nodes are not known here.
func (c *clicks) onTheWay(at, now time.Time) bool {
	if c.pipeline.Stats().Waiting > 0 {
		return true
	}
	return c.source != "" && now.Sub(at).Abs() < otherJournals
}

// leader returns the leader of work on the shared click store; nil for an embedded
// one, which has one node.
func (c *clicks) leader(records *records.Store, clock clock.Clock) *loop.Leader {
	if c.source == "" {
		return nil
	}
	return &loop.Leader{Leases: records, Owner: ident.New(ident.Node), Clock: clock}
}

// newConversions returns the conversions service. It also accepts clicks that are
// still in a journal.
func newConversions(c *clicks, records *records.Store, clock clock.Clock, log *slog.Logger) *conversion.Service {
	return conversion.NewService(conversion.Deps{
		Store:    records,
		Clicks:   c.store,
		Clock:    clock,
		Log:      log,
		OnTheWay: func(at time.Time) bool { return c.onTheWay(at, clock.Now()) },
		Leader:   c.leader(records, clock),
	})
}
