package queue_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var _ queue.Store = (*records.Store)(nil)

const kind = "test"

// fixture is a store with tasks whose handler a test provides.
type fixture struct {
	t     *testing.T
	store *records.Store
	clock *clock.Manual
	log   *bytes.Buffer
}

// onBoth runs a test on a new store of each engine.
func onBoth(t *testing.T, run func(f *fixture)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		run(&fixture{t: t, store: s, clock: clock.NewManual(testkit.Day()), log: &bytes.Buffer{}})
	})
}

// kindOf returns a kind with three attempts, after waits of 10 and 30 seconds.
func kindOf(handle queue.Handler) queue.Kind {
	return queue.Kind{
		Name: kind, Handle: handle, Lease: time.Minute, Workers: 3,
		Retry: queue.Retry{Attempts: 3, First: 10 * time.Second, Factor: 3, Max: time.Minute},
	}
}

// queue returns the queue of another node on the same records.
func (f *fixture) queue(k queue.Kind) *queue.Queue {
	return queue.New(queue.Deps{Store: f.store, Kinds: []queue.Kind{k}, Clock: f.clock, Log: slog.New(slog.NewTextHandler(f.log, nil)), Poll: time.Hour})
}

// add adds tasks of a workspace, a millisecond apart.
func (f *fixture) add(workspaceID string, keys ...string) {
	f.t.Helper()
	for _, key := range keys {
		f.clock.Advance(time.Millisecond)
		err := f.store.AddTasks(f.t.Context(), queue.NewTask{
			Kind: kind, Key: key, WorkspaceID: workspaceID, Payload: "payload of " + key, Due: f.clock.Now(),
		})
		if err != nil {
			f.t.Fatal(err)
		}
	}
}

// claim leases the next task as a node of that name does.
func (f *fixture) claim(owner string, except ...string) (queue.Task, error) {
	now := f.clock.Now()
	return f.store.ClaimTask(f.t.Context(), queue.Claim{
		Lease: queue.Lease{Kind: kind, Owner: owner}, Now: now, Until: now.Add(time.Minute), Except: except,
	})
}

// runOne runs a due task and reports whether there was one.
func (f *fixture) runOne(q *queue.Queue) bool {
	f.t.Helper()
	ran, err := q.RunOne(f.t.Context(), kind, "")
	if err != nil {
		f.t.Fatal(err)
	}
	return ran
}

// counts returns the numbers of waiting tasks and of dead letters.
func (f *fixture) counts() (waiting, dead int) {
	f.t.Helper()
	waiting, err := f.store.TasksDue(f.t.Context(), kind, f.clock.Now().Add(24*time.Hour))
	if err != nil {
		f.t.Fatal(err)
	}
	if dead, err = f.store.TasksDead(f.t.Context(), kind); err != nil {
		f.t.Fatal(err)
	}
	return waiting, dead
}

func (f *fixture) wantCounts(waiting, dead int) {
	f.t.Helper()
	if w, d := f.counts(); w != waiting || d != dead {
		f.t.Errorf("%d waiting and %d dead, want %d and %d", w, d, waiting, dead)
	}
}

func errDown() error { return fault.New(fault.Unavailable, "The server is down.") }

func TestQueue_DeletesACompletedTask(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("wsp_1", "a")
		var got queue.Task
		q := f.queue(kindOf(func(_ context.Context, t queue.Task) error { got = t; return nil }))
		if !f.runOne(q) || f.runOne(q) {
			t.Error("one task did not run once")
		}
		if got.Key != "a" || got.WorkspaceID != "wsp_1" || got.Payload != "payload of a" || got.Attempts != 1 || got.Last {
			t.Errorf("the handler got %+v", got)
		}
		f.wantCounts(0, 0)
	})
}

func TestQueue_RetriesWithBackoff(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		attempts := 0
		q := f.queue(kindOf(func(_ context.Context, t queue.Task) error {
			if attempts++; attempts < 3 {
				return errDown()
			}
			if !t.Last {
				f.t.Error("the third of three attempts is not the last")
			}
			return nil
		}))
		for i, step := range []struct {
			wait time.Duration
			runs bool
		}{
			{0, true},
			{9 * time.Second, false},
			{time.Second, true},
			{29 * time.Second, false},
			{time.Second, true},
			{time.Hour, false},
		} {
			f.clock.Advance(step.wait)
			if ran := f.runOne(q); ran != step.runs {
				t.Fatalf("step %d, %v later: ran %t", i, step.wait, ran)
			}
		}
		f.wantCounts(0, 0)
	})
}

