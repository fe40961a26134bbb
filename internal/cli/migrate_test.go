package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"linnet/internal/app"
	"linnet/internal/app/installcopy"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/infra/clickstore/clickhouse"
	"linnet/internal/infra/clickstore/duckdb"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testclickhouse"
)

// reports returns responses that do not change when an install moves.
func reports(ada *person) string {
	var all []json.RawMessage
	for _, path := range []string{
		"/links", "/analytics?groupBy=count&interval=24h", "/analytics?groupBy=browser&interval=24h", "/analytics?groupBy=link&interval=24h",
	} {
		var answer json.RawMessage
		ada.call(http.MethodGet, path, nil, http.StatusOK, &answer)
		all = append(all, answer)
	}
	return fmt.Sprintf("%s", all)
}

// wantClicks waits until the link has that many clicks, of one visitor, in the report
// and in its counter.
func wantClicks(t *testing.T, ada *person, n int) {
	t.Helper()
	eventually(t, func() string {
		var counted struct{ Clicks, Uniques int }
		ada.call(http.MethodGet, "/analytics?groupBy=count&interval=24h", nil, http.StatusOK, &counted)
		var list struct{ Items []struct{ ClickCount int } }
		ada.call(http.MethodGet, "/links", nil, http.StatusOK, &list)
		if counted.Clicks == n && counted.Uniques == 1 && len(list.Items) == 1 && list.Items[0].ClickCount == n {
			return ""
		}
		return fmt.Sprintf("%d clicks of one visitor show as %+v and %+v", n, counted, list.Items)
	})
}

func visitLaunch(t *testing.T, ada *person) {
	t.Helper()
	if status, _, err := ada.visit("/launch"); err != nil || status != http.StatusFound {
		t.Fatalf("the short link answered %d %v", status, err)
	}
}

// refused runs a command that must fail with a text.
func refused(t *testing.T, want string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	if code := Main(t.Context(), args, &out, &out); code != 1 || !strings.Contains(out.String(), want) {
		t.Errorf("linnet %v ended with %d and not %q: %s", args, code, want, out.String())
	}
}

// TestMigrate_MovesAnInstallThereAndBack moves a running install from SQLite and DuckDB
// to PostgreSQL and ClickHouse, and back to a new data folder. The session, the reports,
// the counters and the visitors of the day continue.
func TestMigrate_MovesAnInstallThereAndBack(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second"}
	stop := runNode(t, cfg)
	ada := signUp(t, cfg.PublicURL)
	firstClick(t, ada)
	photo := ada.uploadImage(1)

	moved := cfg
	moved.DatabaseURL, moved.ClickHouseURL, moved.MediaURL = testkit.Postgres(t), testclickhouse.URL(t), testkit.Bucket(t)
	there := []string{
		"migrate", "--data", cfg.Data, "--to", moved.DatabaseURL, "--clicks", moved.ClickHouseURL, "--media", moved.MediaURL,
	}
	if out := run(t, there...); !strings.Contains(out, "--finish") {
		t.Errorf("the first copy said %s", out)
	}
	visitLaunch(t, ada)
	wantClicks(t, ada, 4)
	later := ada.uploadImage(2) // only the last copy has it
	before := reports(ada)
	refused(t, "stop Linnet on the source", append(there, "--finish")...)
	stop()
	if _, err := app.New(t.Context(), moved, app.Log{Logger: newLogger(cfg, os.Stderr), Lines: logqueue.New(io.Discard)}); !errors.Is(err, installcopy.ErrUnfinished) {
		t.Errorf("a node started on an unfinished copy: %v", err)
	}
	if out := run(t, append(there, "--finish")...); !strings.Contains(out, "complete and equal") || !strings.Contains(out, "Images: 2.") {
		t.Errorf("the last copy said %s", out)
	}
	refused(t, "are not overwritten", "migrate", "--data", cfg.Data, "--to", otherInstall(t))
	if err := os.RemoveAll(filepath.Join(cfg.Data, "media")); err != nil {
		t.Fatal(err)
	}

	stop = runNode(t, moved)
	if after := reports(ada); after != before {
		t.Errorf("reports changed from %s\nto %s", before, after)
	}
	wantImages(t, photo, later)
	visitLaunch(t, ada)
	wantClicks(t, ada, 5)
	before = reports(ada)
	stop()

	back := cfg
	back.Data = filepath.Join(t.TempDir(), "back")
	var report installcopy.Report
	out := run(t, "migrate", "--data", cfg.Data, "--from", moved.DatabaseURL, "--from-clicks", moved.ClickHouseURL,
		"--from-media", moved.MediaURL, "--media", filepath.Join(back.Data, "media"), "--to", back.Data, "--finish", "--json")
	err := json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &report) // after the lines of progress
	if err != nil || !report.Equal || !report.Finished || len(report.Clicks) == 0 || report.SecretKey != "matches" {
		t.Errorf("the report is %+v, %v", report, err)
	}
	stop = runNode(t, back)
	if after := reports(ada); after != before {
		t.Errorf("reports changed from %s\nto %s", before, after)
	}
	wantImages(t, photo, later)
	visitLaunch(t, ada)
	wantClicks(t, ada, 6)
	stop()
	wantOneSource(t, records.Options{URL: moved.DatabaseURL}, "jrn_")
	wantOneSource(t, records.Options{Dir: back.Data}, "src_")
}

