package job_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/plan"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// bench is a workspace with jobs whose handlers a test provides.
type bench struct {
	t     *testing.T
	store *records.Store
	clock *clock.Manual
	owner access.Actor
	jobs  *job.Service
	ended []job.Job
	limit int64 // the storage of the workspace's plan in bytes
}

func (b *bench) limits(context.Context, string) (plan.Limits, error) {
	return plan.Limits{Storage: b.limit}, nil
}

func newBench(t *testing.T, s *records.Store) *bench {
	b := &bench{t: t, store: s, clock: clock.NewManual(testkit.Day()), owner: testkit.Owner(t, s)}
	b.jobs = job.NewService(s, b.limits, b.clock)
	s.Subscribe(b.jobs.OnEvent)
	return b
}

// add queues an export, or an import with an upload.
func (b *bench) add(kind job.Kind) job.Job {
	b.t.Helper()
	j := job.Job{ID: ident.New(ident.Job), Kind: kind, State: job.Queued, Name: "a file", Total: 10}
	if kind == job.Import {
		j.InputID = ident.New(ident.File)
		f := job.File{ID: j.InputID, WorkspaceID: b.owner.WorkspaceID, Name: "a file", CreatedAt: b.clock.Now()}
		if _, err := job.Save(b.t.Context(), b.store, f, strings.NewReader("text"), func([]byte) error { return nil }); err != nil {
			b.t.Fatal(err)
		}
	}
	added, err := b.jobs.Add(b.t.Context(), b.owner, j)
	if err != nil {
		b.t.Fatal(err)
	}
	return added
}

// once runs one due job with the handler and reports whether there was one.
func (b *bench) once(handle job.Handler) bool {
	b.t.Helper()
	handlers := map[job.Kind]job.Handler{job.Import: handle, job.Export: handle}
	ended := func(_ context.Context, j job.Job) { b.ended = append(b.ended, j) }
	ran, err := newQueue(b.store, handlers, ended, b.clock).RunOne(b.t.Context(), job.TaskKind, "")
	if err != nil {
		b.t.Fatal(err)
	}
	return ran
}

// newQueue returns the queue of a node that runs jobs.
func newQueue(s *records.Store, handlers map[job.Kind]job.Handler, ended func(context.Context, job.Job), c clock.Clock) *queue.Queue {
	log := slog.New(slog.DiscardHandler)
	runner := job.NewRunner(job.RunnerDeps{Store: s, Handlers: handlers, Ended: ended, Clock: c, Log: log})
	return queue.New(queue.Deps{Store: s, Kinds: []queue.Kind{runner.Kind()}, Clock: c, Log: log})
}

func (b *bench) get(id string) job.Job {
	b.t.Helper()
	j, err := b.jobs.Get(b.t.Context(), b.owner, id)
	if err != nil {
		b.t.Fatal(err)
	}
	return j
}

func fails(err error) job.Handler {
	return func(context.Context, job.Job, string) error { return err }
}

func TestRunner_StoresTheResultOfAJob(t *testing.T) {
	t.Parallel()
	panics := func(context.Context, job.Job, string) error { panic("a defect") }
	for name, c := range map[string]struct {
		handle  job.Handler
		state   job.State
		message string
		ended   int
	}{
		"success":              {fails(nil), job.Done, "", 1},
		"a permanent fault":    {fails(fault.New(fault.Forbidden, "You may not.")), job.Failed, "You may not.", 1},
		"an unavailable store": {fails(fault.New(fault.Unavailable, "Later.")), job.Queued, "", 0},
		"a defect":             {fails(errors.New("nil pointer")), job.Queued, "", 0},
		"a panic":              {panics, job.Queued, "", 0},
		"a lost lease":         {fails(job.ErrLost()), job.Running, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				b := newBench(t, s)
				id := b.add(job.Import).ID
				if !b.once(c.handle) {
					t.Fatal("no job was run")
				}
				got := b.get(id)
				if got.State != c.state || got.Message != c.message || len(b.ended) != c.ended {
					t.Errorf("%s %q, %d callbacks; want %s %q, %d", got.State, got.Message, len(b.ended), c.state, c.message, c.ended)
				}
				if ended := got.State.Ended(); ended == got.FinishedAt.IsZero() {
					t.Errorf("it ended at %v as %s", got.FinishedAt, got.State)
				}
				if c.state != job.Running && b.once(c.handle) {
					t.Error("it ran again at once")
				}
			})
		})
	}
}

