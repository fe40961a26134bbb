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
)

// What the other process of these tests is told.
const (
	taskOfChild = "LINNET_TEST_TASK"
	pathOfChild = "LINNET_TEST_CLICKS"
	stepOfChild = "LINNET_TEST_STEP" // it dies before this one
)

const (
	liveWorkspace = 555 // that clicks arrive in meanwhile
	filledTo      = 7   // the journal's position before
)

// farFuture is when all months are over.
func farFuture() time.Time { return time.Date(2028, 6, 1, 0, 0, 0, 0, time.UTC) }

// workUntilKilled is the other process: clicks arrive, somebody reads, and in
// the middle of the task it dies.
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
	arrived, asked := make(chan struct{}), make(chan struct{})
	go func() {
		for through := uint64(filledTo + 1); ; through++ {
			c := click.Click{ID: through, At: time.Date(2027, 4, 3, 12, 0, 0, 0, time.UTC), WorkspaceID: liveWorkspace, LinkID: 5, Agent: "a browser"}
			check(s.Append(ctx, click.Batch{Clicks: []click.Click{c}, Through: through}))
			fmt.Println(through) // the parent holds us to it
			if through == filledTo+1 {
				close(arrived)
			}
		}
	}()
	go func() {
		for i := 0; ; i++ {
			_, err := s.Query(ctx, everything(1))
			check(err)
			if i == 0 {
				close(asked)
			}
		}
	}()
	<-arrived
	<-asked
	switch task {
	case "tidy":
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
// step, its second and so on until it comes to its end, and lets holds look at
// what is left.
func killedAtEachStep(t *testing.T, task, full string, fewest int, holds func(t *testing.T, s *Store, step int)) {
	t.Helper()
	file, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	for step, finished := 0, false; !finished; step++ {
		path := filepath.Join(t.TempDir(), "clicks.duckdb")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		var told bytes.Buffer
		child := exec.Command(os.Args[0], "-test.run=^$")
		child.Env = append(os.Environ(), taskOfChild+"="+task, pathOfChild+"="+path, stepOfChild+"="+strconv.Itoa(step))
		child.Stdout, child.Stderr = &told, os.Stderr
		finished = child.Run() == nil
		if status, ok := child.ProcessState.Sys().(syscall.WaitStatus); !finished && (!ok || status.Signal() != syscall.SIGKILL) {
			t.Fatal("the other process failed: ", child.ProcessState)
		}
		if finished && step < fewest {
			t.Fatalf("only %d steps were taken", step)
		}
		s, err := Open(t.Context(), path, Options{MemoryMB: 256})
		if err != nil {
			t.Fatalf("killed at step %d: %v", step, err)
		}
		arrived(t, s, &told, step)
		holds(t, s, step)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// arrived holds the store to what the dead process said to have stored: all of
// it is there, once, and at most one batch more.
func arrived(t *testing.T, s *Store, told *bytes.Buffer, step int) {
	t.Helper()
	acknowledged := uint64(filledTo)
	for lines := bufio.NewScanner(told); lines.Scan(); {
		n, err := strconv.ParseUint(strings.TrimSpace(lines.Text()), 10, 64)
		if err == nil { // the last line may be torn
			acknowledged = max(acknowledged, n)
		}
	}
	position, err := s.Position(t.Context())
	if err != nil || position < acknowledged || position > acknowledged+1 {
		t.Errorf("killed at step %d: position %d, want %d or one more; %v", step, position, acknowledged, err)
	}
	q := everything(liveWorkspace)
	a, err := s.Query(t.Context(), q)
	if err != nil || a.Count.Clicks != int64(position-filledTo) {
		t.Errorf("killed at step %d: %d clicks had arrived, %d are there; %v", step, position-filledTo, a.Count.Clicks, err)
	}
}

// twoDays are the clicks of one day of a closed month, and of the last day.
func twoDays() []click.Click {
	clicks := sortedClicks(1500)
	first, last := click.DayOf(clicks[0].At), click.DayOf(clicks[len(clicks)-1].At)
	return slices.DeleteFunc(clicks, func(c click.Click) bool { return click.DayOf(c.At) != first && click.DayOf(c.At) != last })
}

// filled makes a file with clicks, and returns what is answered of them.
func filled(t *testing.T, tidied bool) (path string, oracle *analyticstest.Oracle) {
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
	if tidied {
		if err := s.Compact(t.Context(), farFuture()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path, oracle
}

// agrees compares every answer with the oracle's.
func agrees(t *testing.T, oracle analytics.Store, s *Store, step int) {
	t.Helper()
	if diff := cmp.Diff(asked(t, oracle), asked(t, s)); diff != "" {
		t.Errorf("killed at step %d: %s", step, diff)
	}
}

func TestAProcessThatDiesWhileItTidiesLosesNothing(t *testing.T) {
	t.Parallel()
	full, oracle := filled(t, false)
	killedAtEachStep(t, "tidy", full, 15, func(t *testing.T, s *Store, step int) {
		t.Helper()
		agrees(t, oracle, s, step)
		if err := s.Compact(t.Context(), farFuture()); err != nil { // it goes on where it was
			t.Fatal(err)
		}
		agrees(t, oracle, s, step)
	})
}

func TestAProcessThatDiesWhileItReclassifiesGoesOn(t *testing.T) {
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
		told, err := s.Reclassify(t.Context(), analyticstest.Hindsight)
		if err != nil {
			t.Fatal(err)
		}
		// What the dead process changed, and had not told, is told now. The
		// one that came to its end has told.
		if diff := cmp.Diff(want.Changes, told.Changes); diff != "" && len(told.Changes) > 0 {
			t.Errorf("killed at step %d: %s", step, diff)
		}
		agrees(t, oracle, s, step)
	})
}

func TestAProcessThatDiesWhileItForgetsForgetsAllOrNothing(t *testing.T) {
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

func TestAProcessThatDiesWhileItUpgradesGoesOn(t *testing.T) {
	t.Parallel()
	full, oracle := filepath.Join(t.TempDir(), "full.duckdb"), &analyticstest.Oracle{}
	clicks := twoDays()
	writeVersion1(t, full, clicks)
	if err := oracle.Append(t.Context(), click.Batch{Clicks: clicks, Through: filledTo}); err != nil {
		t.Fatal(err)
	}
	killedAtEachStep(t, "open", full, 10, func(t *testing.T, s *Store, step int) {
		t.Helper()
		agrees(t, oracle, s, step)
	})
}
