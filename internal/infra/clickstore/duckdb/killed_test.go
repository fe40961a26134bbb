package duckdb

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/analytics"
	"linnet/internal/core/analytics/analyticstest"
	"linnet/internal/core/click"
	"linnet/internal/testkit"
)

// Environment variables of the child process.
const (
	taskOfChild = "LINNET_TEST_TASK"
	pathOfChild = "LINNET_TEST_CLICKS"
	stepOfChild = "LINNET_TEST_STEP" // it kills itself before this step
)

const (
	liveWorkspace = 555 // of the clicks that arrive meanwhile
	filledTo      = 7   // the journal position before
)

// farFuture returns a time after all months of the clicks.
func farFuture() time.Time { return time.Date(2028, 6, 1, 0, 0, 0, 0, time.UTC) }

// workUntilKilled is the child process: it kills itself during the task, while
// clicks are appended and queried.
func workUntilKilled(task string) {
	ctx := context.Background()
	left, err := strconv.Atoi(os.Getenv(stepOfChild))
	check(err)
	die := func(string) {
		if left--; left < 0 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	opts := Options{MemoryMB: 256}
	if task == "open" {
		opts.beforeStep = die
	}
	s, err := Open(ctx, os.Getenv(pathOfChild), opts)
	check(err)
	if task == "open" {
		os.Exit(0)
	}
	s.opts.beforeStep = die
	appended, queried := make(chan struct{}), make(chan struct{})
	go func() {
		for through := uint64(filledTo + 1); ; through++ {
			c := click.Click{ID: through, At: time.Date(2027, 4, 3, 12, 0, 0, 0, time.UTC), WorkspaceID: liveWorkspace, LinkID: 5, Agent: "a browser"}
			check(s.Append(ctx, click.Batch{Clicks: []click.Click{c}, Through: through}))
			fmt.Println(through) // acknowledges it to the parent
			if through == filledTo+1 {
				close(appended)
			}
		}
	}()
	go func() {
		for i := 0; ; i++ {
			_, err := s.Query(ctx, everything(1))
			check(err)
			if i == 0 {
				close(queried)
			}
		}
	}()
	<-appended
	<-queried
	switch task {
	case "compact":
		err = s.Compact(ctx, farFuture())
	case "reclassify":
		_, err = s.Reclassify(ctx, analyticstest.Hindsight)
	case "retain":
		_, err = s.DeleteBefore(ctx, 1, time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC))
	}
	check(err)
	os.Exit(0)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// killedAtEachStep runs the task on copies of a file, killed before its first
// step, its second and so on until it completes, and calls check with each
// resulting store.
func killedAtEachStep(t *testing.T, task, full string, fewest int, check func(t *testing.T, s *Store, step int)) {
	t.Helper()
	testkit.Long(t)
	file, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	for step, finished := 0, false; !finished; step++ {
		path := filepath.Join(t.TempDir(), "clicks.duckdb")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		var output bytes.Buffer
		child := exec.Command(os.Args[0], "-test.run=^$")
		child.Env = append(os.Environ(), taskOfChild+"="+task, pathOfChild+"="+path, stepOfChild+"="+strconv.Itoa(step))
		child.Stdout, child.Stderr = &output, os.Stderr
		finished = child.Run() == nil
		if status, ok := child.ProcessState.Sys().(syscall.WaitStatus); !finished && (!ok || status.Signal() != syscall.SIGKILL) {
			t.Fatal("the child process failed: ", child.ProcessState)
		}
		if finished && step < fewest {
			t.Fatalf("the task has only %d steps", step)
		}
		s, err := Open(t.Context(), path, Options{MemoryMB: 256})
		if err != nil {
			t.Fatalf("killed at step %d: %v", step, err)
		}
		checkAcknowledged(t, s, &output, step)
		check(t, s, step)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// checkAcknowledged checks that the store contains every batch that the killed
// process acknowledged once, and at most one more.
func checkAcknowledged(t *testing.T, s *Store, output *bytes.Buffer, step int) {
	t.Helper()
	acknowledged := uint64(filledTo)
	for lines := bufio.NewScanner(output); lines.Scan(); {
		n, err := strconv.ParseUint(strings.TrimSpace(lines.Text()), 10, 64)
		if err == nil { // the last line may be incomplete
			acknowledged = max(acknowledged, n)
		}
	}
	position, err := s.Position(t.Context(), "")
	if err != nil || position < acknowledged || position > acknowledged+1 {
		t.Errorf("killed at step %d: position %d, want %d or one more; %v", step, position, acknowledged, err)
	}
	q := everything(liveWorkspace)
	a, err := s.Query(t.Context(), q)
	if err != nil || a.Count.Clicks != int64(position-filledTo) {
		t.Errorf("killed at step %d: %d clicks were appended, %d are stored; %v", step, position-filledTo, a.Count.Clicks, err)
	}
}

// twoDays returns the clicks of one day of a past month, and of the last day.
func twoDays() []click.Click {
	clicks := sortedClicks(1500)
	first, last := click.DayOf(clicks[0].At), click.DayOf(clicks[len(clicks)-1].At)
	return slices.DeleteFunc(clicks, func(c click.Click) bool { return click.DayOf(c.At) != first && click.DayOf(c.At) != last })
}

// filled creates a file of clicks, and an oracle with the same clicks.
func filled(t *testing.T, compacted bool) (path string, oracle *analyticstest.Oracle) {
	t.Helper()
	path, oracle = filepath.Join(t.TempDir(), "full.duckdb"), &analyticstest.Oracle{}
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	batch := click.Batch{Clicks: twoDays(), Through: filledTo}
	for _, sink := range []click.Sink{s, oracle} {
		if err := sink.Append(t.Context(), batch); err != nil {
			t.Fatal(err)
		}
	}
	if compacted {
		if err := s.Compact(t.Context(), farFuture()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path, oracle
}

// agrees compares all results with the oracle's.
func agrees(t *testing.T, oracle analytics.Store, s *Store, step int) {
	t.Helper()
	if diff := cmp.Diff(results(t, oracle), results(t, s)); diff != "" {
		t.Errorf("killed at step %d: %s", step, diff)
	}
}

func TestCompact_SurvivesKill(t *testing.T) {
	t.Parallel()
	full, oracle := filled(t, false)
	killedAtEachStep(t, "compact", full, 15, func(t *testing.T, s *Store, step int) {
		t.Helper()
		agrees(t, oracle, s, step)
		if err := s.Compact(t.Context(), farFuture()); err != nil { // continues from the last step
			t.Fatal(err)
		}
		agrees(t, oracle, s, step)
	})
}

func TestReclassify_ContinuesAfterKill(t *testing.T) {
	t.Parallel()
	full, before := filled(t, true)
	_, oracle := filled(t, true)
	want, err := oracle.Reclassify(t.Context(), analyticstest.Hindsight)
	if err != nil || len(want.Changes) < 3 {
		t.Fatalf("%+v, %v", want, err)
	}
	killedAtEachStep(t, "reclassify", full, 8, func(t *testing.T, s *Store, step int) {
		t.Helper()
		if step == 0 {
			agrees(t, before, s, step)
		}
		done, err := s.Reclassify(t.Context(), analyticstest.Hindsight)
		if err != nil {
			t.Fatal(err)
		}
		// Includes the changes of the killed process, unless it had returned them.
		if diff := cmp.Diff(want.Changes, done.Changes); diff != "" && len(done.Changes) > 0 {
			t.Errorf("killed at step %d: %s", step, diff)
		}
		agrees(t, oracle, s, step)
	})
}

func TestDeleteBefore_IsAtomicOnKill(t *testing.T) {
	t.Parallel()
	full, before := filled(t, true)
	_, after := filled(t, true)
	if _, err := after.DeleteBefore(t.Context(), 1, time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	killedAtEachStep(t, "retain", full, 2, func(t *testing.T, s *Store, step int) {
		t.Helper()
		oracle := before
		if a, err := s.Query(t.Context(), everything(1)); err != nil {
			t.Fatal(err)
		} else if want, _ := before.Query(t.Context(), everything(1)); a.Count != want.Count {
			oracle = after
		}
		agrees(t, oracle, s, step)
	})
}

func TestUpgrade_ContinuesAfterKill(t *testing.T) {
	t.Parallel()
	full, oracle := filepath.Join(t.TempDir(), "full.duckdb"), &analyticstest.Oracle{}
	clicks := twoDays()
	writeEarlier(t, full, 1, clicks)
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: filledTo}); err != nil {
		t.Fatal(err)
	}
	killedAtEachStep(t, "open", full, 10, func(t *testing.T, s *Store, step int) {
		t.Helper()
		agrees(t, oracle, s, step)
	})
}
