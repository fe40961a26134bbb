package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/testkit"
)

// run runs a command and fails the test unless it succeeds.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if code := Main(t.Context(), args, &out, &out); code != 0 {
		t.Fatalf("linnet %v ended with %d: %s", args, code, out.String())
	}
	return out.String()
}

// restoredAnswers returns API responses that a restored copy must repeat.
func restoredAnswers(t *testing.T, ada *person, link string) map[string]any {
	t.Helper()
	answers := map[string]any{}
	for _, path := range []string{
		"/links/" + link, "/links/" + link + "/history", "/workspaces", "/me",
		"/analytics?groupBy=count&interval=all&traffic=all&linkId=" + link,
		"/analytics?groupBy=utmContent&interval=all&traffic=all&limit=1000&linkId=" + link,
		"/analytics?groupBy=browser&interval=all&linkId=" + link,
		"/analytics?groupBy=country&interval=all&linkId=" + link,
	} {
		var raw json.RawMessage
		ada.call(http.MethodGet, path, nil, http.StatusOK, &raw)
		var value any
		if err := json.Unmarshal(raw, &value); err != nil {
			t.Fatal(err)
		}
		answers[path] = withoutMoments(value)
	}
	return answers
}

// withoutMoments removes the values that depend on the time of the request.
func withoutMoments(value any) any {
	if m, ok := value.(map[string]any); ok {
		for _, key := range []string{"start", "end", "lastSeenAt", "to", "from"} {
			delete(m, key)
		}
	}
	return value
}

// TestBackup_RestoresIdenticalAnswers backs up a node under load and starts
// another node on the restored copy.
func TestBackup_RestoresIdenticalAnswers(t *testing.T) {
	t.Parallel()
	addr, folder, restored := testkit.FreeAddr(t), t.TempDir(), filepath.Join(t.TempDir(), "restored")
	archive := filepath.Join(t.TempDir(), "linnet.tar.gz")
	process := launch(t, addr, folder)
	ada := signUp(t, "http://"+addr)
	var settled, busy struct{ ID string }
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/settled", "alias": "settled"}, http.StatusCreated, &settled)
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/busy", "alias": "busy"}, http.StatusCreated, &busy)
	const clicks = 300
	for i := range clicks {
		if status, _, err := ada.visit(fmt.Sprintf("/settled?utm_content=c%d", i%40)); err != nil || status != http.StatusFound {
			t.Fatal(status, err)
		}
	}
	eventually(t, func() string { return shows(ada, settled.ID, clicks) })
	want := restoredAnswers(t, ada, settled.ID)

	before, sent := backUpUnderLoad(t, ada, folder, archive)
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // an error: it was killed

	if said := run(t, "restore", archive, "--data", restored); !strings.Contains(said, "2 links") {
		t.Errorf("restore said %q", said)
	}
	launch(t, addr, restored)
	eventually(t, func() string { return shows(ada, settled.ID, clicks) })
	if diff := cmp.Diff(want, restoredAnswers(t, ada, settled.ID)); diff != "" {
		t.Error("the restored copy answers otherwise:", diff)
	}
	var counted struct{ Clicks int64 }
	ada.call(http.MethodGet, "/analytics?groupBy=count&interval=all&traffic=all&linkId="+busy.ID, nil, http.StatusOK, &counted)
	if counted.Clicks < before || counted.Clicks > sent {
		t.Errorf("%d clicks restored, %d were answered before the backup and %d sent in all", counted.Clicks, before, sent)
	}
	if status, location, err := ada.visit("/busy"); err != nil || status != http.StatusFound || location != "https://example.com/busy" {
		t.Errorf("a restored link answered %d %q %v", status, location, err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".backup-*")); len(left) > 0 {
		t.Error("left in the data folder: ", left)
	}
}

// shows compares the clicks of a link in analytics and on the link itself.
func shows(p *person, link string, clicks int64) string { return showsApart(p, link, clicks, clicks) }

