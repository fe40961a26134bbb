package records_test

import (
	"context"
	"database/sql"
	"log/slog"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// Two nodes share a PostgreSQL database: each receives the other's events once,
// and the zero Event after a reconnect.
func TestListen_DeliversEventsOfOtherNodes(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	here, there := openAt(t, url), openAt(t, url)
	received := make(chan event.Event, 16)
	there.Subscribe(func(e event.Event) { received <- e })
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); there.Listen(ctx, slog.New(slog.DiscardHandler)) }()
	defer func() { cancel(); <-stopped }()

	if e := <-received; e.ID != "" {
		t.Fatalf("first came %+v, want the zero event", e)
	}
	want, err := here.PutDefaultDomain(t.Context(), domain.Domain{ID: ident.New(ident.Domain), Host: "go.example.com"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if e := <-received; e.Kind != event.DomainUpdated || e.SubjectID != want.ID {
		t.Fatalf("received %+v of domain %s", e, want.ID)
	}

	admin, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN linnet_events' AND datname = current_database()`); err != nil {
		t.Fatal(err)
	}
	if e := <-received; e.ID != "" {
		t.Fatalf("after the break came %+v, want the zero event", e)
	}
}

func openAt(t *testing.T, url string) *records.Store {
	t.Helper()
	s, err := records.Open(t.Context(), records.Options{URL: url, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
