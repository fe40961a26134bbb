package app

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

// clusterTests turns on the tests with a replica and a pooler (make test-cluster).
const clusterTests = "LINNET_CLUSTER_TESTS"

// TestCluster_SurvivesAnOutageOfTheDatabase runs two nodes through the loss of their
// database: behind PgBouncer in transaction mode, which is killed and started again, or
// does not answer for a while, and with a replica, which takes over after the primary was
// killed. Attempts at a password are counted together before and afterwards, and by each
// node meanwhile.
func TestCluster_SurvivesAnOutageOfTheDatabase(t *testing.T) {
	if os.Getenv(clusterTests) == "" {
		t.Skipf("set %s=1, as make test-cluster does", clusterTests)
	}
	t.Run("pooler", func(t *testing.T) {
		pooler := testkit.NewPooler(t, testkit.MigratedPostgres(t))
		surviveOutage(t, pooler.URL, pooler.Kill, pooler.Start)
	})
	t.Run("pooler that does not answer", func(t *testing.T) {
		pooler := testkit.NewPooler(t, testkit.MigratedPostgres(t))
		surviveOutage(t, pooler.URL, pooler.Freeze, pooler.Thaw)
	})
	t.Run("fail-over", func(t *testing.T) {
		database := testkit.NewReplicated(t)
		surviveOutage(t, database.URL, database.Primary.Kill, database.Promote)
	})
}

func surviveOutage(t *testing.T, database string, down, up func()) {
	t.Helper()
	install := newSharedInstall(t)
	install.cfg.DatabaseURL = database
	install.prepare = func(n *Node) { n.parts.services.attempts.Timeout = 2 * time.Second } // for a busy machine
	here, there := install.run("here"), install.run("there")
	owner := testkit.Owner(t, here.parts.records)
	cached := here.create(t, owner, link.Settings{URL: "https://example.com/cached"}).Alias()
	uncached := here.create(t, owner, link.Settings{URL: "https://example.com/uncached"}).Alias()
	locked := [2]string{lockedLink(t, here, owner), lockedLink(t, here, owner)}
	sees := func(n *Node, alias, want string) {
		t.Helper()
		await(t, func() string {
			got, err := visit(t.Context(), n, alias)
			if got == want {
				return ""
			}
			return fmt.Sprintf("%s answers %s %v, want %s", alias, got, err, want)
		})
	}
	awaitEvents(t, here, there) // those of the links would evict them later
	for _, n := range []*Node{here, there} {
		sees(n, cached, "302 https://example.com/cached")
	}

	for _, n := range []*Node{here, there} {
		sees(n, locked[1], "200") // the password form; cached from now on
	}
	if problem := limitsTries(t, locked[0], here, there); problem != "" {
		t.Error(problem)
	}

	down()
	await(t, func() string { // its processes end a little later
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if there.parts.records.Probe(ctx) == nil {
			return "the database answers"
		}
		return ""
	})
	sees(there, uncached, "503")
	if problem := limitsTries(t, locked[1], here, here); problem != "" {
		t.Error("during the outage: ", problem)
	}
	for range 20 {
		if got, err := visit(t.Context(), there, cached); got != "302 https://example.com/cached" {
			t.Fatalf("a cached link during the outage: %s, %v", got, err)
		}
	}
	if got := retryAfter(t, there, uncached); got == "" {
		t.Error("no Retry-After")
	}

	up()
	sees(there, uncached, "302 https://example.com/uncached")
	var after *link.Link
	await(t, func() (problem string) {
		draft := link.Draft{Settings: link.Settings{URL: "https://example.com/after", Title: "a title"}}
		made, err := here.parts.services.links.Create(t.Context(), owner, draft)
		if err != nil {
			return err.Error()
		}
		after = made
		return ""
	})
	sees(there, after.Alias(), "302 https://example.com/after")
	edit := func(d *link.Draft) { d.URL = "https://example.com/changed" }
	if _, err := here.parts.services.links.Update(t.Context(), owner, after.ID, nil, edit); err != nil {
		t.Fatal(err)
	}
	sees(there, after.Alias(), "302 https://example.com/changed")
	await(t, func() string { // for a second after a failure, nodes count alone
		return limitsTries(t, lockedLink(t, here, owner), here, there)
	})
	await(t, func() string {
		for _, n := range []*Node{here, there} {
			if err := n.parts.check(t.Context()); err != nil {
				return err.Error()
			}
		}
		return ""
	})
}

// awaitEvents waits until one node has received the events that another one has stored.
func awaitEvents(t *testing.T, from, to *Node) {
	t.Helper()
	mark := event.New(event.Actor{}, event.LinksExported, "", "lnk_mark", event.None{}, time.Now())
	received := make(chan struct{})
	var once sync.Once
	cancel := to.parts.records.Subscribe(func(e event.Event) {
		if e.SubjectID == mark.SubjectID {
			once.Do(func() { close(received) })
		}
	})
	defer cancel()
	await(t, func() string { // events before the first run of the follower are not published
		if err := from.parts.records.Note(t.Context(), mark); err != nil {
			return err.Error()
		}
		select {
		case <-received:
			return ""
		case <-time.After(100 * time.Millisecond):
			return "an event of the other node was not received"
		}
	})
}

// lockedLink creates a link with a password and returns its alias.
func lockedLink(t *testing.T, n *Node, owner access.Actor) string {
	t.Helper()
	draft := link.Draft{Settings: link.Settings{URL: "https://example.com/locked", Title: "a title"}, Password: new("open sesame")}
	made, err := n.parts.services.links.Create(t.Context(), owner, draft)
	if err != nil {
		t.Fatal(err)
	}
	return made.Alias()
}

// limitsTries tries five wrong passwords of a link on two nodes in turn, and reports
// whether the first one refuses the sixth.
func limitsTries(t *testing.T, alias string, first, second *Node) (problem string) {
	t.Helper()
	nodes := [...]*Node{first, second, first, second, first, first}
	var got, want [len(nodes)]int
	for i, n := range nodes {
		got[i], want[i] = unlock(t, n, alias, "wrong"), http.StatusForbidden
	}
	want[len(want)-1] = http.StatusTooManyRequests
	if got != want {
		return fmt.Sprintf("wrong passwords are answered with %v, want %v", got, want)
	}
	return ""
}

func retryAfter(t *testing.T, n *Node, alias string) string {
	t.Helper()
	response, err := get(t.Context(), n, "/"+alias)
	if err != nil {
		t.Fatal(err)
	}
	return response.Header.Get("Retry-After")
}
