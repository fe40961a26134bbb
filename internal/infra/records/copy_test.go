package records_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func openCopy(t *testing.T, o records.Options) *records.Store {
	t.Helper()
	s, err := records.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func sourceAt(t *testing.T, o records.Options) *records.CopySource {
	t.Helper()
	source, err := records.OpenCopySource(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := source.Close(); err != nil {
			t.Error(err)
		}
	})
	return source
}

// filled returns a folder with records of FillRecords.
func filled(t *testing.T) records.Options {
	t.Helper()
	o := records.Options{Dir: testkit.SQLiteDir(t)}
	testkit.FillRecords(t, o.Dir)
	return o
}

func silent(string, int64) {}

// copyAll copies and returns the comparison.
func copyAll(t *testing.T, target *records.Store, source *records.CopySource) []records.TableComparison {
	t.Helper()
	if err := target.CopyFrom(t.Context(), source, silent); err != nil {
		t.Fatal(err)
	}
	return compareAll(t, target, source)
}

func compareAll(t *testing.T, target *records.Store, source *records.CopySource) []records.TableComparison {
	t.Helper()
	all, err := target.CompareWith(t.Context(), source, silent)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func wantEqual(t *testing.T, all []records.TableComparison) {
	t.Helper()
	for _, c := range all {
		if !c.Equal || c.SourceRows == 0 {
			t.Errorf("the copy differs, or the table is empty: %+v", c)
		}
	}
}

// TestStore_CopiesEveryTable copies rows of every table from SQLite to PostgreSQL and
// back. The checksums must be equal at each step and at both ends.
func TestStore_CopiesEveryTable(t *testing.T) {
	t.Parallel()
	first := records.Options{Dir: testkit.SQLiteDir(t)}
	tables := testkit.FillRecords(t, first.Dir)
	second := records.Options{URL: testkit.Postgres(t), Dir: t.TempDir()}
	third := records.Options{Dir: t.TempDir()}
	there := copyAll(t, openCopy(t, second), sourceAt(t, first))
	wantEqual(t, there)
	back := copyAll(t, openCopy(t, third), sourceAt(t, second))
	wantEqual(t, back)
	compared := make([]string, len(there))
	for i := range there {
		compared[i] = there[i].Table
		if there[i].SourceChecksum != back[i].TargetChecksum {
			t.Errorf("%s changed on the way", there[i].Table)
		}
	}
	slices.Sort(compared)
	if diff := cmp.Diff(tables, compared); diff != "" {
		t.Errorf("tables that were filled and compared differ: %s", diff)
	}
	for _, name := range []string{"users", "links", "daily_salts", "event_sequence", "secret_key", "qr_look_media", "nodes"} {
		if !slices.Contains(tables, name) {
			t.Errorf("the table %s is not copied", name)
		}
	}
}

// TestStore_CopiesChanges repeats a copy after the source has changed: rows were
// added, changed and deleted, and a unique value moved between two rows.
func TestStore_CopiesChanges(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			from, to := filled(t), records.Options{Dir: t.TempDir()}
			if engine == "postgres" {
				to.URL = testkit.Postgres(t)
			}
			target := openCopy(t, to)
			wantEqual(t, copyAll(t, target, sourceAt(t, from)))
			changed := []string{
				`UPDATE events SET data = 'new' WHERE seq = (SELECT MIN(seq) FROM events)`,
				`DELETE FROM events WHERE seq > (SELECT MIN(seq) + 1289 FROM events)`,
				`INSERT INTO tags (id, workspace_id, name, name_folded, created_at) SELECT 'tag_new', workspace_id, 'n', 'n', 1 FROM tags LIMIT 1`,
				`UPDATE links SET domain_id = (SELECT MAX(id) FROM domains)`, `UPDATE aliases SET domain_id = (SELECT MAX(id) FROM domains)`,
				`UPDATE bio_pages SET domain_id = (SELECT MAX(id) FROM domains)`,
				`DELETE FROM domains WHERE workspace_id <> '' AND id <> (SELECT MAX(id) FROM domains)`,
				`UPDATE users SET email_folded = 'a' WHERE id = (SELECT MIN(id) FROM users)`,
				`UPDATE users SET email_folded = (SELECT folded FROM (SELECT 'b' AS folded)) WHERE id = (SELECT MAX(id) FROM users)`,
			}
			driverOf(t, records.SQLiteDriver, filepath.Join(from.Dir, records.File), changed...)
			wantEqual(t, copyAll(t, target, sourceAt(t, from)))
			driverOf(t, records.SQLiteDriver, filepath.Join(from.Dir, records.File), `UPDATE users SET email_folded = 'c' WHERE email_folded = 'a'`,
				`UPDATE users SET email_folded = 'a' WHERE email_folded = 'b'`, `UPDATE users SET email_folded = 'b' WHERE email_folded = 'c'`)
			wantEqual(t, copyAll(t, target, sourceAt(t, from)))
		})
	}
}

