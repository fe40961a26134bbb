package records_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

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

// Two nodes store the first two accounts at the same time, which makes one of them
// an operator.
func TestInsertAccount_MakesOneOfConcurrentFirstAccountsAnOperator(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	nodes := []*records.Store{openAt(t, url), openAt(t, url)}
	admin := driverOf(t, "pgx", url)
	blocker, err := admin.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = blocker.Rollback() }()
	if _, err := blocker.Exec(`SELECT last FROM event_sequence FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	var signUps sync.WaitGroup
	for i, node := range nodes {
		signUps.Go(func() {
			r := registration(fmt.Sprintf("ada%d@example.com", i), noon)
			if err := node.InsertAccount(t.Context(), r, happened(event.UserSignedUp, r.Workspace.ID, r.Account.ID, noon)); err != nil {
				t.Error(err)
			}
		})
	}
	count := func(query string) (n int) {
		if err := admin.QueryRow(query).Scan(&n); err != nil {
			t.Error(err)
		}
		return n
	}
	poll := time.NewTicker(time.Millisecond)
	defer poll.Stop()
	for count(`SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`) < len(nodes) {
		if t.Failed() {
			return
		}
		<-poll.C
	}
	if err := blocker.Commit(); err != nil {
		t.Error(err)
	}
	signUps.Wait()
	if users, operators := count(`SELECT COUNT(*) FROM users`), count(`SELECT COUNT(*) FROM users WHERE operator_since <> 0`); users != 2 || operators != 1 {
		t.Errorf("%d users, %d operators", users, operators)
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
