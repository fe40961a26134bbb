package records_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"

	"linnet/internal/core/event"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// upgraded returns a store whose schema was of a version when the statements ran.
func upgraded(t *testing.T, engine string, version int64, statements ...string) *records.Store {
	t.Helper()
	o, driver, source, dialect := records.Options{Dir: t.TempDir()}, "sqlite", "", goose.DialectSQLite3
	source = filepath.Join(o.Dir, records.File)
	if engine == "postgres" {
		o.URL = testkit.Postgres(t)
		driver, source, dialect = "pgx", o.URL, goose.DialectPostgres
	}
	db := driverOf(t, driver, source)
	older, err := goose.NewProvider(dialect, db, os.DirFS("migrations"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := older.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := records.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestUpgrade_NumbersEarlierEvents(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := upgraded(t, engine, 27, `
				INSERT INTO events (id, workspace_id, actor_id, kind, subject_id, data, at) VALUES
				('evt_b', 'wsp_1', 'usr_1', 'link.updated', 'lnk_1', '{}', 2000), ('evt_a', 'wsp_1', '', 'link.created', 'lnk_1', '{}', 1000),
				('evt_c', 'wsp_1', '', 'link.deleted', 'lnk_1', '{}', 2000)`)
			if err := s.Note(t.Context(), event.New(event.Actor{}, event.LinkRestored, "wsp_1", "lnk_1", event.None{}, testkit.Day())); err != nil {
				t.Fatal(err)
			}
			events, err := s.EventsOf(t.Context(), "wsp_1", "lnk_1", 10)
			if err != nil || len(events) != 4 {
				t.Fatalf("%v, %v", events, err)
			}
			for i, want := range []struct {
				kind  event.Kind
				actor event.ActorKind
			}{
				{event.LinkRestored, event.System}, {event.LinkDeleted, event.System}, {event.LinkUpdated, event.User}, {event.LinkCreated, event.System},
			} {
				if e := events[i]; e.Kind != want.kind || e.Actor.Kind != want.actor || e.Seq != int64(4-i) {
					t.Errorf("event %d is %+v, want %v of a %s", 4-i, e, want.kind, want.actor)
				}
			}
		})
	}
}
