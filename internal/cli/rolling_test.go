package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"linnet/internal/base/sealed"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
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
	_, clicksURL := testclickhouse.Start(t)
	addrs, folders := [2]string{testkit.FreeAddr(t), testkit.FreeAddr(t)}, [2]string{t.TempDir(), t.TempDir()}
	environment := []string{
		"LINNET_DATABASE_URL=" + testkit.MigratedPostgres(t), "LINNET_CLICKHOUSE_URL=" + clicksURL, "LINNET_SECRET_KEY=" + sealed.New().Text(),
	}
	arguments := func(i int) []string {
		return []string{"serve", "--addr", addrs[i], "--data", folders[i], "--public-url", "http://" + addrs[0]}
	}
	var nodes [2]*exec.Cmd
	for i := range nodes {
		nodes[i] = startBinary(t, previous, addrs[i], "/readyz", environment, arguments(i)...)
	}
	first := signUp(t, "http://"+addrs[0])
	second := *first
	second.origin, second.host = "http://"+addrs[1], addrs[0]
	links := make([]visits, 2)
	ids := make([]string, len(links))
	for i := range links {
		var made struct{ ID string }
		link := map[string]any{"url": "https://example.com/", "alias": fmt.Sprint("a", i)}
		first.call(http.MethodPost, "/links", link, http.StatusCreated, &made)
		ids[i] = made.ID
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	loads := startVisits(ctx, links, first, &second)
	for i := range nodes {
		before := links[0].answered.Load()
		if err := errors.Join(nodes[i].Process.Signal(syscall.SIGTERM), nodes[i].Wait()); err != nil {
			t.Fatal(err)
		}
		nodes[i] = launchProgram(t, addrs[i], "/readyz", environment, arguments(i)...)
		other := []*person{first, &second}[1-i]
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
	counted := awaitCounts(t, first, &second, ids, links)
	for i := range links {
		t.Logf("link %d: %d answered, %d counted, %d sent", i, links[i].answered.Load(), counted[i], links[i].sent.Load())
	}
	countedTwice(t, clicksURL)
}
