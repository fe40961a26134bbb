package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"

	"linnet/internal/app/stores"
	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/node"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/journal"
	"linnet/internal/infra/records"
)

// clickStore says which click store a node uses.
type clickStore struct {
	shared bool // by the nodes of the install
	open   func(ctx context.Context, cfg config.Config, log *slog.Logger) (analytics.Engine, error)
}

// clickStoreOf returns the click store of a configuration.
func clickStoreOf(cfg config.Config) clickStore {
	if cfg.ClickHouseURL != "" {
		return clickStore{shared: true, open: openClickHouse}
	}
	return clickStore{open: openDuckDB}
}

func openDuckDB(ctx context.Context, cfg config.Config, log *slog.Logger) (analytics.Engine, error) {
	store, err := duckdb.Open(ctx, cfg.InData(stores.ClicksFile), duckdb.Options{
		Log:                log,
		MemoryMB:           int(memoryOf().duckDB >> 20),
		UpgradeWithoutCopy: cfg.UpgradeWithoutCopy,
	})
	if err != nil {
		return nil, err // not a nil *Store in the interface
	}
	return store, nil
}

// membership is the right of this process to run on its data folder and its database.
type membership struct {
	folder *journal.FolderLock
	source string            // the identity of the journal; empty: an embedded click store
	lock   *records.NodeLock // nil: SQLite
}

// lockFolder takes the lock of the data folder.
func lockFolder(cfg config.Config, store clickStore) (m membership, err error) {
	if m.folder, err = journal.Lock(cfg.InData(stores.JournalDir)); err != nil || !store.shared {
		return m, err
	}
	m.source, err = m.folder.Identity()
	return m, err
}

// join takes the locks of the data folder and of the database. It changes no data.
func join(ctx context.Context, cfg config.Config, store clickStore) (membership, error) {
	m, err := lockFolder(cfg, store)
	if err != nil || cfg.DatabaseURL == "" {
		return m, err
	}
	m.lock, err = records.LockNode(ctx, records.NodeLockOptions{
		URL:    cfg.DatabaseURL,
		Name:   nodeName(cfg),
		Shared: store.shared,
		Source: m.source,
	})
	return m, err
}

// nodeName returns the name of this node for people.
func nodeName(cfg config.Config) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unnamed"
	}
	return cmp.Or(cfg.Node, host)
}

// leaseNumber leases the number of this node for the ids of its clicks, where nodes share
// a click store.
func (m *membership) leaseNumber(
	ctx context.Context, cfg config.Config, records *records.Store, recorder *click.JournalRecorder, clock clock.Clock, log *slog.Logger,
) (*node.Membership, error) {
	if m.source == "" {
		return nil, nil //nolint:nilnil // no lease is a valid result
	}
	return node.Join(ctx, node.Deps{
		Store:    records,
		Source:   m.source,
		Name:     nodeName(cfg),
		OnNumber: recorder.SetNode,
		Clock:    clock,
		Log:      log,
	})
}

// background returns the work that renews the locks and the lease.
func (s *shared) background(log *slog.Logger) (work []func(context.Context)) {
	if s.lock != nil {
		work = append(work, func(ctx context.Context) { s.lock.Run(ctx, log) })
	}
	if s.lease != nil {
		work = append(work, s.lease.Run)
	}
	return work
}

// check is the readiness check of the membership: another node may have taken over
// after this one lost its connection.
func (s *shared) check(context.Context) error {
	if s.lock != nil {
		if err := s.lock.Health(); err != nil {
			return err
		}
	}
	if s.lease != nil {
		return s.lease.Health()
	}
	return nil
}

func (m *membership) close() error {
	var errs []error
	if m.lock != nil {
		errs = append(errs, m.lock.Close())
	}
	if m.folder != nil {
		errs = append(errs, m.folder.Close())
	}
	return errors.Join(errs...)
}
