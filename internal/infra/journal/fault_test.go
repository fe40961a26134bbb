package journal

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// faultyDisk injects faults into the files of a journal.
type faultyDisk struct {
	mu       sync.Mutex
	changed  *sync.Cond
	full     bool  // no file can be created
	frozen   bool  // writes and syncs block
	writeErr error // writes stop half-way with it, or at once with EROFS
	syncErr  error
	readErr  error             // reads of whole chunks fail with it
	durable  map[string][]byte // what each file held when it was last synced
}

func newFaultyDisk() *faultyDisk {
	d := &faultyDisk{durable: map[string][]byte{}}
	d.changed = sync.NewCond(&d.mu)
	return d
}

func (d *faultyDisk) set(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
	d.changed.Broadcast()
}

// options returns options for small segments on this disk.
func (d *faultyDisk) options() Options {
	opts := small()
	opts.create = func(path string, size int64) (file, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.full {
			return nil, syscall.ENOSPC
		}
		f, err := createReserved(path, size)
		return &faultyFile{f, d, path}, err
	}
	opts.open = func(path string) (file, error) {
		f, err := openExisting(path)
		return &faultyFile{f, d, path}, err
	}
	return opts
}

type faultyFile struct {
	file
	disk *faultyDisk
	path string
}

func (f *faultyFile) await() (writeErr, syncErr error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	for f.disk.frozen {
		f.disk.changed.Wait()
	}
	return f.disk.writeErr, f.disk.syncErr
}

func (f *faultyFile) WriteAt(b []byte, at int64) (int, error) {
	if err, _ := f.await(); errors.Is(err, syscall.EROFS) {
		return 0, err
	} else if err != nil {
		n, _ := f.file.WriteAt(b[:len(b)/2], at)
		return n, err
	}
	return f.file.WriteAt(b, at)
}

func (f *faultyFile) Sync() error {
	if _, err := f.await(); err != nil {
		return err
	}
	content, err := os.ReadFile(f.path)
	if err != nil {
		return err
	}
	f.disk.set(func() { f.disk.durable[filepath.Base(f.path)] = content })
	return nil
}

func (f *faultyFile) ReadAt(b []byte, at int64) (int, error) {
	f.disk.mu.Lock()
	err := f.disk.readErr
	f.disk.mu.Unlock()
	if err != nil && (len(b) > readPage || at < 8192) {
		return 0, err
	}
	return f.file.ReadAt(b, at)
}

func appendAll(t *testing.T, j *Journal, from, to, size int) {
	t.Helper()
	for i := from; i < to; i++ {
		if err := j.Append(numbered(i, size), nil); err != nil {
			t.Fatal(i, err)
		}
	}
}

// written waits until the queue is empty.
func written(t *testing.T, j *Journal) {
	t.Helper()
	eventually(t, "written", func() bool { return j.Stats().MemoryRecords == 0 })
}

func wantRecords(t *testing.T, j *Journal, n int) {
	t.Helper()
	if diff := cmp.Diff(upTo(n), numbers(t, j, 0)); diff != "" {
		t.Fatal(diff)
	}
}

// crashCopy copies the folder of an open journal, which simulates kill -9.
func crashCopy(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestJournal_AppendReturnsWhileDiskHangs(t *testing.T) {
	t.Parallel()
	for name, always := range map[string]bool{"second": false, "always": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, d := t.TempDir(), newFaultyDisk()
			opts := d.options()
			opts.Always, opts.StallAfter = always, 10*time.Millisecond
			j := open(t, dir, opts)
			appendAll(t, j, 0, 50, 1000)
			written(t, j)
			d.set(func() { d.frozen = true })
			appendAll(t, j, 50, 400, 1000) // several segments; hangs on the old journal
			if err := j.Health(); !errors.Is(err, errStalled) {
				t.Errorf("Health while the disk hangs: %v", err)
			}
			if s := j.Stats(); s.MemoryRecords != 350 {
				t.Errorf("%d records in memory, want 350", s.MemoryRecords)
			}
			wantRecords(t, j, 400) // the consumer goes on, too
			d.set(func() { d.frozen = false })
			eventually(t, "healthy after the disk answers", func() bool { return j.Health() == nil })
			appendAll(t, j, 400, 500, 1000)
			written(t, j)
			wantRecords(t, open(t, crashCopy(t, dir), small()), 500)
			wantRecords(t, j, 500)
		})
	}
}

