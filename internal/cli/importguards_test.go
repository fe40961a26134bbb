package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/config"
	"linnet/internal/core/denylist"
	"linnet/internal/core/event"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// addDenylist stores a list with one host as a download does.
func addDenylist(t *testing.T, cfg config.Config, host string) {
	t.Helper()
	content, err := denylist.ParseFeed(strings.NewReader(host+"\n"), 10)
	if err != nil {
		t.Fatal(err)
	}
	store, err := records.Open(t.Context(), records.Options{Dir: cfg.Data})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	now := time.Now()
	f := denylist.Feed{ID: "dnl_0000000000001", Name: "Evil", URL: "https://lists.example/x", Entries: 1, Generation: 1, NextAt: now.Add(time.Hour), CreatedAt: now}
	added := event.New(event.Actor{}, event.DenylistAdded, "", f.ID, event.Created(event.Denylist{Name: f.Name}), now)
	if err := store.InsertFeed(t.Context(), f, content.Keys, added); err != nil {
		t.Fatal(err)
	}
}

// TestImportCommand_ObeysTheSameRulesWithAndWithoutANode imports links that the
// operator blocks or that a list contains, and links beyond the clicks of the plan.
func TestImportCommand_ObeysTheSameRulesWithAndWithoutANode(t *testing.T) {
	t.Parallel()
	data, addr := testkit.SQLiteDir(t), testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: data, PublicURL: "http://" + addr, JournalSync: "second", Plans: tenClicks(t)}
	file := func(rows ...string) string {
		path := filepath.Join(t.TempDir(), "links.csv")
		if err := os.WriteFile(path, []byte("url\n"+strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	run := func(args ...string) (stdout, stderr string, code int) {
		var out, complaints bytes.Buffer
		code = Main(t.Context(), append(args, "--data", data, "--public-url", cfg.PublicURL, "--plans", cfg.Plans), &out, &complaints)
		return out.String(), complaints.String(), code
	}
	stop := startNode(t, cfg)
	ada := signUp(t, cfg.PublicURL)
	var me struct{ Email string }
	ada.call("GET", "/me", nil, 200, &me)
	addDenylist(t, cfg, "listed.example")
	if _, stderr, code := run("block", "--destination", "blocked.example"); code != 0 {
		t.Fatal(stderr)
	}
	mixed, refused := file("https://blocked.example/a", "https://listed.example/b", "https://fine.example/c"), file("https://blocked.example/a")
	check := func(where string) {
		t.Helper()
		stdout, stderr, code := run("import", mixed, "--user", me.Email)
		if code != 0 || stdout != "3 rows: 1 created, 0 updated, 0 skipped, 2 failed.\n" {
			t.Errorf("%s: %d %q %q", where, code, stdout, stderr)
		}
		stdout, stderr, code = run("import", refused, "--user", me.Email)
		if code != 1 || stdout != "1 row: 0 created, 0 updated, 0 skipped, 1 failed.\n" || !strings.Contains(stderr, "no row was imported") {
			t.Errorf("%s, nothing can be imported: %d %q %q", where, code, stdout, stderr)
		}
	}
	eventually(t, func() string { // the node has noticed the list
		if status := ada.status("/links", map[string]any{"url": "https://listed.example/"}); status != http.StatusUnprocessableEntity {
			return fmt.Sprintf("a link to a listed host answered %d", status)
		}
		return ""
	})
	check("with a node")
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://fine.example/", "alias": "a"}, http.StatusCreated, nil)
	for range 12 { // of ten clicks
		ada.answers("/a", http.StatusFound)
	}
	stop()
	stdout, stderr, code := run("import", mixed, "--user", me.Email)
	if code != 1 || !strings.Contains(stderr, "This month's 10 clicks are used up.") {
		t.Errorf("beyond the clicks of the plan: %d %q %q", code, stdout, stderr)
	}
	cfg.Plans = "off"
	check("without a node")
}