// TestStore_ContinuesACopy interrupts a copy at many points. Running it again must
// complete it.
func TestStore_ContinuesACopy(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	from := records.Options{Dir: testkit.SQLiteDir(t)}
	tables := testkit.FillRecords(t, from.Dir)
	target := openCopy(t, records.Options{URL: testkit.Postgres(t), Dir: t.TempDir()})
	for at := 0; at < len(tables); at += 3 {
		ctx, stop := context.WithCancel(t.Context())
		calls := 0
		err := target.CopyFrom(ctx, sourceAt(t, from), func(string, int64) {
			if calls++; calls > at {
				stop()
			}
		})
		stop()
		if err == nil {
			break // it ended at the last call
		}
	}
	wantEqual(t, copyAll(t, target, sourceAt(t, from)))
}

func TestStore_ComparisonFindsADifference(t *testing.T) {
	t.Parallel()
	from := filled(t)
	to := records.Options{Dir: t.TempDir()}
	target := openCopy(t, to)
	wantEqual(t, copyAll(t, target, sourceAt(t, from)))
	driverOf(t, records.SQLiteDriver, filepath.Join(to.Dir, records.File), `UPDATE links SET title = title || '.' WHERE id = (SELECT MIN(id) FROM links)`)
	for _, c := range compareAll(t, target, sourceAt(t, from)) {
		if c.Equal == (c.Table == "links") {
			t.Errorf("a changed link shows as %+v", c)
		}
	}
}

// TestStore_RefusesACopyOverAnotherInstall covers the states of a target.
func TestStore_RefusesACopyOverAnotherInstall(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		begin := func(origin string) (bool, error) { return s.BeginCopy(t.Context(), origin, testkit.Day()) }
		for range 2 {
			if finished, err := begin("dom_1"); err != nil || finished {
				t.Fatalf("the copy began with %t, %v", finished, err)
			}
		}
		if unfinished, err := s.CopyUnfinished(t.Context()); err != nil || !unfinished {
			t.Errorf("CopyUnfinished is %t, %v", unfinished, err)
		}
		if _, err := begin("dom_2"); !fault.Is(err, fault.Conflict) {
			t.Errorf("a copy of another install began: %v", err)
		}
		if err := s.FinishCopy(t.Context(), testkit.Day()); err != nil {
			t.Fatal(err)
		}
		if finished, err := begin("dom_1"); err != nil || !finished {
			t.Errorf("a finished copy began again: %t, %v", finished, err)
		}
		if unfinished, err := s.CopyUnfinished(t.Context()); err != nil || unfinished {
			t.Errorf("CopyUnfinished is %t, %v", unfinished, err)
		}
	})
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		testkit.Owner(t, s)
		if _, err := s.BeginCopy(t.Context(), "dom_1", testkit.Day()); !fault.Is(err, fault.Conflict) {
			t.Errorf("a copy over an install began: %v", err)
		}
	})
}

func TestOpenCopySource_RefusesOtherSchemas(t *testing.T) {
	t.Parallel()
	o := records.Options{Dir: t.TempDir()}
	if _, err := records.OpenCopySource(t.Context(), o); err == nil {
		t.Error("a missing file was opened")
	}
	testkit.Owner(t, openCopy(t, o))
	driverOf(t, records.SQLiteDriver, filepath.Join(o.Dir, records.File), fromTheFuture)
	if _, err := records.OpenCopySource(t.Context(), o); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "9999") {
		t.Errorf("records of another schema were opened: %v", err)
	}
}

func TestStore_CopyNamesATextThatPostgreSQLCannotStore(t *testing.T) {
	t.Parallel()
	from := records.Options{Dir: t.TempDir()}
	testkit.Owner(t, openCopy(t, from))
	driverOf(t, records.SQLiteDriver, filepath.Join(from.Dir, records.File), `UPDATE workspaces SET name = 'a' || char(0) || 'b'`)
	target := openCopy(t, records.Options{URL: testkit.Postgres(t), Dir: t.TempDir()})
	err := target.CopyFrom(t.Context(), sourceAt(t, from), silent)
	if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "workspaces") {
		t.Errorf("the copy ended with %v", err)
	}
}