func TestJournal_SurvivesFailedWrites(t *testing.T) {
	t.Parallel()
	for _, failure := range []error{syscall.EROFS, syscall.EIO, syscall.ENOSPC} {
		t.Run(failure.Error(), func(t *testing.T) {
			t.Parallel()
			dir, d := t.TempDir(), newFaultyDisk()
			j := open(t, dir, d.options())
			appendAll(t, j, 0, 50, 1000)
			d.set(func() { d.writeErr = failure })
			appendAll(t, j, 50, 100, 1000)
			err := j.Health()
			if !errors.Is(err, failure) || !strings.Contains(err.Error(), "50 clicks wait in memory") {
				t.Errorf("Health: %v", err)
			}
			d.set(func() { d.writeErr = nil })
			eventually(t, "healthy again", func() bool { return j.Health() == nil })
			appendAll(t, j, 100, 200, 1000)
			written(t, j)
			// A partly written block is on the disk twice, at the same positions.
			wantRecords(t, open(t, crashCopy(t, dir), small()), 200)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			wantRecords(t, open(t, dir, small()), 200)
		})
	}
}

func TestJournal_CloseReportsLostRecords(t *testing.T) {
	t.Parallel()
	d := newFaultyDisk()
	j := open(t, t.TempDir(), d.options())
	d.set(func() { d.writeErr = syscall.EROFS })
	appendAll(t, j, 0, 7, 100)
	err := j.Close()
	if !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), "7 records in memory are lost") {
		t.Fatalf("Close: %v", err)
	}
}

