//go:build unix

package cli

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"linnet/internal/testkit"
)

// launchLogging starts the program in a process that logs to a pipe, and returns the
// reading end.
func launchLogging(t *testing.T, addr, metrics, level string) (*exec.Cmd, *os.File) {
	t.Helper()
	testkit.Long(t)
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "serve", "--addr", addr, "--data", testkit.SQLiteDir(t), "--public-url", "http://"+addr,
		"--metrics-addr", metrics, "--log-level", level)
	cmd.Env, cmd.Stderr = append(os.Environ(), asProgram+"=1"), writer
	err = cmd.Start()
	_ = writer.Close() // the child has its own
	if err != nil {
		t.Fatal(err)
	}
	awaitOK(t, addr, "/readyz")
	return cmd, reader
}

// textOf returns the body of a response.
func textOf(t *testing.T, url string) string {
	t.Helper()
	answer, err := (&http.Client{Timeout: 10 * time.Second}).Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// stopped stops a process with SIGTERM and returns its error.
func stopped(t *testing.T, process *exec.Cmd) error {
	t.Helper()
	if err := process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(time.Minute, func() { _ = process.Process.Kill() })
	defer killer.Stop()
	return process.Wait()
}

func TestProgram_SurvivesTheEndOfTheReaderOfItsLog(t *testing.T) {
	t.Parallel()
	addr, metrics := testkit.FreeAddr(t), testkit.FreeAddr(t)
	process, reader := launchLogging(t, addr, metrics, "info")
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	ada := signUp(t, "http://"+addr) // logs its requests
	ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "a"}, http.StatusCreated, nil)
	eventually(t, func() string {
		if status, _, err := ada.visit("/a"); err != nil || status != http.StatusFound {
			t.Fatalf("a visit gets %d, %v", status, err)
		}
		lost := textOf(t, "http://"+metrics+"/metrics")
		if _, after, found := strings.Cut(lost, "\nlinnet_log_lines_lost_total "); !found || strings.HasPrefix(after, "0\n") {
			return "no lost line is counted"
		}
		if ready := textOf(t, "http://"+metrics+"/readyz"); !strings.Contains(ready, "log lines were lost") || !strings.Contains(ready, `"degraded"`) {
			return ready
		}
		return ""
	})
	if err := stopped(t, process); err != nil {
		t.Errorf("the process ended with %v, want exit 0", err)
	}
}

func TestProgram_AnswersWhileItsLogIsNotRead(t *testing.T) {
	t.Parallel()
	addr, metrics := testkit.FreeAddr(t), testkit.FreeAddr(t)
	process, reader := launchLogging(t, addr, metrics, "debug")
	const requests = 20_000 // of about 200 bytes each: more than the pipe and the queue hold
	client := &http.Client{Timeout: 5 * time.Second}
	for range requests {
		answer, err := client.Get("http://" + addr + "/api/v1/info")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	if ready := textOf(t, "http://"+metrics+"/readyz"); !strings.Contains(ready, "log lines were lost") {
		t.Errorf("the log was never full: %s", ready)
	}
	go func() { _, _ = io.Copy(io.Discard, reader) }()
	if err := stopped(t, process); err != nil {
		t.Errorf("the process ended with %v, want exit 0", err)
	}
}
