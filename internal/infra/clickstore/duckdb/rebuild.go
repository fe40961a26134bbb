package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	engine "github.com/duckdb/duckdb-go/v2"

	"linnet/internal/infra/clickstore/clicksql"
	"linnet/internal/infra/clickstore/duckdb/storage"
)

// Salvaged describes what Rebuild read from a damaged file.
type Salvaged struct {
	Clicks     int64
	Lost       int64    // clicks in unreadable blocks; 0 if the file could not be opened
	Incomplete int64    // of Clicks, those without the values of some columns
	Columns    []string // the columns of these values
	Position   uint64   // of the journal; 0: unknown, and the whole journal is stored again
	// PositionLost says that Position could not be read, and is that of the counters.
	PositionLost bool
	Readable     bool // the old file could be opened
}

// Rebuild replaces the file at path by a new one with every click that is
// readable. It renames the old file and its log to aside and aside.wal, and never
// changes them. No process may have the file open. The new file has the identity
// of the old one (see Store.Source), or identity when that is unreadable; an empty
// identity stands for a new one. counted is a position that the old file had reached, for
// the case that its own is unreadable.
func Rebuild(ctx context.Context, path, aside, identity string, counted uint64) (done Salvaged, err error) {
	work := path + ".rebuild"
	if err := os.RemoveAll(work); err != nil {
		return done, err
	}
	if err := os.MkdirAll(work, 0o700); err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	source, target := filepath.Join(work, "old.duckdb"), filepath.Join(work, "new.duckdb")
	s, err := Open(ctx, target, Options{})
	if err != nil {
		return done, err
	}
	if err := errors.Join(s.setSource(ctx, identity), s.Close()); err != nil {
		return done, err
	}
	done.Readable, err = makeReadable(ctx, path, source, target)
	if err == nil && done.Readable {
		done, err = importFile(ctx, source, target, counted)
	}
	if err != nil {
		return done, fmt.Errorf("read the damaged click store: %w", err)
	}
	if err := setAside(path, aside); err != nil {
		return done, fmt.Errorf("rename the damaged click store: %w", err)
	}
	return done, os.Rename(target, path)
}

// setSource sets the identity of the file's clicks unless identity is empty.
func (s *Store) setSource(ctx context.Context, identity string) error {
	if identity == "" {
		return nil
	}
	_, err := s.db.ExecContext(ctx, "UPDATE origin SET source = ?", identity)
	return err
}

