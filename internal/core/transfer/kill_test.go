package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/core/job"
	"linnet/internal/core/link"
	"linnet/internal/core/queue"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// file returns a file of n rows, some of them with tags, some faulty.
func file(n int) string {
	var b strings.Builder
	b.WriteString("alias,url,title,tags,clicks,createdAt\n")
	for i := range n {
		url := fmt.Sprintf("https://example.com/page/%d?utm=x", i)
		if i%100 == 99 {
			url = "nonsense"
		}
		fmt.Fprintf(&b, "row-%d,%s,\"Title, %d\",\"tag-%d,all\",%d,2024-01-02\n", i, url, i, i%20, i)
	}
	return b.String()
}

var errDead = errors.New("the process was killed")

// mortal is a store whose process can be killed. After that, writes fail.
type mortal struct {
	*records.Store
	left  atomic.Int64 // batches until the end
	late  bool         // killed after the commit, before it returns
	grave chan struct{}
}

func (m *mortal) dead() bool {
	select {
	case <-m.grave:
		return true
	default:
		return false
	}
}

func (m *mortal) ImportBatch(ctx context.Context, b transfer.Batch) error {
	if m.dead() {
		return errDead
	}
	if m.left.Add(-1) > 0 {
		return m.Store.ImportBatch(ctx, b)
	}
	close(m.grave)
	if m.late {
		if err := m.Store.ImportBatch(ctx, b); err != nil {
			return err
		}
	}
	return errDead
}

func (m *mortal) EndJob(ctx context.Context, e job.Ending) (job.Job, error) {
	if m.dead() {
		return job.Job{}, errDead
	}
	return m.Store.EndJob(ctx, e)
}

func (m *mortal) RenewTask(ctx context.Context, l queue.Lease, until time.Time) error {
	if m.dead() {
		return errDead
	}
	return m.Store.RenewTask(ctx, l, until)
}

func (m *mortal) ReleaseTask(ctx context.Context, l queue.Lease, r queue.Release) error {
	if m.dead() {
		return errDead
	}
	return m.Store.ReleaseTask(ctx, l, r)
}

func (m *mortal) CompleteTask(ctx context.Context, l queue.Lease) error {
	if m.dead() {
		return errDead
	}
	return m.Store.CompleteTask(ctx, l)
}

// A process that is killed between two batches, or right after one was stored,
// leaves a job that another process resumes after the lease: no row is lost or
// imported twice.
func TestImport_ResumesAfterKill(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]bool{"before a batch is stored": false, "after a batch is stored": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				const rows = 2_750
				m := &mortal{Store: s, late: late, grave: make(chan struct{})}
				m.left.Store(3)
				in := newInstall(t, s, func(transfer.Store) transfer.Store { return m })
				j := in.upload(file(rows))
				if _, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{OnConflict: transfer.Suffix}); err != nil {
					t.Fatal(err)
				}
				if ran, err := in.runner(m).RunOne(t.Context(), job.TaskKind, ""); !ran || err != nil {
					t.Fatal(ran, err)
				}
				half := in.job(j.ID)
				if half.State != job.Running || half.Done == 0 || half.Done >= rows {
					t.Fatalf("the dead process left %s", tally(half))
				}
				heir := newInstallOn(t, in)
				if ran, err := heir.runner(s).RunOne(t.Context(), job.TaskKind, ""); ran || err != nil {
					t.Fatalf("the job ran before its lease expired: %v", err)
				}
				in.clock.Advance(job.Lease + time.Second)
				got := heir.run(j.ID)
				if want := "done: 2750/2750, 2723 created, 0 updated, 0 skipped, 27 failed"; tally(got) != want || in.count() != 2723 {
					t.Errorf("%s with %d links, want %s", tally(got), in.count(), want)
				}
				for i, line := range in.report(j.ID) {
					if !strings.HasPrefix(line, fmt.Sprintf("%d,%d,", i+1, i+2)) {
						t.Fatalf("line %d of the report is %s", i+1, line)
					}
				}
				page, err := in.links.List(t.Context(), in.owner, link.Filter{Search: "row-7-2"})
				if err != nil || page.Total != 0 {
					t.Errorf("a row was done twice: %v, %v", page, err)
				}
			})
		})
	}
}

