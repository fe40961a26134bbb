package cli

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"linnet/internal/app/doctor"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// kill kills a process with SIGKILL.
func kill(t *testing.T, process *exec.Cmd) {
	t.Helper()
	if err := process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = process.Wait() // an error: it was killed
}

// TestDoctor_ListsAliasesOfDropIns gives a link the alias that it got before there were drop-in
// APIs.
func TestDoctor_ListsAliasesOfDropIns(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
	process := launch(t, addr, folder)
	ada := signUp(t, "http://"+addr)
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "old"}, http.StatusCreated, nil)
	kill(t, process)
	doctorSays := func(want string, args ...string) {
		t.Helper()
		out, _, _ := runCommand(t, folder, addr, append([]string{"doctor"}, args...)...)
		for line := range strings.Lines(out) {
			if _, detail, found := strings.Cut(line, " aliases "); found {
				if !strings.HasPrefix(line, "ok") || !strings.Contains(detail, want) {
					t.Errorf("%s, want %q", line, want)
				}
				return
			}
		}
		t.Errorf("there is no check of aliases: %s", out)
	}
	doctorSays("none is a path of a drop-in API")
	db, err := sql.Open(records.SQLiteDriver, filepath.Join(folder, records.File))
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `UPDATE aliases SET alias = 'v4/Groups', folded = 'v4/groups' WHERE alias = 'old'`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	doctorSays("1 are paths of drop-in APIs: ")
	doctorSays("/v4/Groups. Visitors reach")
	doctorSays("none is a path", "--compat", "kutt,yourls")
}

// TestServe_StartsWithADamagedClickStore damages the file of a node, starts the
// node again, visits links, and rebuilds the click store while it runs.
func TestServe_StartsWithADamagedClickStore(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at      int // where 8 bytes are flipped
		emptied bool
		journal bool // whether the journal exists
	}{
		"a checkpoint header": {at: 4096, journal: true},
		"the file header":     {at: 8, journal: true},
		"the file is empty":   {emptied: true, journal: true},
		"no journal":          {emptied: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
			process := launch(t, addr, folder)
			ada := signUp(t, "http://"+addr)
			var made struct{ ID string }
			ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, &made)
			visits := func(n int) {
				t.Helper()
				for range n {
					if status, _, err := ada.visit("/a"); err != nil || status != http.StatusFound {
						t.Fatal(status, err)
					}
				}
			}
			visits(60)
			eventually(t, func() string { return shows(ada, made.ID, 60) })
			kill(t, process)
			damageClicks(t, folder, c.at, c.emptied)
			if !c.journal {
				if err := os.RemoveAll(filepath.Join(folder, "journal")); err != nil {
					t.Fatal(err)
				}
			}

			process = launchUntil(t, addr, folder, "/healthz")
			visits(40)
			var problem struct{ Code, Message string }
			ada.call(http.MethodGet, "/analytics?groupBy=count&interval=all", nil, http.StatusServiceUnavailable, &problem)
			if problem.Code != "unavailable" || !strings.Contains(problem.Message, "Links keep working") {
				t.Errorf("analytics answered %+v", problem)
			}
			if status, _, err := ada.visit("/readyz"); err != nil || status != http.StatusServiceUnavailable {
				t.Errorf("/readyz answered %d %v", status, err)
			}
			code, said := diagnose(t, addr, folder)
			if code != 1 || !strings.Contains(said, "linnet doctor --rebuild-clicks") || !strings.Contains(said, "linnet restore") {
				t.Errorf("exit %d: %s", code, said)
			}

			said = run(t, "doctor", "--rebuild-clicks", "--data", folder)
			if left, _ := filepath.Glob(filepath.Join(folder, "clicks.duckdb"+".damaged-"+"*")); len(left) == 0 {
				t.Errorf("the damaged file was not kept: %s", said)
			}
			want := int64(40)
			if c.journal { // it still has every click when the file is unreadable
				want += 60
			}
			eventually(t, func() string {
				if status, _, err := ada.visit("/readyz"); err != nil || status != http.StatusOK {
					return "not ready after the repair"
				}
				return ""
			})
			eventually(t, func() string { return showsApart(ada, made.ID, want, 100) })
			if status, state := get(t, "http://"+addr+"/readyz"); c.emptied && !strings.Contains(state, `"clickLosses":"failing"`) {
				t.Errorf("after the losses /readyz answered %d %s", status, state)
			}
			kill(t, process)
			launch(t, addr, folder)
			visits(10)
			eventually(t, func() string { return showsApart(ada, made.ID, want+10, 110) })
		})
	}
}