func TestRunner_FailsAJobAfterItsLastAttempt(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	id := b.add(job.Export).ID
	tries := 0
	for b.get(id).State != job.Failed {
		if tries++; tries > 20 {
			t.Fatal("it is retried without end")
		}
		b.clock.Advance(10 * time.Minute)
		b.once(fails(errors.New("a defect")))
	}
	if tries < 5 || len(b.ended) != 1 || b.get(id).Message == "" {
		t.Errorf("failed after %d attempts, %d callbacks, %q", tries, len(b.ended), b.get(id).Message)
	}
	if _, err := b.jobs.Resume(t.Context(), b.owner, id); err != nil {
		t.Fatal(err)
	}
	b.once(fails(nil))
	if got := b.get(id); got.State != job.Done || got.Message != "" {
		t.Errorf("resumed, it is %s %q", got.State, got.Message)
	}
}

func TestService_RequiresPermissionToChangeAJob(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	imported, exported := b.add(job.Import).ID, b.add(job.Export).ID
	viewer := b.owner
	viewer.UserID, viewer.Role = ident.New(ident.User), access.Viewer
	for _, id := range []string{imported, exported} {
		if _, err := b.jobs.Cancel(t.Context(), viewer, id); !fault.Is(err, fault.Forbidden) {
			t.Errorf("a viewer cancelled the job of another user: %v", err)
		}
	}
	stranger := testkit.Owner(t, b.store)
	if _, err := b.jobs.Cancel(t.Context(), stranger, imported); !fault.Is(err, fault.NotFound) {
		t.Errorf("the owner of another workspace got %v", err)
	}
	if err := b.jobs.Remove(t.Context(), b.owner, imported); !fault.Is(err, fault.Conflict) {
		t.Errorf("a queued job was removed: %v", err)
	}
	if _, err := b.jobs.Cancel(t.Context(), b.owner, imported); err != nil {
		t.Fatal(err)
	}
	if err := b.jobs.Remove(t.Context(), b.owner, imported); err != nil {
		t.Fatal(err)
	}
	if _, err := b.jobs.Get(t.Context(), b.owner, imported); !fault.Is(err, fault.NotFound) {
		t.Errorf("a removed job is returned: %v", err)
	}
}

func TestService_LimitsOpenJobsOfAWorkspace(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	for range job.MaxOpen {
		b.add(job.Import)
	}
	_, err := b.jobs.Add(t.Context(), b.owner, job.Job{ID: ident.New(ident.Job), Kind: job.Export, State: job.Queued})
	if !fault.Is(err, fault.Conflict) {
		t.Fatalf("one job above the limit: %v", err)
	}
	b.once(fails(nil)) // done: its upload is deleted
	b.add(job.Export)
}