// newInstallOn is another process on the same records.
func newInstallOn(t *testing.T, in *install) *install {
	t.Helper()
	next := *in
	next.transfer = in.services(in.store)
	return &next
}

// stopper ends something after a number of batches.
type stopper struct {
	transfer.Store
	left atomic.Int64
	stop func()
}

func (s *stopper) ImportBatch(ctx context.Context, b transfer.Batch) error {
	if s.left.Add(-1) == 0 {
		s.stop()
	}
	return s.Store.ImportBatch(ctx, b)
}

func TestImport_CancelAndResume(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		stop := &stopper{}
		stop.left.Store(3)
		in := newInstall(t, s, func(kept transfer.Store) transfer.Store { stop.Store = kept; return stop })
		j := in.upload(file(2_000))
		stop.stop = func() {
			if _, err := in.jobs.Cancel(t.Context(), in.owner, j.ID); err != nil {
				t.Error(err)
			}
		}
		if _, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{}); err != nil {
			t.Fatal(err)
		}
		got := in.run(j.ID)
		if got.State != job.Cancelled || got.Done != 500 || in.count() != 495 || got.FinishedAt.IsZero() {
			t.Fatalf("%s with %d links", tally(got), in.count())
		}
		if _, err := in.jobs.Resume(t.Context(), in.owner, j.ID); err != nil {
			t.Fatal(err)
		}
		if got := tally(in.run(j.ID)); got != "done: 2000/2000, 1980 created, 0 updated, 0 skipped, 20 failed" || in.count() != 1980 {
			t.Errorf("%s with %d links", got, in.count())
		}
		if _, err := in.jobs.Resume(t.Context(), in.owner, j.ID); err == nil {
			t.Error("a job that is done was resumed")
		}
	})
}

// A node that shuts down gracefully releases its job immediately.
func TestImport_StoppedNodeReleasesJob(t *testing.T) {
	t.Parallel()
	stop := &stopper{}
	stop.left.Store(2)
	in := newInstall(t, testkit.SQLite(t), func(kept transfer.Store) transfer.Store { stop.Store = kept; return stop })
	j := in.upload(file(2_000))
	if _, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stop.stop = cancel
	in.runner(in.store).Run(ctx)
	if got := in.job(j.ID); got.State != job.Queued || got.Done != 250 {
		t.Fatalf("left as %s", tally(got))
	}
	if got := tally(in.run(j.ID)); got != "done: 2000/2000, 1980 created, 0 updated, 0 skipped, 20 failed" {
		t.Error(got)
	}
}

// Two nodes at work on the same records share the jobs out.
func TestImport_RunsOnOneNodeAtATime(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		var ids []string
		for i := range 6 {
			j := in.upload(strings.ReplaceAll(file(300), "row-", fmt.Sprintf("f%d-", i)))
			if _, err := in.transfer.Start(t.Context(), in.owner, j.ID, transfer.Options{OnConflict: transfer.Suffix}); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, j.ID)
		}
		done := make(chan error, 2)
		for range 2 {
			r := in.runner(s)
			go func() {
				for {
					ran, err := r.RunOne(t.Context(), job.TaskKind, "")
					if err != nil || !ran {
						done <- err
						return
					}
				}
			}()
		}
		for range 2 {
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range ids {
			if got := tally(in.job(id)); got != "done: 300/300, 297 created, 0 updated, 0 skipped, 3 failed" {
				t.Error(got)
			}
		}
		if in.count() != 6*297 {
			t.Errorf("%d links", in.count())
		}
	})
}

func TestImport_TenThousandRows(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		if got := tally(in.imported(file(10_000), transfer.Options{})); got != "done: 10000/10000, 9900 created, 0 updated, 0 skipped, 100 failed" {
			t.Error(got)
		}
	})
}

// BenchmarkImport100k is the time and the memory of 100,000 rows.
func BenchmarkImport100k(b *testing.B) {
	text := file(100_000)
	for name, open := range map[string]func(testing.TB) *records.Store{"sqlite": testkit.SQLite, "postgres": testkit.PostgresStore} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				in := newInstall(b, open(b))
				j := in.upload(text)
				if _, err := in.transfer.Start(b.Context(), in.owner, j.ID, transfer.Options{}); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if got := in.run(j.ID); got.State != job.Done || got.Done != 100_000 {
					b.Fatal(tally(got))
				}
			}
			b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
