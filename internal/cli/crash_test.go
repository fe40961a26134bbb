package cli

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/testkit"
)

// rounds returns how often the process is killed: LINNET_CRASH_ROUNDS times, or a
// few times.
func rounds(t *testing.T) int {
	t.Helper()
	text := os.Getenv("LINNET_CRASH_ROUNDS")
	if text == "" {
		return 4
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestProgram_KillLosesNoClick kills the process under load repeatedly on one
// folder. Every answered redirect and every answered bio page must be counted exactly
// once, and the counter of the link must equal the report.
func TestProgram_KillLosesNoClick(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
	origin := "http://" + addr
	process := launch(t, addr, folder)
	ada := signUp(t, origin)
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
	var page struct{ ID string }
	ada.call(http.MethodPost, "/bio-pages", map[string]any{"handle": "ada", "title": "Ada"}, http.StatusCreated, &page)
	ada.call(http.MethodPost, "/bio-pages/"+page.ID+"/publish", nil, http.StatusOK, nil)

	answered := make([]map[string]bool, rounds(t))
	for round := range answered {
		answered[round] = load(t, ada, round, func() {
			if err := process.Process.Kill(); err != nil {
				t.Error(err)
			}
		})
		_ = process.Wait() // an error: it was killed
		process = launch(t, addr, folder)
	}
	for round, marks := range answered {
		if len(marks) == 0 {
			t.Fatalf("round %d: nothing was answered before the kill", round)
		}
		eventually(t, func() string { return compare(ada, round, marks) })
	}
	eventually(t, func() string {
		var counted struct{ Clicks int64 }
		ada.call(http.MethodGet, "/analytics?groupBy=count&interval=all", nil, http.StatusOK, &counted)
		var list struct{ Items []struct{ ClickCount int64 } }
		ada.call(http.MethodGet, "/links", nil, http.StatusOK, &list)
		if len(list.Items) == 1 && counted.Clicks > 0 && list.Items[0].ClickCount == counted.Clicks {
			return ""
		}
		return fmt.Sprintf("analytics counts %d clicks, the list of links %+v", counted.Clicks, list.Items)
	})
}

// load sends visits with unique marks to a link and to a bio page, kills the process
// meanwhile, and returns the marks of the answered visits: those that start with
// "view" are of the page. A round has at most as many visits as one list of a report
// has rows.
func load(t *testing.T, ada *person, round int, kill func()) map[string]bool {
	t.Helper()
	const workers, most, killAfter = 8, 900, 200
	var mu sync.Mutex
	marks := map[string]bool{}
	var once sync.Once
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for i := w; i < most; i += workers {
				mark, path, want := fmt.Sprintf("click-%d-%d", round, i), "/a", http.StatusFound
				if w%2 == 1 {
					mark, path, want = fmt.Sprintf("view-%d-%d", round, i), "/@ada", http.StatusOK
				}
				status, _, err := ada.visit(fmt.Sprintf("%s?utm_source=r%d&utm_content=%s", path, round, mark))
				if err != nil {
					return // the process is gone
				}
				if status != want {
					t.Errorf("%s answered %d", path, status)
				}
				mu.Lock()
				marks[mark] = true
				enough := len(marks) >= killAfter+10*round
				mu.Unlock()
				if enough {
					once.Do(kill)
				}
			}
		})
	}
	group.Wait()
	once.Do(kill) // when the load ended before the kill
	return marks
}

// compare returns the difference between answered visits and counted clicks and views
// of a round, or "".
func compare(ada *person, round int, marks map[string]bool) string {
	counted := map[string]int{}
	for kind, views := range map[string]bool{"click": false, "view": true} {
		var list struct {
			Rows []struct {
				Key    string
				Clicks int
			}
		}
		path := fmt.Sprintf("/analytics?groupBy=utmContent&interval=24h&traffic=all&limit=1000&utmSource=r%d&views=%t", round, views)
		ada.call(http.MethodGet, path, nil, http.StatusOK, &list)
		for _, row := range list.Rows {
			counted[row.Key] = row.Clicks
			if row.Clicks != 1 || !strings.HasPrefix(row.Key, kind) {
				return fmt.Sprintf("round %d: %s counts %d times as a %s", round, row.Key, row.Clicks, kind)
			}
		}
	}
	for mark := range marks {
		if counted[mark] != 1 {
			return fmt.Sprintf("round %d: %d visits were answered, %d are counted, and %s is not among them", round, len(marks), len(counted), mark)
		}
	}
	return ""
}

// launch starts the program in a process and waits until it is ready. The process
// is killed at the end of the test.
func launch(t *testing.T, addr, folder string) *exec.Cmd {
	t.Helper()
	return launchUntil(t, addr, folder, "/readyz")
}

// launchUntil is launch that waits until path returns 200.
func launchUntil(t *testing.T, addr, folder, path string) *exec.Cmd {
	t.Helper()
	return launchProgram(t, addr, path, nil, "serve", "--addr", addr, "--data", folder, "--public-url", "http://"+addr)
}

// launchProgram starts the program with additional variables of the environment and
// waits until path returns 200.
func launchProgram(t *testing.T, addr, path string, environment []string, args ...string) *exec.Cmd {
	t.Helper()
	testkit.Long(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return startBinary(t, self, addr, path, append([]string{asProgram + "=1"}, environment...), args...)
}

// startBinary is launchProgram for a binary.
func startBinary(t *testing.T, binary, addr, path string, environment []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = append(os.Environ(), environment...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	awaitOK(t, addr, path)
	return cmd
}

// awaitOK waits until a path of an address returns 200.
func awaitOK(t *testing.T, addr, path string) {
	t.Helper()
	client := &http.Client{Timeout: time.Second}
	eventually(t, func() string {
		answer, err := client.Get("http://" + addr + path)
		if err != nil {
			return err.Error()
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return "not ready: " + answer.Status
		}
		return ""
	})
}