func TestQueue_StoresADeadLetterAfterTheLastAttempt(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("wsp_1", "a")
		q := f.queue(kindOf(func(context.Context, queue.Task) error { return errDown() }))
		for range 5 {
			f.runOne(q)
			f.clock.Advance(time.Minute)
		}
		f.wantCounts(0, 1)
		dead, err := f.store.DeadTasks(t.Context(), 10)
		if err != nil || len(dead) != 1 || dead[0].Key != "a" || dead[0].Attempts != 3 || !strings.Contains(dead[0].Error, "down") {
			t.Errorf("dead letters %+v, %v", dead, err)
		}
		if n := strings.Count(f.log.String(), "task failed"); n != 1 {
			t.Errorf("logged %d times:\n%s", n, f.log)
		}
		if s := q.Stats(kind); s.Failed != 1 || s.Completed != 0 {
			t.Errorf("stats %+v", s)
		}
		if err := f.store.DeleteDeadTasks(t.Context(), f.clock.Now().Add(-queue.DeadFor)); err != nil {
			t.Fatal(err)
		}
		f.wantCounts(0, 1)
		f.clock.Advance(queue.DeadFor)
		if err := f.store.DeleteDeadTasks(t.Context(), f.clock.Now().Add(-queue.DeadFor)); err != nil {
			t.Fatal(err)
		}
		f.wantCounts(0, 0)
	})
}

func TestQueue_DoesNotRetryAPermanentError(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		f.runOne(f.queue(kindOf(func(context.Context, queue.Task) error { return fault.New(fault.Invalid, "No such mailbox.") })))
		f.wantCounts(0, 1)
		f.add("", "a") // replaces the dead letter
		f.wantCounts(1, 0)
	})
}

func TestQueue_OnFailureReplacesTheDeadLetter(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		k := kindOf(func(context.Context, queue.Task) error { panic("a bug") })
		var causes []string
		fails := true
		k.OnFailure = func(_ context.Context, _ queue.Task, cause error) error {
			causes = append(causes, cause.Error())
			if fails {
				return errors.New("the store is down")
			}
			return nil
		}
		q := f.queue(k)
		for range 3 {
			f.runOne(q)
			f.clock.Advance(time.Minute)
		}
		f.wantCounts(1, 0)
		fails = false
		f.runOne(q)
		f.wantCounts(0, 0)
		if len(causes) != 2 || !strings.Contains(causes[0], "panic: a bug") || !strings.Contains(causes[1], "panic: a bug") {
			t.Errorf("OnFailure was called with %q", causes)
		}
	})
}

func TestQueue_RunsATaskWithExpiredLease(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		old, err := f.claim("killed node")
		if err != nil {
			t.Fatal(err)
		}
		attempts := 0
		q := f.queue(kindOf(func(_ context.Context, t queue.Task) error {
			attempts = t.Attempts
			// The late result of the earlier claim changes nothing.
			for name, err := range map[string]error{
				"renew":    f.store.RenewTask(f.t.Context(), old.Lease, f.clock.Now().Add(time.Hour)),
				"release":  f.store.ReleaseTask(f.t.Context(), old.Lease, queue.Release{Due: f.clock.Now()}),
				"complete": f.store.CompleteTask(f.t.Context(), old.Lease),
			} {
				if !queue.IsLost(err) {
					f.t.Errorf("%s without the lease: %v", name, err)
				}
			}
			return nil
		}))
		f.clock.Advance(59 * time.Second)
		if f.runOne(q) {
			t.Error("a leased task ran")
		}
		f.clock.Advance(time.Second)
		if !f.runOne(q) || attempts != 2 {
			t.Errorf("after the lease: attempt %d", attempts)
		}
		f.wantCounts(0, 0)
	})
}

func TestQueue_FailsATaskWhoseAttemptsNeverEnd(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		for range 3 {
			if _, err := f.claim("killed node"); err != nil {
				t.Fatal(err)
			}
			f.clock.Advance(time.Minute)
		}
		q := f.queue(kindOf(func(context.Context, queue.Task) error { t.Error("a fourth attempt"); return nil }))
		if !f.runOne(q) {
			t.Error("the task was not claimed")
		}
		f.wantCounts(0, 1)
	})
}

func TestQueue_ReplacedTaskLosesItsLease(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		runs := 0
		q := f.queue(kindOf(func(context.Context, queue.Task) error {
			if runs++; runs == 1 {
				f.add("", "a")
			}
			return nil
		}))
		for range 2 {
			if !f.runOne(q) {
				t.Error("the new task did not run")
			}
		}
		f.wantCounts(0, 0)
	})
}

func TestQueue_PostponedTaskKeepsItsAttempts(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		runs := 0
		q := f.queue(kindOf(func(_ context.Context, t queue.Task) error {
			if runs++; t.Attempts != 1 {
				f.t.Errorf("run %d is attempt %d", runs, t.Attempts)
			}
			return queue.Postpone(time.Second)
		}))
		for range 5 {
			if !f.runOne(q) || f.runOne(q) {
				t.Error("the task did not run once a second")
			}
			f.clock.Advance(time.Second)
		}
		f.wantCounts(1, 0)
	})
}