// After a power failure only synced data remains.
func TestJournal_AlwaysSyncsBeforeAppendReturns(t *testing.T) {
	t.Parallel()
	d := newFaultyDisk()
	opts := d.options()
	opts.Always, opts.SyncEvery = true, time.Hour
	j := open(t, t.TempDir(), opts)
	var appends sync.WaitGroup
	for i := range 50 {
		appends.Go(func() {
			if err := j.Append(numbered(i, 5000), nil); err != nil {
				t.Error(err)
			}
		})
	}
	appends.Wait()
	after := t.TempDir()
	d.mu.Lock()
	for name, content := range d.durable {
		if err := os.WriteFile(filepath.Join(after, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.mu.Unlock()
	if got := numbers(t, open(t, after, small()), 0); len(got) != 50 {
		t.Fatalf("%d of 50 records survive", len(got))
	}
}

func TestJournal_AlwaysRewritesBlocksAfterAFailedSync(t *testing.T) {
	t.Parallel()
	dir, d := t.TempDir(), newFaultyDisk()
	opts := d.options()
	opts.Always = true
	j := open(t, dir, opts)
	appendAll(t, j, 0, 5, 100)
	d.set(func() { d.syncErr = syscall.EIO })
	appendAll(t, j, 5, 10, 100)
	if err := j.Health(); !errors.Is(err, syscall.EIO) {
		t.Fatalf("Health: %v", err)
	}
	d.set(func() { d.syncErr = nil })
	eventually(t, "healthy again", func() bool { return j.Health() == nil })
	written(t, j)
	d.mu.Lock()
	files := len(d.durable)
	d.mu.Unlock()
	if files < 2 {
		t.Error("the records were not written to a new file")
	}
	wantRecords(t, open(t, crashCopy(t, dir), small()), 10)
}

func TestJournal_FullDiskLosesOnlyRecordsBeyondTheMemoryLimit(t *testing.T) {
	t.Parallel()
	dir, d := t.TempDir(), newFaultyDisk()
	var log bytes.Buffer
	opts := d.options()
	opts.Log = slog.New(slog.NewTextHandler(&lockedWriter{w: &log}, nil))
	opts.MemoryLimit = 4 * maxFrame
	j := open(t, dir, opts)
	if err := j.Health(); err != nil {
		t.Fatal("Health with an empty disk:", err)
	}
	d.set(func() { d.full = true })
	taken := 0
	for ; ; taken++ {
		err := j.Append(numbered(taken, 1000), nil)
		if errors.Is(err, ErrFull) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 99 {
		if err := j.Append(numbered(0, 1000), nil); !errors.Is(err, ErrFull) {
			t.Fatal(err)
		}
	}
	err := j.Health()
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "100 clicks are lost") {
		t.Fatalf("Health with a full disk: %v", err)
	}
	if s := j.Stats(); s.MemoryBytes > opts.MemoryLimit || s.MemoryRecords < 4*60 || s.Lost != 100 {
		t.Fatalf("got %+v", s)
	}
	if err := j.Losses(); err == nil || !strings.Contains(err.Error(), "100 clicks were lost") {
		t.Errorf("Losses: %v", err)
	}
	wantRecords(t, j, taken)
	d.set(func() { d.full = false })
	eventually(t, "healthy again", func() bool { return j.Health() == nil })
	appendAll(t, j, taken, taken+100, 1000)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "clicks lost, journal memory is full"); n != 1 {
		t.Errorf("%d log lines about lost clicks, want 1 a minute:\n%s", n, log.String())
	}
	wantRecords(t, open(t, dir, small()), taken+100)
}

func TestJournal_ConsumerDrainsMemoryWhileDiskIsFull(t *testing.T) {
	t.Parallel()
	d := newFaultyDisk()
	opts := d.options()
	opts.MemoryLimit = 2 * maxFrame
	j := open(t, t.TempDir(), opts)
	d.set(func() { d.full = true })
	after := uint64(0)
	for i := range 1000 { // far more than the memory holds at once
		if err := j.Append(numbered(i, 1000), nil); err != nil {
			t.Fatal(i, err)
		}
		next, err := j.Read(after, math.MaxUint64, 10, func([]byte) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		after = next
		if err := j.Forget(after); err != nil {
			t.Fatal(err)
		}
	}
	if j.Health() == nil {
		t.Fatal("Health does not report the full disk")
	}
}

// After a full disk the click store gets the freed space first, because it needs
// some to store the backlog.
func TestJournal_BacklogLeavesReserveToClickStore(t *testing.T) {
	t.Parallel()
	var free struct {
		sync.Mutex
		bytes int64
	}
	opts := small()
	opts.Reserve = 1 << 20
	opts.free = func(string) (int64, error) {
		free.Lock()
		defer free.Unlock()
		return free.bytes, nil
	}
	j := open(t, t.TempDir(), opts)
	appendAll(t, j, 0, 1000, 1000) // 16 segments' worth
	if s := j.Stats(); s.Segments > minSegments+2 {
		t.Fatalf("%d segments although the reserve is all that is left", s.Segments)
	}
	if err := j.Health(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "reserved for the click store") {
		t.Fatalf("Health: %v", err)
	}
	wantRecords(t, j, 1000)
	free.Lock()
	free.bytes = 1 << 30
	free.Unlock()
	eventually(t, "written when there is room", func() bool { return j.Health() == nil && j.Stats().Segments > 10 })
	wantRecords(t, j, 1000)
}

func TestJournal_SkipsUnreadableBlocks(t *testing.T) {
	t.Parallel()
	d := newFaultyDisk()
	j := open(t, t.TempDir(), d.options())
	appendAll(t, j, 0, 40, 1000)
	d.set(func() { d.readErr = syscall.EIO }) // the first two pages, and chunks as a whole
	got := numbers(t, j, 0)
	if len(got) < 30 || got[len(got)-1] != 39 {
		t.Fatalf("got %v", got)
	}
	if s := j.Stats(); s.Damaged != 1 || s.SkippedBytes == 0 {
		t.Fatalf("got %+v", s)
	}
}

func TestOpen_ReportsIOErrorsOfTheFolder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var pathErr *fs.PathError
	if _, err := Open(path, small()); !errors.As(err, &pathErr) {
		t.Fatalf("got %v", err)
	}
}

// lockedWriter lets goroutines share a writer.
type lockedWriter struct {
	mu sync.Mutex
	w  *bytes.Buffer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
