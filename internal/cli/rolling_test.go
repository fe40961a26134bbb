package cli

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"

	"linnet/internal/testkit"
)

// TestCluster_RollingUpgradeLosesNothing replaces two nodes of a previous version, one
// after the other, with this one, while both are visited: links work on at least one
// node at any time, the older node works beside the migrated records, and every
// answered visit is counted once. LINNET_PREVIOUS_BINARY is a binary of that version.
func TestCluster_RollingUpgradeLosesNothing(t *testing.T) {
	previous := os.Getenv("LINNET_PREVIOUS_BINARY")
	if os.Getenv("LINNET_CLUSTER_TESTS") == "" || previous == "" {
		t.Skip("set LINNET_CLUSTER_TESTS=1 and LINNET_PREVIOUS_BINARY to a binary of the previous version")
	}
	pair := newNodePair(t, testkit.Postgres(t)) // with the schema of the previous version
	for i := range pair.processes {
		pair.launchBinary(i, previous)
	}
	pair.signUp()
	links := make([]visits, 2)
	ids := pair.addLinks(len(links))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	loads := startVisits(ctx, links, pair.people)
	for i := range pair.processes {
		before := links[0].answered.Load()
		pair.stop(i)
		pair.launch(i, "/readyz")
		other := pair.people[1-i]
		eventually(t, func() string {
			if status, body := readyAnswer(t, other.origin); status != http.StatusOK {
				return fmt.Sprintf("beside the upgraded node: %d %s", status, body)
			}
			return ""
		})
		var made struct{ ID string }
		alias := fmt.Sprint("during-", i)
		other.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": alias}, http.StatusCreated, &made)
		if links[0].answered.Load() == before {
			t.Error("no visit was answered during the upgrade")
		}
	}
	stop()
	loads.Wait()
	pair.awaitCounts(ids, links)
	countedTwice(t, pair.clicksURL)
}