func TestService_BoundsTheFilesOfAWorkspace(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := newBench(t, s)
		b.limit = 10 << 10 // 40 KiB of files
		export := func() (job.Job, error) {
			output := job.File{ID: ident.New(ident.File), WorkspaceID: b.owner.WorkspaceID, Name: "links.json", CreatedAt: b.clock.Now()}
			if err := s.InsertFile(t.Context(), output); err != nil {
				t.Fatal(err)
			}
			return b.jobs.Add(t.Context(), b.owner, job.Job{ID: ident.New(ident.Job), Kind: job.Export, State: job.Queued, OutputID: output.ID})
		}
		writes := func(ctx context.Context, j job.Job, owner string) error {
			return s.StepJob(ctx, job.Step{JobID: j.ID, WorkspaceID: j.WorkspaceID, Owner: owner, OutputID: j.OutputID, Output: make([]byte, 20<<10)})
		}
		first, err := export() // no file yet
		if err != nil {
			t.Fatal(err)
		}
		b.once(writes)
		if _, err := export(); err != nil {
			t.Fatalf("with 24 of 40 KiB: %v", err)
		}
		b.once(writes)
		if _, err := export(); !fault.Is(err, fault.Conflict) {
			t.Fatalf("with 48 of 40 KiB: %v", err)
		}
		if err := b.jobs.CheckRoom(t.Context(), b.owner.WorkspaceID); !fault.Is(err, fault.Conflict) {
			t.Errorf("CheckRoom: %v", err)
		}
		if _, err := s.StoredFileBytes(t.Context(), testkit.Owner(t, s).WorkspaceID); err != nil {
			t.Errorf("a workspace without files: %v", err)
		}
		if err := b.jobs.Remove(t.Context(), b.owner, first.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := export(); err != nil {
			t.Errorf("after an export was removed: %v", err)
		}
	})
}

func TestStore_ForgetJobsDeletesFilesBeforeJobs(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := newBench(t, s)
		queued, cancelled := b.add(job.Import), b.add(job.Import)
		if _, err := b.jobs.Cancel(t.Context(), b.owner, cancelled.ID); err != nil {
			t.Fatal(err)
		}
		orphan := job.File{ID: ident.New(ident.File), WorkspaceID: b.owner.WorkspaceID, Name: "orphan", CreatedAt: b.clock.Now()}
		if _, err := job.Save(t.Context(), s, orphan, strings.NewReader("text"), func([]byte) error { return nil }); err != nil {
			t.Fatal(err)
		}
		forget := func() {
			t.Helper()
			if err := s.ForgetJobs(t.Context(), b.clock.Now().Add(-job.Files), b.clock.Now().Add(-job.Memory)); err != nil {
				t.Fatal(err)
			}
		}
		forget()
		if !b.get(cancelled.ID).Resumable() {
			t.Error("a file was deleted on its first day")
		}
		b.clock.Advance(job.Files + time.Hour)
		forget()
		if b.get(cancelled.ID).Resumable() || b.get(queued.ID).InputID == "" {
			t.Error("after a week the file of a queued job must exist, and that of an ended one not")
		}
		if _, err := s.Chunk(t.Context(), orphan.ID, 0); !fault.Is(err, fault.NotFound) {
			t.Errorf("an upload without a job still exists: %v", err)
		}
		if _, err := b.jobs.Resume(t.Context(), b.owner, cancelled.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("a job without its file was resumed: %v", err)
		}
		b.clock.Advance(job.Memory)
		forget()
		if _, err := b.jobs.Get(t.Context(), b.owner, cancelled.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("an old job still exists: %v", err)
		}
	})
}

func TestFile_IsReadFromAnyOffset(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := newBench(t, s)
		var text bytes.Buffer
		for i := 0; text.Len() < 2*job.ChunkBytes+100; i++ {
			fmt.Fprintf(&text, "row %d\n", i)
		}
		f := job.File{ID: ident.New(ident.File), WorkspaceID: b.owner.WorkspaceID, Name: "a file", CreatedAt: b.clock.Now()}
		size, err := job.Save(t.Context(), s, f, bytes.NewReader(text.Bytes()), func([]byte) error { return nil })
		if err != nil || size != int64(text.Len()) {
			t.Fatalf("saved %d of %d bytes: %v", size, text.Len(), err)
		}
		for _, offset := range []int{0, 1, job.ChunkBytes - 1, job.ChunkBytes, job.ChunkBytes + 1, 2 * job.ChunkBytes, text.Len() - 1, text.Len()} {
			got, err := io.ReadAll(job.Open(t.Context(), s, f.ID, int64(offset)))
			if err != nil || !bytes.Equal(got, text.Bytes()[offset:]) {
				t.Errorf("from %d: %d bytes, %v; want %d", offset, len(got), err, text.Len()-offset)
			}
		}
		refused := job.File{ID: ident.New(ident.File), WorkspaceID: b.owner.WorkspaceID, Name: "bad", CreatedAt: b.clock.Now()}
		no := fault.New(fault.Invalid, "No.")
		if _, err := job.Save(t.Context(), s, refused, bytes.NewReader(text.Bytes()), func([]byte) error { return no }); !errors.Is(err, no) {
			t.Errorf("got %v", err)
		}
	})
}

