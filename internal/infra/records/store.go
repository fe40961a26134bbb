// Package records stores accounts, workspaces, domains, links and their events in
// SQLite or PostgreSQL. The SQL is the same for both; dialect.go has the
// differences.
package records

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/link"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// File is the name of the SQLite file in the data folder; Backups is the
// folder beside it for the copies from before upgrades.
const (
	File    = "records.db"
	Backups = "backups"
)

// Options says where the records are.
type Options struct {
	// URL is postgres://…; empty means SQLite in Dir.
	URL string
	// Dir is the data folder. A missing one is created with mode 0700.
	Dir string
}

// Store is the record store of an install. It is safe for concurrent use. Each
// exported method is one transaction.
type Store struct {
	d       dialect
	dir     string
	readDB  *sql.DB
	writeDB *sql.DB    // SQLite: exactly one connection. PostgreSQL: readDB
	probe   *diskProbe // nil: PostgreSQL
	probeDB *sql.DB    // SQLite: a new connection for each probe. PostgreSQL: readDB
	hang    *hangWatch // nil: SQLite
	few     int        // links that are counted one by one, or sorted for a page: link.CountedTotal
	texts   int        // links whose texts a search compares: link.ComparedTotal
	pingDB  *sql.DB    // PostgreSQL: a new connection for each ping of hang. nil: SQLite
	read    conn
	write   conn
	url     string // of PostgreSQL
	node    string // distinguishes this process's notifications from those of other nodes

	follower follower // PostgreSQL

	compacted atomic.Bool // no deleted salt is left in the files

	mu             sync.RWMutex
	subscribers    map[int]func(event.Event)
	nextSubscriber int
}

// Open connects, brings the schema up to this binary's version and returns the
// store. A database that a newer binary has upgraded is refused.
func Open(ctx context.Context, o Options) (*Store, error) {
	s, err := connect(o)
	if err != nil {
		return nil, err
	}
	s.few, s.texts = link.CountedTotal, link.ComparedTotal
	s.url, s.node, s.subscribers = o.URL, ident.New(ident.Node), map[int]func(event.Event){}
	s.follower.init()
	s.read = conn{q: s.readDB, d: &s.d, hang: s.hang}
	s.write = conn{q: s.writeDB, d: &s.d, hang: s.hang}
	if s.probe != nil {
		s.read.q = probed{s.readDB, s.probe}
		s.write.q = probed{s.writeDB, s.probe}
	}
	if err := s.writeDB.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the records (%s): %w", s.d.name, err), s.Close())
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.d.finish != "" {
		if _, err := s.write.exec(ctx, s.d.finish); err != nil {
			return nil, errors.Join(fmt.Errorf("complete the schema: %w", err), s.Close())
		}
	}
	if err := s.chainEarlier(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("chain the events of earlier versions: %w", err), s.Close())
	}
	return s, nil
}

func connect(o Options) (*Store, error) {
	if o.URL != "" {
		return connectPostgres(o)
	}
	return connectSQLite(o)
}

// connectSQLite opens a pool of readers and one writer. One writer is all that
// SQLite allows. Waiting for it in Go is fair and does not fail with "database is locked".
func connectSQLite(o Options) (*Store, error) {
	if o.Dir == "" {
		return nil, errors.New("open the records: no data folder given")
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	file, err := filepath.Abs(filepath.Join(o.Dir, File))
	if err != nil {
		return nil, fmt.Errorf("find the data folder: %w", err)
	}
	// Created here with mode 0600, which SQLite copies to the files beside it.
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make the records file: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("make the records file: %w", err)
	}
	d := sqliteDialect()
	writer, err := sql.Open(d.driver, sqliteDSN(file, false))
	if err != nil {
		return nil, fmt.Errorf("open the records: %w", err)
	}
	writer.SetMaxOpenConns(1)
	reader, err := sql.Open(d.driver, sqliteDSN(file, true))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the records: %w", err), writer.Close())
	}
	readers := max(4, 2*runtime.GOMAXPROCS(0))
	reader.SetMaxOpenConns(readers)
	reader.SetMaxIdleConns(readers) // opening one reads a file and runs six pragmas
	prober, err := sql.Open(d.driver, sqliteDSN(file, true))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the records: %w", err), reader.Close(), writer.Close())
	}
	prober.SetMaxIdleConns(-1) // a cached page would hide a disk that cannot be read
	probe, err := newDiskProbe(o.Dir)
	if err != nil {
		probe = nil // a full or read-only disk: SQLite says so, and reads may still work
	}
	return &Store{d: d, dir: o.Dir, readDB: reader, writeDB: writer, probe: probe, probeDB: prober}, nil
}

var errDatabaseURL = fault.New(fault.Invalid, "The database URL cannot be read. It looks like postgres://user:password@host:5432/name.")

func connectPostgres(o Options) (*Store, error) {
	d := postgresDialect()
	db, err := sql.Open(d.driver, postgresDSN(o.URL))
	if err != nil {
		// The driver's words may repeat the URL and with it the password.
		return nil, errDatabaseURL
	}
	db.SetMaxOpenConns(20)
	db.SetMaxIdleConns(10)
	db.SetConnMaxIdleTime(5 * time.Minute)
	pings, err := sql.Open(d.driver, postgresDSN(o.URL))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the records: %w", err), db.Close())
	}
	pings.SetMaxIdleConns(-1) // a new connection each: it shows that the server still accepts one
	return &Store{d: d, dir: o.Dir, readDB: db, writeDB: db, probeDB: db, pingDB: pings, hang: newHangWatch(pings)}, nil
}

// Close ends all connections. SQLite folds its log into the file.
func (s *Store) Close() error {
	if s.readDB == s.writeDB {
		return errors.Join(s.writeDB.Close(), s.pingDB.Close())
	}
	errs := []error{s.probeDB.Close(), s.readDB.Close(), s.writeDB.Close()}
	if s.probe != nil {
		errs = append(errs, s.probe.file.Close())
	}
	return errors.Join(errs...)
}

// Ping reports whether the records can be read right now.
func (s *Store) Ping(ctx context.Context) error {
	_, err := queryOne(ctx, s.read, value[int], `SELECT 1`)
	return err
}

// Size returns the size of the records on disk in bytes, indexes included.
func (s *Store) Size(ctx context.Context) (int64, error) {
	return queryOne(ctx, s.read, value[int64], s.d.size)
}

// Engine returns "sqlite" or "postgres".
func (s *Store) Engine() string { return s.d.name }