// uploadImage uploads an image and returns its address.
func (p *person) uploadImage(shade uint8) string {
	p.t.Helper()
	status, made := p.upload(shade)
	if status != http.StatusCreated {
		p.t.Fatal(status, made)
	}
	return made.URL
}

func wantImages(t *testing.T, urls ...string) {
	t.Helper()
	for _, url := range urls {
		if status, said := get(t, url); status != http.StatusOK {
			t.Errorf("%s answers %d: %s", url, status, said)
		}
	}
}

// TestMigrate_MovesADataFolder moves the data folder of a node that was killed, with
// clicks that are only in its journal and an image.
func TestMigrate_MovesADataFolder(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
	cfg := config.Config{Addr: addr, Data: filepath.Join(t.TempDir(), "moved"), PublicURL: "http://" + addr, JournalSync: "second"}
	process := launch(t, addr, folder)
	ada := signUp(t, cfg.PublicURL)
	photo := ada.uploadImage(1)
	firstClick(t, ada)
	for range 20 {
		visitLaunch(t, ada)
	}
	kill(t, process)
	move := []string{"migrate", "--data", t.TempDir(), "--from", folder, "--to", cfg.Data, "--finish"}
	for range 2 { // the second time only compares
		if out := run(t, move...); !strings.Contains(out, "Images: 1.") || !strings.Contains(out, "complete and equal") {
			t.Errorf("the copy said %s", out)
		}
	}
	runNode(t, cfg)
	wantImages(t, photo)
	wantClicks(t, ada, 23)
	visitLaunch(t, ada)
	wantClicks(t, ada, 24)
}

// TestMigrate_NamesClicksThatStay copies only the records.
func TestMigrate_NamesClicksThatStay(t *testing.T) {
	t.Parallel()
	addr, folder := testkit.FreeAddr(t), testkit.SQLiteDir(t)
	runNode(t, config.Config{Addr: addr, Data: folder, PublicURL: "http://" + addr, JournalSync: "second"})()
	out := run(t, "migrate", "--data", folder, "--to", testkit.Postgres(t), "--finish")
	if want := "The clicks were not copied: they stay in " + folder + "."; !strings.Contains(out, want) {
		t.Errorf("the copy did not say %q: %s", want, out)
	}
}

// TestMigrate_ExplainsAnotherJournal names a folder with the journal of another install.
func TestMigrate_ExplainsAnotherJournal(t *testing.T) {
	t.Parallel()
	addr, folder, target := testkit.FreeAddr(t), testkit.SQLiteDir(t), t.TempDir()
	runNode(t, config.Config{Addr: addr, Data: folder, PublicURL: "http://" + addr, JournalSync: "second"})()
	left := filepath.Join(target, "journal")
	for _, dir := range []string{left, filepath.Join(folder, "journal")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "000000000009.segment"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	move := []string{"migrate", "--data", folder, "--to", target, "--finish"}
	refused(t, "move its files away", move...)
	if err := os.RemoveAll(left); err != nil {
		t.Fatal(err)
	}
	if out := run(t, move...); !strings.Contains(out, "complete and equal") {
		t.Errorf("the copy said %s", out)
	}
}

// TestMigrate_KeepsTheImagesOfTheDataFolder moves the records from PostgreSQL into the
// data folder of the node, which has its images already.
func TestMigrate_KeepsTheImagesOfTheDataFolder(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: t.TempDir(), PublicURL: "http://" + addr, JournalSync: "second"}
	before := cfg
	before.DatabaseURL = testkit.Postgres(t)
	stop := runNode(t, before)
	photo := signUp(t, cfg.PublicURL).uploadImage(1)
	stop()
	move := []string{"migrate", "--data", cfg.Data, "--from", before.DatabaseURL, "--to", cfg.Data, "--finish"}
	if out := run(t, move...); !strings.Contains(out, "complete and equal") {
		t.Errorf("the copy said %s", out)
	}
	runNode(t, cfg)
	wantImages(t, photo)
}