func TestService_FollowReportsJobsOfOneWorkspace(t *testing.T) {
	t.Parallel()
	b := newBench(t, testkit.SQLite(t))
	changed, end := b.jobs.Follow(b.owner.WorkspaceID)
	others, endOthers := b.jobs.Follow(testkit.Owner(t, b.store).WorkspaceID)
	defer endOthers()
	id := b.add(job.Export).ID
	if got := <-changed; got != id {
		t.Errorf("notified of %q, want %q", got, id)
	}
	b.once(fails(nil))
	if got := <-changed; got != id {
		t.Errorf("notified of %q, want %q", got, id)
	}
	end()
	select {
	case got := <-others:
		t.Errorf("a subscriber of another workspace was notified of %q", got)
	default:
	}
}

func TestRunner_AlternatesBetweenWorkspaces(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		clock := clock.NewManual(testkit.Day())
		ours, theirs := testkit.Owner(t, s), testkit.Owner(t, s)
		insert := func(owner access.Actor) job.Job {
			clock.Advance(time.Millisecond)
			j := job.Job{
				ID: ident.New(ident.Job), WorkspaceID: owner.WorkspaceID, Kind: job.Export, State: job.Queued,
				CreatedBy: owner.UserID, CreatedAt: clock.Now(),
			}
			if err := s.InsertJob(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			return j
		}
		claim := func() queue.Task {
			task, err := s.ClaimTask(t.Context(), queue.Claim{
				Lease: queue.Lease{Kind: job.TaskKind, Owner: ident.New("run")}, Now: clock.Now(), Until: clock.Now().Add(job.Lease),
			})
			if err != nil {
				t.Fatal(err)
			}
			return task
		}
		first, second, other := insert(ours), insert(ours), insert(theirs)
		for _, want := range []job.Job{first, other, second} {
			if got := claim(); got.Key != want.ID {
				t.Errorf("claimed %s, want %s: a workspace without a running job comes first", got.Key, want.ID)
			}
		}
	})
}

func TestRunner_RequeuesAJobAfterItsTimeSlice(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		clock := clock.NewManual(testkit.Day())
		owner := testkit.Owner(t, s)
		ids := []string{}
		for range 2 {
			clock.Advance(time.Millisecond)
			j := job.Job{
				ID: ident.New(ident.Job), WorkspaceID: owner.WorkspaceID, Kind: job.Export, State: job.Queued,
				CreatedBy: owner.UserID, CreatedAt: clock.Now(),
			}
			if err := s.InsertJob(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, j.ID)
		}
		var mu sync.Mutex
		var ran []string
		ctx, stop := context.WithCancel(t.Context())
		left := len(ids)
		ended := func(context.Context, job.Job) {
			mu.Lock()
			defer mu.Unlock()
			if left--; left == 0 {
				stop()
			}
		}
		long := func(ctx context.Context, j job.Job, _ string) error {
			mu.Lock()
			defer mu.Unlock()
			again := slices.Contains(ran, ids[0])
			if ran = append(ran, j.ID); j.ID == ids[1] || again {
				return nil
			}
			if job.SliceOver(ctx) {
				t.Error("the slice is over at its start")
			}
			clock.Advance(job.Slice)
			if !job.SliceOver(ctx) {
				t.Error("the slice never ends")
			}
			return job.ErrYield
		}
		newQueue(s, map[job.Kind]job.Handler{job.Export: long}, ended, clock).Run(ctx)
		want := []string{ids[0], ids[0], ids[1]}
		slices.Sort(want)
		if slices.Sort(ran); !slices.Equal(ran, want) {
			t.Errorf("ran %v, want %v", ran, want)
		}
	})
}