func TestStore_ClaimTaskAlternatesBetweenWorkspaces(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("wsp_1", "a1", "a2", "a3")
		f.add("wsp_2", "b1", "b2")
		f.add("", "c1")
		var got []string
		for i := range 6 {
			task, err := f.claim(fmt.Sprint("node ", i))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, task.Key)
		}
		if want := []string{"a1", "b1", "c1", "a2", "a3", "b2"}; !slices.Equal(got, want) {
			t.Errorf("claimed %v, want %v", got, want)
		}
		if _, err := f.claim("node 7"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a claim without a due task: %v", err)
		}
	})
}

func TestStore_ClaimTaskSkipsWorkspaces(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("wsp_1", "a")
		f.add("wsp_2", "b")
		if task, err := f.claim("node", "wsp_1"); err != nil || task.Key != "b" {
			t.Errorf("claimed %q, %v", task.Key, err)
		}
		if _, err := f.claim("node", "wsp_1"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a skipped workspace: %v", err)
		}
	})
}

// TestQueue_TwoNodesRunEachTaskOnce adds tasks while both nodes run. The store's
// events alone wake the queues.
func TestQueue_TwoNodesRunEachTaskOnce(t *testing.T) {
	onBoth(t, func(f *fixture) {
		const tasks = 60
		var mu sync.Mutex
		runs := map[string]int{}
		done := make(chan struct{})
		handle := func(_ context.Context, t queue.Task) error {
			mu.Lock()
			defer mu.Unlock()
			if runs[t.Key]++; len(runs) == tasks {
				select {
				case <-done:
				default:
					close(done)
				}
			}
			return nil
		}
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		for range 2 {
			q := queue.New(queue.Deps{
				Store: f.store, Kinds: []queue.Kind{kindOf(handle)}, Clock: f.clock, Log: slog.New(slog.DiscardHandler),
				Poll: time.Hour,
			})
			f.store.Subscribe(q.OnEvent)
			running.Go(func() { q.Run(ctx) })
		}
		for i := range tasks {
			f.add(fmt.Sprint("wsp_", i%7), fmt.Sprint(i))
		}
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Error("not all tasks ran within 20 seconds")
		}
		stop()
		running.Wait()
		for key, n := range runs {
			if n != 1 {
				t.Errorf("task %s ran %d times", key, n)
			}
		}
		f.wantCounts(0, 0)
	})
}

func TestQueue_LimitsWorkersPerWorkspace(t *testing.T) {
	onBoth(t, func(f *fixture) {
		var mu sync.Mutex
		running, most := 0, 0
		other := make(chan struct{})
		k := kindOf(func(ctx context.Context, t queue.Task) error {
			if t.WorkspaceID == "wsp_2" {
				close(other)
				return nil
			}
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			<-ctx.Done()
			return ctx.Err()
		})
		k.PerWorkspace = 2
		f.add("wsp_1", "1", "2", "3", "4", "5")
		q := f.queue(k)
		f.store.Subscribe(q.OnEvent)
		ctx, stop := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		go func() { defer close(stopped); q.Run(ctx) }()
		f.add("wsp_2", "6")
		select {
		case <-other:
		case <-time.After(20 * time.Second):
			t.Error("the other workspace's task did not run")
		}
		stop()
		<-stopped
		if most > 2 {
			t.Errorf("%d tasks of one workspace ran at once", most)
		}
		// A stopping queue releases its tasks.
		if task, err := f.claim("next node"); err != nil || task.Attempts != 1 {
			t.Errorf("claimed %+v, %v", task, err)
		}
	})
}

func TestQueue_StopsAHandlerThatLostItsLease(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a")
		k := kindOf(func(ctx context.Context, _ queue.Task) error {
			f.add("", "a")
			<-ctx.Done()
			return ctx.Err()
		})
		k.Lease = 40 * time.Millisecond // renewed each 10 ms
		if !f.runOne(f.queue(k)) {
			t.Error("the task did not run")
		}
		f.wantCounts(1, 0)
	})
}

func TestStore_RetryDeadTasksMakesThemDue(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a", "b")
		works := false
		q := f.queue(kindOf(func(context.Context, queue.Task) error {
			if works {
				return nil
			}
			return fault.New(fault.Invalid, "No.")
		}))
		f.runOne(q)
		f.runOne(q)
		f.wantCounts(0, 2)
		works = true
		if n, err := f.store.RetryDeadTasks(t.Context(), f.clock.Now()); err != nil || n != 2 {
			t.Errorf("%d tasks are retried, %v", n, err)
		}
		for f.runOne(q) {
		}
		f.wantCounts(0, 0)
	})
}

func TestStore_DeadTasksAreNotDue(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.add("", "a", "b")
		task, err := f.claim("node")
		if err != nil {
			t.Fatal(err)
		}
		if err := f.store.ReleaseTask(t.Context(), task.Lease, queue.Release{Due: f.clock.Now(), Dead: f.clock.Now(), Error: "no"}); err != nil {
			t.Fatal(err)
		}
		if n, err := f.store.TasksDue(t.Context(), kind, f.clock.Now()); err != nil || n != 1 {
			t.Errorf("%d tasks are due, %v", n, err)
		}
	})
}
