package records_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"linnet/internal/core/event"
	"linnet/internal/core/queue"
	"linnet/internal/core/utm"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// upgraded returns a store whose schema was of a version when the statements ran.
func upgraded(t *testing.T, engine string, version int64, statements ...string) *records.Store {
	t.Helper()
	s, _ := upgradedRows(t, engine, version, statements...)
	return s
}

// upgradedRows is upgraded, and returns a connection of its own to the store.
func upgradedRows(t *testing.T, engine string, version int64, statements ...string) (*records.Store, *sql.DB) {
	t.Helper()
	o, driver, source, dialect := records.Options{Dir: t.TempDir()}, records.SQLiteDriver, "", goose.DialectSQLite3
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
	return s, driverOf(t, driver, source)
}

// linkOfSchema28 returns the statements that store the link lnk_1 of the workspace wsp_1.
func linkOfSchema28(address string) []string {
	return []string{
		`INSERT INTO workspaces (id, name, plan, created_at, updated_at) VALUES ('wsp_1', 'w', 'FREE', 1, 1)`,
		`INSERT INTO domains (id, workspace_id, host, created_at, updated_at) VALUES ('dom_1', '', 'go.example.com', 1, 1)`,
		`INSERT INTO links (id, workspace_id, domain_id, url, redirect_status, forward_query, forward_path, indexable,
			alias_folded, search, created_by, created_at, updated_at, version)
		VALUES ('lnk_1', 'wsp_1', 'dom_1', '` + address + `', 302, false, false, false, 'a', '', 'usr_1', 1, 1, 1)`,
	}
}

func TestUpgrade_MovesTitlesAndJobsToTasks(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := upgraded(t, engine, 28, append(linkOfSchema28("https://example.com/"),
				`INSERT INTO title_tasks (link_id, url, due_at, tries) VALUES ('lnk_1', 'https://example.com/', 5000, 1)`,
				`INSERT INTO jobs (id, workspace_id, kind, state, name, created_by, attempts, lease_owner, lease_until, run_after, created_at) VALUES
					('job_draft', 'wsp_1', 'import', 'draft', 'a', 'usr_1', 0, '', 0, 0, 1000),
					('job_queued', 'wsp_1', 'export', 'queued', 'a', 'usr_1', 2, '', 0, 6000, 1000),
					('job_running', 'wsp_1', 'export', 'running', 'a', 'usr_1', 1, 'run_1', 7000, 0, 1000),
					('job_done', 'wsp_1', 'export', 'done', 'a', 'usr_1', 1, '', 0, 0, 1000)`)...)
			for _, want := range []struct {
				kind, key, payload string
				due                int64
				attempts           int
			}{
				{"page_title", "lnk_1", "https://example.com/", 5000, 2},
				{"job", "job_queued", "", 6000, 3},
				{"job", "job_running", "", 7000, 2},
			} {
				claim := queue.Claim{Lease: queue.Lease{Kind: want.kind, Owner: "test"}, Now: time.UnixMilli(want.due - 1), Until: time.UnixMilli(1 << 40)}
				if got, err := s.ClaimTask(t.Context(), claim); err == nil {
					t.Errorf("%s was due too early", got.Key)
				}
				claim.Now = time.UnixMilli(want.due)
				got, err := s.ClaimTask(t.Context(), claim)
				if err != nil || got.Key != want.key || got.Payload != want.payload || got.Attempts != want.attempts || got.WorkspaceID != "wsp_1" {
					t.Errorf("claimed %+v, %v; want %+v", got, err, want)
				}
			}
			if n, err := s.TasksDue(t.Context(), "job", time.UnixMilli(1<<41)); err != nil || n != 2 {
				t.Errorf("%d jobs became tasks, %v", n, err)
			}
		})
	}
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

func TestUpgrade_CountsTheCaseOfCampaignsAsBefore(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := upgraded(t, engine, 77,
				`INSERT INTO workspaces (id, name, plan, created_at, updated_at) VALUES ('wsp_1', 'w', 'FREE', 1, 1), ('wsp_2', 'w', 'FREE', 1, 1)`,
				`INSERT INTO utm_conventions (workspace_id, rules, updated_at) VALUES ('wsp_2', '{"lowerCase":true}', 1)`)
			for workspace, want := range map[string]utm.Conventions{
				"wsp_1": {}, "wsp_2": {LowerCase: true}, "wsp_new": {FoldCase: true},
			} {
				if got, err := s.UTMConventions(t.Context(), workspace); err != nil || !cmp.Equal(got, want) {
					t.Errorf("%s: %+v, want %+v: %v", workspace, got, want, err)
				}
			}
		})
	}
}
