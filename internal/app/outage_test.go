package app

import (
	"fmt"
	"os"
	"testing"

	"linnet/internal/core/link"
	"linnet/internal/testkit"
)

// clusterTests turns on the tests with a replica and a pooler (make test-cluster).
const clusterTests = "LINNET_CLUSTER_TESTS"

// TestCluster_SurvivesAnOutageOfTheDatabase runs two nodes through the loss of their
// database: behind PgBouncer in transaction mode, which is killed and started again, and
// with a replica, which takes over after the primary was killed.
func TestCluster_SurvivesAnOutageOfTheDatabase(t *testing.T) {
	if os.Getenv(clusterTests) == "" {
		t.Skipf("set %s=1, as make test-cluster does", clusterTests)
	}
	t.Run("pooler", func(t *testing.T) {
		pooler := testkit.NewPooler(t, testkit.MigratedPostgres(t))
		surviveOutage(t, pooler.URL, pooler.Kill, pooler.Start)
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
	here, there := install.run("here"), install.run("there")
	owner := testkit.Owner(t, here.parts.records)
	cached := here.create(t, owner, link.Settings{URL: "https://example.com/cached"}).Alias()
	uncached := here.create(t, owner, link.Settings{URL: "https://example.com/uncached"}).Alias()
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
	for _, n := range []*Node{here, there} {
		sees(n, cached, "302 https://example.com/cached")
	}

	down()
	sees(there, uncached, "503")
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
	patch := link.Patch{URL: link.To("https://example.com/changed")}
	if _, err := here.parts.services.links.Update(t.Context(), owner, after.ID, 0, patch); err != nil {
		t.Fatal(err)
	}
	sees(there, after.Alias(), "302 https://example.com/changed")
	await(t, func() string {
		for _, n := range []*Node{here, there} {
			if err := n.parts.check(t.Context()); err != nil {
				return err.Error()
			}
		}
		return ""
	})
}

func retryAfter(t *testing.T, n *Node, alias string) string {
	t.Helper()
	response, err := get(t.Context(), n, "/"+alias)
	if err != nil {
		t.Fatal(err)
	}
	return response.Header.Get("Retry-After")
}
