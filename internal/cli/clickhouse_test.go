package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linnet/internal/app/doctor"
	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/config"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

// TestNodes_ShareClicks runs two nodes on one PostgreSQL and one ClickHouse
// database. Under load it kills ClickHouse, a node, and both. Every answered visit
// must be counted exactly once, redirects must continue without ClickHouse, and both
// nodes must report the same.
func TestNodes_ShareClicks(t *testing.T) {
	t.Parallel()
	pair := startNodePair(t)
	first := pair.people[0]
	first.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
	var page struct{ ID string }
	first.call(http.MethodPost, "/bio-pages", map[string]any{"handle": "ada", "title": "Ada"}, http.StatusCreated, &page)
	first.call(http.MethodPost, "/bio-pages/"+page.ID+"/publish", nil, http.StatusOK, nil)
	rounds := []struct {
		node                 int
		killStore, killsNode bool
	}{{0, true, false}, {1, false, true}, {1, true, true}}
	answered := make([]map[string]bool, len(rounds))
	for i, round := range rounds {
		answered[i] = load(t, pair.people[round.node], i, func() {
			if round.killStore {
				pair.clickHouse.Kill()
			}
			if round.killsNode {
				pair.kill(round.node)
			}
		})
		if round.killsNode {
			pair.launch(round.node, "/healthz")
		}
		if !round.killStore {
			continue
		}
		eventually(t, func() string {
			if status, body := readyAnswer(t, first.origin); status != http.StatusServiceUnavailable {
				return fmt.Sprintf("without ClickHouse /readyz answers %d: %s", status, body)
			}
			return ""
		})
		pair.clickHouse.Restart(t)
	}
	for _, p := range pair.people {
		eventually(t, func() string {
			if status, body := readyAnswer(t, p.origin); status != http.StatusOK {
				return fmt.Sprintf("/readyz answers %d: %s", status, body)
			}
			return ""
		})
	}
	for round, marks := range answered {
		for _, p := range pair.people {
			eventually(t, func() string { return compare(p, round, marks) })
		}
	}
}

// TestNode_BacksUpDatabases writes encrypted backups with the content of PostgreSQL and
// ClickHouse, while a node runs and when it has stopped. A node on embedded stores
// continues with a restored one.
func TestNode_BacksUpDatabases(t *testing.T) {
	t.Parallel()
	addr, secret := testkit.FreeAddr(t), sealed.New().Text()
	embedded := config.Config{Addr: addr, Data: t.TempDir(), PublicURL: "http://" + addr, JournalSync: "second", SecretKey: secret}
	cfg := embedded
	cfg.DatabaseURL, cfg.ClickHouseURL = testkit.MigratedPostgres(t), testclickhouse.URL(t)
	stop := runNode(t, cfg)
	ada := signUp(t, cfg.PublicURL)
	firstClick(t, ada)
	passphrase := filepath.Join(t.TempDir(), "passphrase")
	if err := os.WriteFile(passphrase, []byte("correct horse battery staple"), 0o600); err != nil {
		t.Fatal(err)
	}
	backup := func() (archive string) {
		t.Helper()
		archive = filepath.Join(t.TempDir(), "linnet.age")
		said := run(t, "backup", archive, "--backup-databases", "--passphrase-file", passphrase, "--data", cfg.Data,
			"--database-url", cfg.DatabaseURL, "--clickhouse-url", cfg.ClickHouseURL, "--secret-key", secret)
		if !strings.Contains(said, "1 users, 1 links, 4 clicks") { // one of an unknown alias
			t.Errorf("backup says %s", said)
		}
		if left, err := filepath.Glob(filepath.Join(cfg.Data, ".backup-*")); err != nil || len(left) > 0 {
			t.Errorf("the backup left %v, %v", left, err)
		}
		return archive
	}
	archive := backup()
	stop()
	backup()

	embedded.Data = filepath.Join(t.TempDir(), "restored")
	run(t, "restore", archive, "--passphrase-file", passphrase, "--data", embedded.Data)
	runNode(t, embedded)
	if status, _, err := ada.visit("/launch"); err != nil || status != http.StatusFound {
		t.Fatalf("the short link answered %d %v", status, err)
	}
	eventually(t, func() string {
		var counted struct{ Clicks int }
		ada.call(http.MethodGet, "/analytics?groupBy=count&interval=24h", nil, http.StatusOK, &counted)
		var counters struct{ TotalClicks int }
		ada.call(http.MethodGet, "/dashboard/total-clicks", nil, http.StatusOK, &counters)
		if counted.Clicks == 4 && counters.TotalClicks == 4 { // three of firstClick, and this one
			return ""
		}
		return fmt.Sprintf("after the restore %+v are counted, and by counters %+v", counted, counters)
	})
}

// TestNode_BacksUpAndRestoresBesideClickHouse restores the archive of a running node
// beside the same databases: every click is still counted once. It also counts the
// clicks of the node, and runs the commands that read the click store.
func TestNode_BacksUpAndRestoresBesideClickHouse(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{
		Addr: addr, Data: t.TempDir(), PublicURL: "http://" + addr, JournalSync: "second",
		DatabaseURL: testkit.MigratedPostgres(t), ClickHouseURL: testclickhouse.URL(t), SecretKey: sealed.New().Text(),
	}
	stop := runNode(t, cfg)
	ada := signUp(t, cfg.PublicURL)
	firstClick(t, ada)
	databases := []string{"--database-url", cfg.DatabaseURL, "--clickhouse-url", cfg.ClickHouseURL, "--secret-key", cfg.SecretKey}
	archive := filepath.Join(t.TempDir(), "backup.tar.gz")
	run(t, append([]string{"backup", archive, "--data", cfg.Data}, databases...)...)
	run(t, append([]string{"reclassify", "--data", cfg.Data}, databases...)...)
	findings, err := doctor.New(doctor.Deps{Config: cfg, Clock: clock.System{}}).Diagnose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(findings, func(f doctor.Finding) bool {
		return f.Check == "click store" && f.OK && strings.Contains(f.Detail, "ClickHouse")
	}) {
		t.Errorf("the findings of linnet doctor are %+v", findings)
	}
	stop()

	cfg.Data = filepath.Join(t.TempDir(), "restored")
	var out bytes.Buffer
	without := []string{"restore", archive, "--data", cfg.Data, "--database-url", cfg.DatabaseURL}
	if code := Main(t.Context(), without, &out, &out); code != 1 || !strings.Contains(out.String(), "LINNET_CLICKHOUSE_URL") {
		t.Errorf("restore without ClickHouse ended with %d: %s", code, out.String())
	}
	run(t, append([]string{"restore", archive, "--data", cfg.Data}, databases...)...)
	runNode(t, cfg)
	if status, _, err := ada.visit("/launch"); err != nil || status != http.StatusFound {
		t.Fatalf("the short link answered %d %v", status, err)
	}
	eventually(t, func() string {
		var counted struct{ Clicks, Uniques int }
		ada.call(http.MethodGet, "/analytics?groupBy=count&interval=24h", nil, http.StatusOK, &counted)
		if counted.Clicks == 4 { // the three of firstClick, and this one
			return ""
		}
		return fmt.Sprintf("after the restore %+v are counted", counted)
	})
}
