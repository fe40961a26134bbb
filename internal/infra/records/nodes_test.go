package records_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/node"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// listening returns a second node on the database and the events that it receives after
// the zero Event of its start.
func listening(t *testing.T, url string) (node *records.Store, received <-chan event.Event) {
	t.Helper()
	node = openAt(t, url)
	events := make(chan event.Event, 64)
	node.Subscribe(func(e event.Event) { events <- e })
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); node.Listen(ctx, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() { cancel(); <-stopped })
	if e := <-events; e.ID != "" {
		t.Fatalf("first came %+v, want the zero event", e)
	}
	return node, events
}

func noted(t *testing.T, s *records.Store, subject string) event.Event {
	t.Helper()
	e := happened(event.LinkUpdated, "wsp_1", subject, noon)
	if err := s.Note(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return e
}

// Two nodes share a PostgreSQL database: each receives the other's events once, in
// order, and also those that happened while its connection was broken.
func TestListen_DeliversEventsOfOtherNodes(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	here := openAt(t, url)
	there, received := listening(t, url)
	want, err := here.PutDefaultDomain(t.Context(), domain.Domain{ID: ident.New(ident.Domain), Host: "go.example.com"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if e := <-received; e.Kind != event.DomainUpdated || e.SubjectID != want.ID {
		t.Fatalf("received %+v of domain %s", e, want.ID)
	}
	noted(t, there, "lnk_own")
	if e := <-received; e.SubjectID != "lnk_own" {
		t.Fatalf("received %+v", e)
	}

	admin := driverOf(t, "pgx", url)
	if _, err := admin.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN linnet_events' AND datname = current_database()`); err != nil {
		t.Fatal(err)
	}
	for i := range 300 { // more than one query reads
		noted(t, here, fmt.Sprint("lnk_", i))
	}
	for i := range 300 {
		if e := <-received; e.SubjectID != fmt.Sprint("lnk_", i) {
			t.Fatalf("received %+v as event %d after the break", e, i)
		}
	}
}

// A pooler in transaction mode drops notifications.
func TestListen_DeliversEventsWithoutNotifications(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	_, received := listening(t, url)
	here := openAt(t, url)
	admin := driverOf(t, "pgx", url)
	const insert = `INSERT INTO events (seq, id, workspace_id, actor_kind, actor_id, kind, subject_id, subject_label, data, at, silent)
		SELECT last, 'evt_' || last, 'wsp_1', 'system', '', 'link.updated', $1, '', '{}', 0, $2 FROM event_sequence`
	for _, subject := range []string{"lnk_silent", "lnk_public"} {
		tx, err := admin.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(`UPDATE event_sequence SET last = last + 1`); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(insert, subject, subject == "lnk_silent"); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if e := <-received; e.SubjectID != "lnk_public" {
		t.Fatalf("received %+v", e)
	}
	noted(t, here, "lnk_last")
	if e := <-received; e.SubjectID != "lnk_last" {
		t.Fatalf("received %+v, want the last event", e)
	}
}

// A replica that takes over may lack the last events.
func TestListen_DeliversTheZeroEventWhenEventsWereLost(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	here := openAt(t, url)
	_, received := listening(t, url)
	noted(t, here, "lnk_lost")
	if e := <-received; e.SubjectID != "lnk_lost" {
		t.Fatalf("received %+v", e)
	}
	admin := driverOf(t, "pgx", url)
	if _, err := admin.Exec(`UPDATE events SET hash = 'of another event' WHERE subject_id = 'lnk_lost'`); err != nil {
		t.Fatal(err)
	}
	if e := <-received; e.ID != "" {
		t.Fatalf("received %+v, want the zero event", e)
	}
}

func TestLockNode_RefusesASecondNodeAndTheMixOfModes(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	take := func(name string, shared bool, source string) (*records.NodeLock, error) {
		return records.LockNode(t.Context(), records.NodeLockOptions{URL: url, Name: name, Shared: shared, Source: source})
	}
	refused := func(name string, shared bool, source string, words ...string) {
		t.Helper()
		lock, err := take(name, shared, source)
		if !errors.Is(err, records.ErrNodeRefused) {
			t.Fatalf("%s: %v", name, err)
		}
		for _, word := range words {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v lacks %q", name, err, word)
			}
		}
		if lock != nil {
			t.Error("a refused node has a lock")
		}
	}
	must := func(name string, shared bool, source string) *records.NodeLock {
		t.Helper()
		lock, err := take(name, shared, source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return lock
	}
	closed := func(locks ...*records.NodeLock) {
		t.Helper()
		for _, lock := range locks {
			if err := lock.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	first := must("first", false, "")
	refused("second", false, "", "first", "shared click store")
	refused("third", true, "jrn_3", "first", "without a shared click store")
	closed(first)
	one, two := must("one", true, "jrn_1"), must("two", true, "jrn_2")
	refused("copy", true, "jrn_1", "one", "copy of this journal")
	refused("embedded", false, "")
	closed(one, two)
	closed(must("first again", false, ""))
}

// lockedNode takes the lock for a test, and returns a function that ends its connection.
func lockedNode(t *testing.T, url, name string) (lock *records.NodeLock, end func()) {
	t.Helper()
	lock, err := records.LockNode(t.Context(), records.NodeLockOptions{URL: url, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lock.Close(); err != nil {
			t.Error(err)
		}
	})
	admin := driverOf(t, "pgx", url)
	const mine = ` FROM pg_stat_activity WHERE application_name LIKE 'linnet node ' || $1 || ' %' AND datname = current_database()`
	return lock, func() {
		t.Helper()
		if _, err := admin.Exec(`SELECT pg_terminate_backend(pid, 10000)`+mine, name); err != nil {
			t.Fatal(err)
		}
	}
}

// watch runs the checks of a lock until the test ends.
func watch(t *testing.T, lock *records.NodeLock) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() { defer close(stopped); lock.Run(ctx, slog.New(slog.DiscardHandler)) }()
	t.Cleanup(func() { cancel(); <-stopped })
}

func await(t *testing.T, what string, reached func() bool) {
	t.Helper()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for !reached() {
		select {
		case <-poll.C:
		case <-t.Context().Done():
			t.Fatal(what)
		}
	}
}

func TestNodeLock_IsTakenAgainAfterALostConnection(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	lock, end := lockedNode(t, url, "here")
	watch(t, lock)
	end()
	await(t, "the lock was not taken again", func() bool {
		other, err := records.LockNode(t.Context(), records.NodeLockOptions{URL: url, Name: "there"})
		if err == nil {
			_ = other.Close() // before the node was back
		}
		return errors.Is(err, records.ErrNodeRefused) && lock.Health() == nil
	})
}

func TestNodeLock_ReportsThatAnotherNodeTookOver(t *testing.T) {
	t.Parallel()
	url := testkit.Postgres(t)
	lock, end := lockedNode(t, url, "here")
	end()
	other, err := records.LockNode(t.Context(), records.NodeLockOptions{URL: url, Name: "there"})
	if err != nil {
		t.Fatal(err)
	}
	watch(t, lock)
	await(t, "the loss is not reported", func() bool { return errors.Is(lock.Health(), records.ErrNodeRefused) })
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	await(t, "the lock was not taken after the other node", func() bool { return lock.Health() == nil })
}

func TestStore_LeasesEachNodeANumber(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		lease := func(source string, at time.Time) (int, error) {
			return s.LeaseNode(t.Context(), node.Node{Source: source, Name: source, LeaseUntil: at.Add(time.Hour)}, at)
		}
		want := func(source string, at time.Time, number int) {
			t.Helper()
			if got, err := lease(source, at); err != nil || got != number {
				t.Errorf("%s has number %d, %v; want %d", source, got, err, number)
			}
		}
		var joining sync.WaitGroup
		for i := 1; i <= node.MaxNumber; i++ {
			joining.Go(func() {
				if _, err := lease(fmt.Sprint("jrn_", i), noon.Add(time.Duration(i)*time.Second)); err != nil {
					t.Error(err)
				}
			})
		}
		joining.Wait()
		nodes, err := s.Nodes(t.Context())
		if err != nil || len(nodes) != node.MaxNumber {
			t.Fatalf("%d nodes, %v", len(nodes), err)
		}
		numbers := map[string]int{}
		for i, n := range nodes {
			numbers[n.Source] = n.Number
			if n.Number != i+1 {
				t.Errorf("number %d comes after %d", n.Number, i)
			}
		}
		later := noon.Add(30 * time.Minute)
		if _, err := lease("jrn_new", later); !fault.Is(err, fault.Conflict) {
			t.Errorf("a node too many: %v", err)
		}
		want("jrn_7", later, numbers["jrn_7"])
		if err := s.ReleaseNode(t.Context(), "jrn_9", later); err != nil {
			t.Fatal(err)
		}
		want("jrn_new", later, numbers["jrn_9"])
		want("jrn_1st", noon.Add(time.Hour+time.Minute), numbers["jrn_1"]) // the lease that ended first
	})
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