// showsApart is shows for a click store that has lost clicks, which the link still shows.
func showsApart(p *person, link string, clicks, total int64) string {
	var counted struct{ Clicks int64 }
	p.call(http.MethodGet, "/analytics?groupBy=count&interval=all&linkId="+link, nil, http.StatusOK, &counted)
	var shown struct{ ClickCount int64 }
	p.call(http.MethodGet, "/links/"+link, nil, http.StatusOK, &shown)
	if counted.Clicks != clicks || shown.ClickCount != total {
		return fmt.Sprintf("%d clicks show as %d, and as %d on the link, want %d", clicks, counted.Clicks, shown.ClickCount, total)
	}
	return ""
}

// maxChanges bounds the changes of records during a backup, so that they stay below
// the rate limit of a user.
const maxChanges = 300

// backUpUnderLoad runs the backup command during visits of /busy and changes of
// records. It returns the visits answered before the command started, and all
// visits sent.
func backUpUnderLoad(t *testing.T, ada *person, folder, archive string) (before, sent int64) {
	t.Helper()
	load, stop := context.WithCancel(t.Context())
	defer stop()
	var answered, tried atomic.Int64
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for load.Err() == nil {
				tried.Add(1)
				if status, _, err := ada.visit("/busy"); err != nil || status != http.StatusFound {
					t.Errorf("a visit during the backup answered %d %v", status, err)
					return
				}
				answered.Add(1)
			}
		})
	}
	group.Go(func() {
		for i := 0; load.Err() == nil && i < maxChanges; i++ {
			ada.call(http.MethodPost, "/tags", map[string]any{"name": fmt.Sprintf("tag %d", i)}, http.StatusCreated, nil)
		}
	})
	eventually(t, func() string {
		if answered.Load() < 200 {
			return "the load does not begin"
		}
		return ""
	})
	before = answered.Load()
	run(t, "backup", archive, "--data", folder)
	after := answered.Load()
	eventually(t, func() string {
		if answered.Load() < after+50 {
			return "the load does not go on after the backup"
		}
		return ""
	})
	stop()
	group.Wait()
	return before, tried.Load()
}

// TestBackup_WorksWithoutANode backs up a folder whose process was killed.
func TestBackup_WorksWithoutANode(t *testing.T) {
	t.Parallel()
	addr, folder, restored := testkit.FreeAddr(t), t.TempDir(), filepath.Join(t.TempDir(), "restored")
	archive := filepath.Join(t.TempDir(), "linnet.tar.gz")
	process := launch(t, addr, folder)
	ada := signUp(t, "http://"+addr)
	var made struct{ ID string }
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, &made)
	for range 50 {
		if _, _, err := ada.visit("/a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // an error: it was killed
	run(t, "backup", archive, "--data", folder)
	run(t, "restore", archive, "--data", restored)
	launch(t, addr, restored)
	eventually(t, func() string { return shows(ada, made.ID, 50) })
}

func TestRestore_RefusesAFolderInUse(t *testing.T) {
	t.Parallel()
	folder := testkit.SQLiteDir(t)
	archive := filepath.Join(t.TempDir(), "linnet.tar.gz")
	run(t, "backup", archive, "--data", folder)
	var out bytes.Buffer
	if code := Main(t.Context(), []string{"restore", archive, "--data", folder}, &out, &out); code != 1 || !strings.Contains(out.String(), "not empty") {
		t.Errorf("exit %d: %s", code, out.String())
	}
	if code := Main(t.Context(), []string{"backup", archive, "--data", folder}, &out, &out); code != 1 || !strings.Contains(out.String(), "already exists") {
		t.Errorf("exit %d: %s", code, out.String())
	}
}

// TestRestore_RejectsDamage truncates an archive. The folder must stay empty.
func TestRestore_RejectsDamage(t *testing.T) {
	t.Parallel()
	archive := filepath.Join(t.TempDir(), "linnet.tar.gz")
	run(t, "backup", archive, "--data", testkit.SQLiteDir(t))
	info, err := os.Stat(archive)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the backup has mode %o", mode)
	}
	if err := os.Truncate(archive, info.Size()-100); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "data")
	var out bytes.Buffer
	if code := Main(t.Context(), []string{"restore", archive, "--data", folder}, &out, &out); code != 1 || !strings.Contains(out.String(), "damaged or incomplete") {
		t.Errorf("exit %d: %s", code, out.String())
	}
	if left, err := os.ReadDir(folder); err != nil && !os.IsNotExist(err) || len(left) > 0 {
		t.Error("files in the folder: ", left, err)
	}
}