// setAside renames a file and its log, the log first: a store must never open
// with the log of another.
func setAside(path, aside string) error {
	if err := os.Rename(path+walSuffix, aside+walSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(path, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Sizes of the headers at the start of a DuckDB file: one of the file, and two
// of checkpoints, of which the newer one is valid.
const (
	headerBytes  = 4096
	headersBytes = 3 * headerBytes
)

// makeReadable copies the file at path to source and repairs the copy's headers
// and log until it opens. fresh is an intact file of the same format. It returns
// false if no repair succeeds.
func makeReadable(ctx context.Context, path, source, fresh string) (bool, error) {
	if err := copyFiles(path, source); err != nil {
		return false, err
	}
	log := source + walSuffix
	if err := os.Rename(log, log+".aside"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	old, err := readHeaders(source)
	if err != nil {
		return false, err
	}
	intact, err := readHeaders(fresh)
	if err != nil {
		return false, err
	}
	for _, headers := range headerRepairs(old, intact) {
		if err := writeHeaders(source, headers); err != nil {
			return false, err
		}
		if opens(ctx, source) {
			return true, longestLog(ctx, source, log+".aside")
		}
	}
	return false, nil
}

func readHeaders(path string) ([]byte, error) {
	raw := make([]byte, headersBytes)
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	if _, err := file.ReadAt(raw, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return raw, nil // zeros beyond the end of a truncated file
}

func writeHeaders(path string, headers []byte) error {
	file, err := os.OpenFile(filepath.Clean(path), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteAt(headers, 0)
	return errors.Join(err, file.Close())
}

// headerRepairs returns the headers to try: the old ones, with the file header of
// an intact file, and with one checkpoint's header in place of the other.
func headerRepairs(old, intact []byte) [][]byte {
	var all [][]byte
	file := [][]byte{old[:headerBytes], intact[:headerBytes]}
	first, second := old[headerBytes:2*headerBytes], old[2*headerBytes:]
	for _, checkpoints := range [][][]byte{{first, second}, {first, first}, {second, second}} {
		for _, f := range file {
			all = append(all, slices.Concat(f, checkpoints[0], checkpoints[1]))
		}
	}
	return all
}

// opens reports whether the file opens and has the current version.
func opens(ctx context.Context, path string) bool {
	db, err := openReadOnly(path)
	if err != nil {
		return false
	}
	defer db.Close() //nolint:errcheck // it was only read
	version, err := versionOf(ctx, db)
	return err == nil && version == schemaVersion
}

// longestLog writes the longest prefix of the log with which the file opens
// beside it. DuckDB ignores an incomplete entry at the end of a log.
func longestLog(ctx context.Context, source, log string) error {
	raw, err := os.ReadFile(filepath.Clean(log))
	if err != nil {
		return ignoreMissing(err)
	}
	try := func(n int) (bool, error) {
		if n == 0 {
			return true, ignoreMissing(os.Remove(source + walSuffix))
		}
		if err := os.WriteFile(source+walSuffix, raw[:n], 0o600); err != nil {
			return false, err
		}
		return opens(ctx, source), nil
	}
	good, bad := 0, len(raw)+1
	for next := len(raw); good < bad-1; next = (good + bad) / 2 {
		ok, err := try(next)
		if err != nil {
			return err
		}
		if ok {
			good = next
		} else {
			bad = next
		}
	}
	_, err = try(good)
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// importFile copies everything readable from source to target, which has the
// empty tables of the current version.
func importFile(ctx context.Context, source, target string, counted uint64) (Salvaged, error) {
	done := Salvaged{Readable: true}
	connector, err := engine.NewConnector(
		target+"?memory_limit=512MB&autoinstall_known_extensions=false&autoload_known_extensions=false",
		nil,
	)
	if err != nil {
		return done, err
	}
	db := sql.OpenDB(connector)
	db.SetMaxOpenConns(1)
	defer db.Close() //nolint:errcheck // a failed checkpoint is repeated at the next start
	if _, err := db.ExecContext(ctx, "ATTACH "+storage.Quote(source)+" AS old (READ_ONLY)"); err != nil {
		return done, err
	}
	old, err := attachedTables(ctx, db)
	if err != nil {
		return done, err
	}
	for _, name := range old {
		if name != storage.HotTable {
			columns := storage.MonthDefinition(clicksql.Columns())
			if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+name+" ("+columns+")"); err != nil {
				return done, err
			}
		}
		table := salvage{db: db, table: name, columns: clickColumns(name)}
		if err := table.run(ctx); err != nil {
			return done, err
		}
		done.add(&table)
	}
	if err := importAgents(ctx, db, old); err != nil {
		return done, err
	}
	if done.Position, err = importPosition(ctx, db); err != nil {
		done.Position, done.PositionLost = counted, true
		if _, err := db.ExecContext(ctx, fmt.Sprintf("UPDATE journal SET position = %d", counted)); err != nil {
			return done, err
		}
	}
	_, err = db.ExecContext(ctx, "DETACH old; CHECKPOINT")
	return done, err
}

func attachedTables(ctx context.Context, db *sql.DB) (all []string, err error) {
	err = storage.InTx(ctx, db, func(tx *sql.Tx) error {
		text := "SELECT table_name FROM duckdb_tables() WHERE database_name = 'old'" +
			" AND (table_name LIKE 'clicks_2%' OR table_name = '" + storage.HotTable + "') ORDER BY 1"
		return storage.QueryAll(ctx, tx, text, nil, func(r *sql.Rows) error {
			var name string
			err := r.Scan(&name)
			all = append(all, name)
			return err
		})
	})
	return all, err
}

// add adds the result of a table of clicks.
func (d *Salvaged) add(s *salvage) {
	d.Clicks, d.Lost, d.Incomplete = d.Clicks+s.copied, d.Lost+s.lost, d.Incomplete+s.incomplete
	d.Columns = append(d.Columns, s.unreadable...)
	slices.Sort(d.Columns)
	d.Columns = slices.Compact(d.Columns)
}

// importAgents copies the user agents. It clears the agents of clicks whose
// agent was lost, so that no other agent gets the same number.
func importAgents(ctx context.Context, db *sql.DB, tables []string) error {
	agents := salvage{db: db, table: "agents", columns: []salvageColumn{{name: "id"}, {name: "agent"}}}
	if err := agents.run(ctx); err != nil || agents.lost == 0 {
		return err
	}
	for _, table := range tables {
		if _, err := db.ExecContext(ctx, "UPDATE "+table+" SET agent = 0 WHERE agent NOT IN (SELECT id FROM agents)"); err != nil {
			return err
		}
	}
	return nil
}

// importPosition copies the positions and returns that of the journal beside the file.
func importPosition(ctx context.Context, db *sql.DB) (position uint64, err error) {
	if err := db.QueryRowContext(ctx, "SELECT coalesce(max(position), 0) FROM old.journal").Scan(&position); err != nil {
		return 0, err
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("UPDATE journal SET position = %d", position)); err != nil {
		return 0, err
	}
	// A file of an earlier version has none.
	_, _ = db.ExecContext(ctx, "INSERT INTO positions SELECT source, position FROM old.positions")
	// The clicks stay those of the same source. A file of an earlier version has none.
	_, _ = db.ExecContext(ctx, "UPDATE origin SET source = (SELECT source FROM old.origin LIMIT 1) WHERE EXISTS (FROM old.origin)")
	return position, nil
}
