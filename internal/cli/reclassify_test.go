package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/testkit"
)

// TestReclassify_CorrectsStoredClicks stores clicks with the classes of an older
// bot list, and runs the command beside a node under load and without a node.
func TestReclassify_CorrectsStoredClicks(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
	process := launch(t, addr, folder)
	ada := signUp(t, "http://"+addr)
	var link struct {
		ID         string
		ClickCount int64
	}
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, &link)
	var workspace struct{ ID string }
	ada.call(http.MethodGet, "/workspaces/current", nil, http.StatusOK, &workspace)
	stopProcess(t, process)
	misjudge(t, folder, workspace.ID, link.ID, 0)

	process = launch(t, addr, folder)
	lead := func(clickID uint64) {
		ada.call(http.MethodPost, "/track/lead", map[string]any{"clickId": ident.Text(ident.Click, clickID)}, http.StatusCreated, nil)
	}
	lead(1) // a bot stored as human
	lead(6) // a human stored as bot
	lead(8) // a bot stored with another reason
	visits, stop := int64(0), make(chan struct{})
	var visiting sync.WaitGroup
	visiting.Go(func() {
		for {
			if status, _, err := ada.visit("/a"); err != nil || status != http.StatusFound {
				t.Errorf("a visit was answered with %d, %v", status, err)
				return
			}
			visits++
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	said := command(t, "reclassify", "--data", folder)
	close(stop)
	visiting.Wait()
	wantChanges(t, said)
	follow := func(people, bots int64) {
		t.Helper()
		eventually(t, func() string {
			var counted struct{ Clicks, Bots, Leads int64 }
			ada.call(http.MethodGet, "/analytics?groupBy=count&interval=all", nil, http.StatusOK, &counted)
			ada.call(http.MethodGet, "/links/"+link.ID, nil, http.StatusOK, &link)
			if counted.Clicks == visits+people && counted.Bots == bots && counted.Leads == 1 && link.ClickCount == visits+people {
				return ""
			}
			return fmt.Sprintf("%d visits and %d others show as %+v, and as %d on the link", visits, people, counted, link.ClickCount)
		})
	}
	follow(2, 6)
	var reasons struct {
		Rows []struct {
			Key   string
			Leads int64
		}
	}
	ada.call(http.MethodGet, "/analytics?groupBy=botReason&interval=all&traffic=all", nil, http.StatusOK, &reasons)
	leads := map[string]int64{}
	for _, row := range reasons.Rows {
		leads[row.Key] = row.Leads
	}
	if diff := cmp.Diff(map[string]int64{"": 1, "agent": 1, "head": 1}, leads); diff != "" {
		t.Errorf("leads by reason: %s", diff)
	}
	for _, node := range []string{"runs", "does not run"} {
		if said := command(t, "reclassify", "--data", folder); !strings.HasPrefix(said, "No clicks were reclassified.") {
			t.Errorf("the node %s, nothing is left to do, and the command says %q", node, said)
		}
		if node == "runs" {
			stopProcess(t, process)
		}
	}
	// A node that starts after a reclassification updates the counters of links.
	misjudge(t, folder, workspace.ID, link.ID, 100)
	wantChanges(t, command(t, "reclassify", "--data", folder))
	launch(t, addr, folder)
	follow(4, 12)
}

// wantChanges compares the output of the command with the changes of misjudge.
func wantChanges(t *testing.T, said string) {
	t.Helper()
	for _, want := range []string{"5 clicks: human → bot (agent)\n", "2 clicks: bot (preview) → human\n", "1 clicks: bot (agent) → bot (head)\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("the command did not say %q but %q", want, said)
		}
	}
}

// misjudge stores clicks of the previous day with wrong classes, at journal
// positions from after on.
func misjudge(t *testing.T, folder, workspaceID, linkID string, after uint64) {
	t.Helper()
	s, err := duckdb.Open(t.Context(), filepath.Join(folder, "clicks.duckdb"), duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	workspace, _ := ident.Number(workspaceID)
	link, _ := ident.Number(linkID)
	const (
		crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
		browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	)
	var batch click.Batch
	for i, c := range []click.Click{
		{Agent: crawler}, {Agent: crawler}, {Agent: crawler}, {Agent: crawler}, {Agent: crawler},
		{Agent: browser, Bot: visitor.BotPreview},
		{Agent: browser, Bot: visitor.BotPreview},
		{Agent: browser, Bot: visitor.BotAgent, NonAgentBotReason: visitor.BotHead},
	} {
		c.ID, c.At, c.WorkspaceID, c.LinkID = after+uint64(i+1), time.Now().Add(-24*time.Hour).Truncate(time.Millisecond), workspace, link
		c.Outcome, c.Trigger, c.Alias = visitor.Redirected, click.TriggerLink, "a"
		batch.Clicks = append(batch.Clicks, c)
	}
	position, err := s.Position(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	batch.Through = position + 1
	if err := s.Append(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// command runs a command in this process and returns its output.
func command(t *testing.T, args ...string) string {
	t.Helper()
	var out, complaints bytes.Buffer
	if code := Main(t.Context(), args, &out, &complaints); code != 0 {
		t.Fatalf("%v ended with %d: %s", args, code, complaints.String())
	}
	return out.String()
}

// stopProcess stops it with SIGTERM.
func stopProcess(t *testing.T, process *exec.Cmd) {
	t.Helper()
	if err := process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := process.Wait(); err != nil {
		t.Fatal(err)
	}
}
