package app

import (
	"bytes"
	"io"
	"log/slog"
	"path/filepath"
	"testing"

	"linnet/internal/app/backups"
	"linnet/internal/app/installcopy"
	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// everyRow is a stopped install with rows of every table, see testkit.FillRecords.
type everyRow struct {
	t      *testing.T
	cfg    config.Config
	tables []string
}

func newEveryRow(t *testing.T) *everyRow {
	t.Helper()
	cfg := config.Config{
		Addr: "127.0.0.1:0", Data: t.TempDir(), PublicURL: "http://" + testkit.Host, JournalSync: "second", SecretKey: sealed.New().Text(),
	}
	n, err := New(t.Context(), cfg, Log{slog.New(slog.DiscardHandler), logqueue.New(io.Discard)}) // makes the click store and the check of the key
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	return &everyRow{t: t, cfg: cfg, tables: testkit.FillRecords(t, cfg.Data)}
}

// migrate copies the records to a folder or a database.
func (e *everyRow) migrate(from config.Config, to string) {
	e.t.Helper()
	copies := installcopy.New(installcopy.Deps{Config: from, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)})
	report, err := copies.Copy(e.t.Context(), installcopy.Options{To: to, Finish: true}, func(string, int64, int64) {})
	if err != nil || !report.Equal || !report.Finished {
		e.t.Fatalf("migrate from %s%s to %s: %+v, %v", from.Data, from.DatabaseURL, to, report, err)
	}
}

// backUp returns a folder with a restored backup.
func (e *everyRow) backUp(from config.Config) records.Options {
	e.t.Helper()
	from.BackupDatabases = from.DatabaseURL != ""
	var archive bytes.Buffer
	if err := backupsOf(from).Write(e.t.Context(), &archive, backups.Encryption{}); err != nil {
		e.t.Fatal(err)
	}
	to := e.cfg
	to.Data = filepath.Join(e.t.TempDir(), "restored")
	if _, err := backupsOf(to).Restore(e.t.Context(), &archive, backups.Encryption{}); err != nil {
		e.t.Fatal(err)
	}
	return records.Options{Dir: to.Data}
}

func backupsOf(cfg config.Config) *backups.Service {
	return backups.New(backups.Deps{Config: cfg, Version: version, Clock: clock.System{}, Log: slog.New(slog.DiscardHandler)})
}

// wantIn compares the rows of a store with those of the install. without is a table that
// must be empty.
func (e *everyRow) wantIn(at records.Options, without string) {
	e.t.Helper()
	source, err := records.OpenCopySource(e.t.Context(), records.Options{Dir: e.cfg.Data})
	if err != nil {
		e.t.Fatal(err)
	}
	defer source.Close()
	if at.Dir == "" {
		at.Dir = e.t.TempDir()
	}
	s, err := records.Open(e.t.Context(), at)
	if err != nil {
		e.t.Fatal(err)
	}
	defer s.Close()
	compared, err := s.CompareWith(e.t.Context(), source, func(string, int64) {})
	if err != nil || len(compared) != len(e.tables) {
		e.t.Fatalf("%d of %d tables were compared: %v", len(compared), len(e.tables), err)
	}
	for _, c := range compared {
		switch {
		case c.Table == without && c.TargetRows == 0:
		case !c.Equal || c.SourceRows == 0:
			e.t.Errorf("%+v", c)
		}
	}
}

// salts is the table of which backups contain no row.
const salts = "daily_salts"

// TestBackup_RestoresEveryRow backs up and restores a row of every table with every
// optional column empty, and one with every column full.
func TestBackup_RestoresEveryRow(t *testing.T) {
	t.Parallel()
	e := newEveryRow(t)
	e.wantIn(e.backUp(e.cfg), salts)
	moved := e.cfg
	moved.Data = filepath.Join(t.TempDir(), "moved")
	e.migrate(e.cfg, moved.Data)
	e.wantIn(records.Options{Dir: moved.Data}, "")
}

// TestMigrate_CopiesEveryRowInEachDirection moves the rows to PostgreSQL and back, and
// backs up and restores the content of PostgreSQL.
func TestMigrate_CopiesEveryRowInEachDirection(t *testing.T) {
	t.Parallel()
	e := newEveryRow(t)
	there := e.cfg
	there.DatabaseURL = testkit.Postgres(t)
	e.migrate(e.cfg, there.DatabaseURL)
	e.wantIn(records.Options{URL: there.DatabaseURL}, "")
	e.wantIn(e.backUp(there), salts)
	back := filepath.Join(t.TempDir(), "back")
	e.migrate(there, back)
	e.wantIn(records.Options{Dir: back}, "")
}
