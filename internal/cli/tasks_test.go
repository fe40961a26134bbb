package cli

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/core/outbox"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// addDeadLetter stores a mail whose attempts all failed, in the records of a
// stopped node.
func addDeadLetter(t *testing.T, folder, template string, data any) {
	t.Helper()
	store, err := records.Open(t.Context(), records.Options{Dir: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	now := time.Now()
	if err := outbox.New(store, clock.System{}).Add(t.Context(), template, data); err != nil {
		t.Fatal(err)
	}
	task, err := store.ClaimTask(t.Context(), queue.Claim{
		Lease: queue.Lease{Kind: outbox.TaskKind, Owner: ident.New("clm")}, Now: now.Add(time.Second), Until: now.Add(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.ReleaseTask(t.Context(), task.Lease, queue.Release{Due: now, Dead: now, Error: "the mail server is down"}); err != nil {
		t.Fatal(err)
	}
}

func TestRetryTasks_SendsTheMailOfADeadLetter(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), filepath.Join(t.TempDir(), "data")
	process := launch(t, addr, folder)
	ada := signUp(t, "http://"+addr)
	var me struct{ ID string }
	ada.call(http.MethodGet, "/me", nil, http.StatusOK, &me)
	kill(t, process)
	addDeadLetter(t, folder, "password_changed", map[string]any{"userId": me.ID, "at": time.Now()})

	code, said := diagnose(t, addr, folder)
	if code != 1 || !strings.Contains(said, "1 failed; newest: mail ") || !strings.Contains(said, "the mail server is down") ||
		!strings.Contains(said, "linnet retry-tasks") {
		t.Errorf("doctor of a dead letter: exit %d: %s", code, said)
	}
	launch(t, addr, folder)
	if said := run(t, "retry-tasks", "--data", folder); !strings.Contains(said, ": 1") {
		t.Errorf("retry-tasks: %s", said)
	}
	eventually(t, func() string {
		mails, err := os.ReadDir(filepath.Join(folder, "mail"))
		if err != nil || len(mails) != 1 {
			return fmt.Sprintf("%d mails were sent, %v", len(mails), err)
		}
		return ""
	})
	if said := run(t, "retry-tasks", "--json", "--data", folder); !strings.Contains(said, `"retried": 0`) {
		t.Errorf("a second retry-tasks: %s", said)
	}
	if code, said := diagnose(t, addr, folder); code != 0 {
		t.Errorf("doctor after the retry: exit %d: %s", code, said)
	}
}