// damageClicks flips 8 bytes of the click store, or truncates it.
func damageClicks(t *testing.T, folder string, at int, emptied bool) {
	t.Helper()
	path := filepath.Join(folder, "clicks.duckdb")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if emptied {
		raw = nil
	} else {
		for i := at; i < at+8; i++ {
			raw[i] ^= 0xff
		}
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

func diagnose(t *testing.T, addr, folder string, more ...string) (code int, said string) {
	t.Helper()
	var out bytes.Buffer
	code = Main(t.Context(), append([]string{"doctor", "--addr", addr, "--data", folder, "--public-url", "http://" + addr}, more...), &out, &out)
	return code, out.String()
}

func TestDoctor_FindsNoProblems(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), filepath.Join(t.TempDir(), "data")
	process := launch(t, addr, folder)
	for _, running := range []bool{true, false} {
		if !running {
			kill(t, process)
		}
		code, said := diagnose(t, addr, folder, "--json")
		var findings []doctor.Finding
		if err := json.Unmarshal([]byte(said), &findings); err != nil || code != 0 || len(findings) < 6 {
			t.Fatalf("running %v: exit %d, %v: %s", running, code, err, said)
		}
		for _, f := range findings {
			if !f.OK {
				t.Errorf("running %v: %+v", running, f)
			}
		}
	}
	if said := run(t, "doctor", "--rebuild-clicks", "--data", folder); !strings.Contains(said, "intact") {
		t.Errorf("rebuilding a sound click store said %q", said)
	}
}

func TestDoctor_ReportsFailingReadinessChecks(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), filepath.Join(t.TempDir(), "data")
	kill(t, launch(t, addr, folder))
	if err := os.WriteFile(filepath.Join(folder, "journal", "000000000099.segment.damaged"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	launch(t, addr, folder)
	resp, err := http.Get("http://" + addr + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var ready struct {
		Status string
		Checks map[string]string
	}
	if err := json.NewDecoder(resp.Body).Decode(&ready); err != nil {
		t.Fatal(err)
	}
	if ready.Status != "degraded" || ready.Checks["journalLosses"] != "failing" {
		t.Fatalf("/readyz: %+v", ready)
	}
	code, said := diagnose(t, addr, folder)
	if code != 1 || !strings.Contains(said, "PROBLEM  /readyz journalLosses") || !strings.Contains(said, "1 damaged files are in the journal folder") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestDoctor_PrintsHints(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage func(t *testing.T, folder string) error
		want   []string
	}{
		"records that are damaged": {func(_ *testing.T, folder string) error {
			path := filepath.Join(folder, "records.db")
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i := 5 * 4096; i < 6*4096; i++ {
				raw[i] ^= 0x55
			}
			return os.WriteFile(path, raw, 0o600)
		}, []string{"PROBLEM  records", "linnet restore"}},
		"records that are missing": {func(_ *testing.T, folder string) error {
			return os.Remove(filepath.Join(folder, "records.db"))
		}, []string{"PROBLEM  records", "linnet restore"}},
		"a folder that others can read": {func(_ *testing.T, folder string) error {
			return os.Chmod(folder, 0o755) //nolint:gosec // what is tested
		}, []string{"PROBLEM  data folder", "chmod 700"}},
		"no folder": {func(_ *testing.T, folder string) error { return os.RemoveAll(folder) }, []string{"PROBLEM  data folder", "LINNET_DATA"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := testkit.SQLiteDir(t)
			if err := os.Chmod(folder, 0o700); err != nil { //nolint:gosec // a folder
				t.Fatal(err)
			}
			if err := c.damage(t, folder); err != nil {
				t.Fatal(err)
			}
			code, said := diagnose(t, "localhost:8080", folder)
			if code != 1 {
				t.Errorf("exit %d", code)
			}
			for _, want := range c.want {
				if !strings.Contains(said, want) {
					t.Errorf("%q is missing in: %s", want, said)
				}
			}
		})
	}
}

func TestRebuildClicks_LeavesASoundStoreBesideANode(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
	process := launch(t, addr, folder) // another process, which locks the file
	var out, said bytes.Buffer
	code := Main(t.Context(), []string{"doctor", "--rebuild-clicks", "--data", folder}, &out, &said)
	if code != 1 || !strings.Contains(said.String(), "uses the click store and reports no damage") || strings.Contains(said.String(), "Another Linnet") {
		t.Errorf("%d %s %s", code, out.String(), said.String())
	}
	awaitOK(t, addr, "/readyz")
	_ = process.Process.Kill()
}