// wantOneSource checks that one click store adds to the counters, whose identity has
// the prefix: only then are they reconciled.
func wantOneSource(t *testing.T, o records.Options, prefix string) {
	t.Helper()
	s, err := records.OpenCopySource(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	sources, err := s.ClickSources(t.Context())
	if err := errors.Join(err, s.Close()); err != nil || len(sources) != 1 || !strings.HasPrefix(sources[0], prefix) {
		t.Errorf("the sources of counters are %v, %v; want one that begins with %s", sources, err, prefix)
	}
}

// otherInstall returns a data folder with another install.
func otherInstall(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s, err := records.Open(t.Context(), records.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	testkit.Owner(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestMigrate_ContinuesAfterAKill kills the command when it has begun to copy the
// records, and when it has copied some clicks. Then ClickHouse is not reachable. The next
// command completes the copy.
func TestMigrate_ContinuesAfterAKill(t *testing.T) {
	t.Parallel()
	addr := testkit.FreeAddr(t)
	cfg := config.Config{Addr: addr, Data: testkit.SQLiteDir(t), PublicURL: "http://" + addr, JournalSync: "second"}
	stop := runNode(t, cfg)
	signUp(t, cfg.PublicURL)
	stop()
	addClicks(t, filepath.Join(cfg.Data, "clicks.duckdb"))
	databaseURL := testkit.Postgres(t)
	server, clicksURL := testclickhouse.Start(t)
	clicks, err := clickhouse.Open(t.Context(), clickhouse.Options{URL: clicksURL, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = clicks.Close() })
	args := []string{"migrate", "--data", cfg.Data, "--to", databaseURL, "--clicks", clicksURL, "--finish"}
	someClicks := func(ctx context.Context) (bool, error) {
		days, err := clicks.Digests(ctx, func(int64) {})
		return len(days) > 1, err
	}
	killCommand(t, "records", args, func(ctx context.Context) (bool, error) {
		s, err := records.OpenCopySource(ctx, records.Options{URL: databaseURL})
		if err != nil {
			return false, nil //nolint:nilerr // the tables or the default domain are missing yet
		}
		return true, s.Close()
	})
	killCommand(t, "clicks", args, someClicks)
	server.Kill()
	refused(t, "open the clicks of the target", args...)
	server.Restart(t)
	if out := run(t, args...); !strings.Contains(out, "complete and equal") || !strings.Contains(out, "2026-11") {
		t.Errorf("the last copy said %s", out)
	}
	days, err := clicks.Digests(t.Context(), func(int64) {})
	sum := int64(0)
	for _, d := range days {
		sum += d.Clicks
	}
	if err != nil || sum != seededClicks {
		t.Errorf("%d clicks arrived, want %d: %v", sum, seededClicks, err)
	}
}

const seededClicks = 12 * 5_000

// addClicks stores clicks of twelve days.
func addClicks(t *testing.T, path string) {
	t.Helper()
	s, err := duckdb.Open(t.Context(), path, duckdb.Options{MemoryMB: 256})
	if err != nil {
		t.Fatal(err)
	}
	for day := range 12 {
		batch := click.Batch{Source: "seed", Through: uint64(day) + 1}
		for i := range seededClicks / 12 {
			at := testkit.Day().AddDate(0, 0, day).Add(time.Duration(i) * time.Millisecond)
			batch.Clicks = append(batch.Clicks, click.Click{
				ID: click.IDBase(at) + 1, At: at, WorkspaceID: 1, LinkID: 2, Visitor: uint64(i/2) + 1, Outcome: visitor.Redirected, Alias: "a",
			})
		}
		if err := s.Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// killCommand runs the command in a process and kills it once begun returns true.
func killCommand(t *testing.T, name string, args []string, begun func(context.Context) (bool, error)) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() string {
		yes, err := begun(t.Context())
		if err != nil || !yes {
			return fmt.Sprintf("%s: not begun, %v", name, err)
		}
		return ""
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Logf("%s: the command ended before it was killed", name)
	}
}

func TestMigrate_ExplainsWrongTargets(t *testing.T) {
	t.Parallel()
	data := otherInstall(t)
	refused(t, "name the target", "migrate", "--data", data, "--finish")
	refused(t, "linnet media copy", "migrate", "--data", data, "--media", t.TempDir())
	refused(t, "images with --media", "migrate", "--data", data, "--to", "postgres://127.0.0.1:1/linnet", "--from-media", t.TempDir())
	refused(t, "postgres://", "migrate", "--data", data, "--to", "mysql://localhost/linnet")
	refused(t, "name two places", "migrate", "--data", data, "--to", data)
	refused(t, "no clicks in", "migrate", "--data", data, "--clicks", t.TempDir())
	refused(t, "lock the target", "migrate", "--data", data, "--to", "postgres://127.0.0.1:1/linnet?connect_timeout=1")
	filled := t.TempDir()
	addClicks(t, filepath.Join(filled, "clicks.duckdb"))
	refused(t, "unreachable", "migrate", "--data", filled, "--clicks", "http://127.0.0.1:1/linnet")
	refused(t, "records.db", "migrate", "--data", t.TempDir(), "--from", filled, "--to", filepath.Join(t.TempDir(), "new"))
}
